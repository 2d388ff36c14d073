/** Writes what `render.mjs` measured to `docs/performance.md`, with a plot beside it. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const docs = path.join(import.meta.dirname, '../docs')
const plotFile = 'performance.svg'

/** All figures of one run. */
export function writePerformance({ table, pairs, contents, batches, trips, version, rounds, loads }) {
  const ms = (value) => value.toFixed(0)
  const listCosts = (list) =>
    `${ms(list.without)} ms without it and ${ms(list.with)} ms with it (p50), ${(list.with / list.without).toFixed(2)} times as long,`
  const cost = ({ ours, floor }) => [`${ms(ours.chromium)} + ${ms(ours.workerd)}`, ms(floor.chromium)]
  const times = rows(
    ['document', 'p50', 'p95', 'floor p50', 'ratio', 'a second', 'floor', 'ratio', 'CPU', 'floor'],
    table.map(({ name, ours, floor }) => [
      name,
      ...[ours.p50, ours.p95, floor.p50].map(ms),
      (ours.p50 / floor.p50).toFixed(2),
      ours.perSecond.toFixed(1),
      floor.perSecond.toFixed(1),
      (ours.perSecond / floor.perSecond).toFixed(2),
      ...cost({ ours, floor }),
    ]),
  )
  const far = rows(
    ['document', 'round trips', 'ms'],
    trips.map(({ name, roundTrips, ms: time }) => [name, String(roundTrips), ms(time)]),
  )
  const page = `# Performance

\`npm run bench -- render\` writes this page. Figures depend on the machine and on what else it does; the ratios, measured in turns in one run, depend on that less.

Measured on ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${version}, ${new Date().toISOString().slice(0, 10)}, with a load of ${loads.join(' to ')}; ${rounds} documents a figure.

![Milliseconds that a document takes, beside the floor](${plotFile})

The floor is what can be done without a service: puppeteer with a warm browser of the same binary, and a fresh context for every document. p50 and p95 are milliseconds of one caller, "a second" are documents of four callers, and CPU is what each of those took of the processors, in milliseconds: Chromium, and workerd with Miniflare's simulated storage. The floor's is Chromium alone, without the Node process that drives it.

${times}

- **goCreditMode** on the invoice: ${ms(pairs.without)} ms without and ${ms(pairs.with)} ms with it (p50); a pair of them, one right after the other, differs by ${ms(pairs.more)} ms.
- **A contents list** in the report of 20 pages: ${listCosts(contents.byDefault)} as documents are sent by default, with \`goCreditMode\`; ${listCosts(contents.alone)} without. It is to stay below 1.5.
- **A batch** of ${batches.entries} invoices of one account: ${batches.kept.toFixed(1)} a second, and ${batches.strict.toFixed(1)} with \`isolation: "strict"\`, which gives each a tab of its own.

## When the browser is far

Round trips to the browser, one after the other, without those for files that the document loads; and the time of one caller when each takes 40 milliseconds. \`test/exhaustive/round-trips.test.ts\` holds them to these numbers.

${far}
`
  fs.writeFileSync(path.join(docs, 'performance.md'), page)
  fs.writeFileSync(path.join(docs, plotFile), plotOf(table))
  console.log(page)
}

function rows(head, lines) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n')
}

/** Two bars for each document: our p50 above the floor's. */
function plotOf(table) {
  const [left, width, step] = [230, 470, 46]
  const longest = Math.max(...table.flatMap(({ ours, floor }) => [ours.p50, floor.p50]))
  const bar = (y, value, color) => {
    const length = Math.round((width * value) / longest)
    return `<rect x="${left}" y="${y}" width="${length}" height="15" fill="${color}"/><text x="${left + length + 6}" y="${y + 12}">${value.toFixed(0)} ms</text>`
  }
  const bars = table.map(({ name, ours, floor }, at) => {
    const y = 40 + at * step
    return `<text x="${left - 10}" y="${y + 20}" text-anchor="end">${name}</text>${bar(y, ours.p50, '#1f6f5c')}${bar(y + 16, floor.p50, '#b9b9b9')}`
  })
  const key = `<rect x="${left}" y="12" width="12" height="12" fill="#1f6f5c"/><text x="${left + 18}" y="22">Platen, p50</text><rect x="${left + 130}" y="12" width="12" height="12" fill="#b9b9b9"/><text x="${left + 148}" y="22">floor, p50</text>`
  const height = 50 + table.length * step
  return `<svg xmlns="http://www.w3.org/2000/svg" width="780" height="${height}" font-family="sans-serif" font-size="13"><title>Milliseconds that a document takes, beside the floor</title><rect width="780" height="${height}" fill="#fff"/>${key}${bars.join('')}</svg>\n`
}
