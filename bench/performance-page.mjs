/** Writes what was measured to `docs/performance.md`: each benchmark its own sections, whatever the others did and when. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { table } from './service.mjs'

const file = path.join(import.meta.dirname, '../docs/performance.md')

const INTRODUCTION = `# Performance

\`npm run bench\` writes this page, \`npm run bench -- endurance\` its long run, and each benchmark alone its own sections. Figures depend on the machine and on what else it does; the ratios, measured in turns in one run, depend on that less.

The floor is what can be done without a service: puppeteer with a warm browser of the same binary, and a fresh context for every document.
`

/** All sections, as they follow each other. */
const HEADINGS = [
  'Documents',
  'Callers',
  'Growth',
  'Finishing',
  'QR codes',
  'Queued work',
  'Long work',
  'When the browser is far',
]

/**
 * Prints and writes the section `heading`, with the machine and its load. Its parts are texts and tables: rows, the first of
 * which is the head, with numbers of three digits. `more` is what else it was measured with.
 */
export function report(heading, parts, more = '') {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    const rows = part.map((row) => row.map(digits))
    table(heading, rows)
    return markdown(rows)
  })
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}${more}`
  const measured = `Measured on ${machine}, ${new Date().toISOString().slice(0, 10)}, with a load of ${loads()}.`
  writeSection(heading, [...texts, measured].join('\n\n'))
}

const begun = os.loadavg()[0] ?? 0

function loads() {
  return `${begun.toFixed(2)} before and ${(os.loadavg()[0] ?? 0).toFixed(2)} after`
}

function writeSection(heading, text) {
  const [, ...present] = fs.readFileSync(file, 'utf8').split(/^## /m)
  const sections = new Map(present.map((section) => [section.split('\n', 1)[0], `## ${section.trim()}\n`]))
  sections.set(heading, `## ${heading}\n\n${text}\n`)
  const inOrder = HEADINGS.map((each) => sections.get(each)).filter(Boolean)
  fs.writeFileSync(file, [INTRODUCTION, ...inOrder].join('\n'))
}

function markdown(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const [head = [], ...others] = rows
  return [line(head), line(head.map(() => '---')), ...others.map(line)].join('\n')
}

/** Three digits, or all of a whole number. */
function digits(value) {
  if (typeof value !== 'number') return String(value)
  const decimals = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toFixed(decimals)
}
