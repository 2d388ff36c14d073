/**
 * `npm run corpus`: prints the documents of other projects (`corpus/documents.json`) with a plain Chromium of the same
 * version, with Platen, and with goCreditMode. Writes to `test/out/corpus` a table of what got lost, is cut or blank
 * (`table.md`) and was not looked at and accepted before (`corpus/accepted.json`), all that was measured
 * (`results.json`) and contact sheets. Arguments choose documents by parts of their names; `--boxes` also compares the
 * page on which the audit expects each text with the file's. Needs poppler's tools and the npm registry; nothing of the
 * packages is kept in git.
 */
import fs from 'node:fs'
import path from 'node:path'
import { launchService } from '../bench/service.mjs'
import { root } from './browser.mjs'
import { newVerdicts } from './corpus/accepted.mjs'
import { misplaced, openBoxes } from './corpus/boxes.mjs'
import { openChromium } from './corpus/chromium.mjs'
import { serveFiles } from './corpus/files.mjs'
import { judge } from './corpus/judge.mjs'
import { measure, pictures, wordsOf } from './corpus/measure.mjs'
import { fetchPackages } from './corpus/packages.mjs'
import { openPlaten } from './corpus/platen.mjs'
import { ROWS, sheetOf, thumbnails } from './corpus/sheets.mjs'
import { markdown, told } from './corpus/table.mjs'

const out = path.join(root, 'test', 'out', 'corpus')
/** Documents at a time. */
const AT_ONCE = 2

const { packages, substitutes, documents } = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, 'corpus', 'documents.json'), 'utf8'),
)
const words = process.argv.slice(2)
const parts = words.filter((word) => word !== '--boxes')
const chosen = Object.entries(documents).filter(
  ([name]) => parts.length === 0 || parts.some((part) => name.includes(part)),
)
fs.mkdirSync(out, { recursive: true })
const files = await serveFiles(await fetchPackages(packages), substitutes)
const service = await launchService({ ALLOW_HOSTS: `127.0.0.1:${files.port}` })
const chromium = await openChromium()
const boxes = words.includes('--boxes') ? await openBoxes() : undefined
const results = []
try {
  const platen = openPlaten(service.origin, () => service.account({ plan: 'Max', credits: 1000 }))
  const waiting = [...chosen]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await compare(...next, platen)
      console.log(`${results.push(result)}/${chosen.length} ${result.name}: ${result.note}`)
      writeTable()
      if (results.length % ROWS === 0) await drawSheet(results.length / ROWS)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (results.length % ROWS > 0) await drawSheet(Math.ceil(results.length / ROWS))
} finally {
  await boxes?.close()
  await chromium.close()
  await service.stop()
  files.close()
}
console.log(
  `${path.relative(root, out)}/table.md: ${results.filter(({ verdicts }) => verdicts.length).length} to look at`,
)

/** Prints one document three times, and says how the prints differ. */
async function compare(name, place, platen) {
  const address = files.origin + place
  const html = files.read(place)
  const [chrome, plain, better] = await Promise.all([
    attempt(() => chromium.print(address)),
    attempt(() => platen.print(html, address, false)),
    attempt(() => platen.print(html, address, true)),
  ])
  const prints = await Promise.all(
    Object.entries({ chromium: chrome, platen: plain, goCreditMode: better }).map(async ([label, print]) => ({
      label,
      ...print,
      ...(print.pdf && (await measured(`${name}-${label}`, print.pdf))),
    })),
  )
  const result = { name, words: wordsOf(chrome.text ?? ''), prints }
  const judged = judge(result)
  if (boxes) judged.verdicts.push(...(await judgeBoxes(name, html, address)))
  const { verdicts, reasons } = newVerdicts(name, judged.verdicts)
  const note = verdicts.map(told).join('; ') || 'ok'
  return {
    ...judged,
    verdicts,
    accepted: judged.verdicts.length - verdicts.length,
    reasons,
    note,
    prints: prints.map(({ label, pictures = [] }) => ({ label, pictures })),
  }
}

async function judgeBoxes(name, html, address) {
  const { pdf, texts, failed } = await attempt(() => boxes.print(html, address))
  if (failed) return [{ verdict: 'boxes failed', what: [failed] }]
  const wrong = misplaced(texts, (await measured(`${name}-boxes`, pdf)).byPage)
  return wrong.length > 0 ? [{ verdict: 'texts on other pages than expected', what: wrong }] : []
}

/** Written after each document, so that a run that is ended has a table, too. */
function writeTable() {
  const sorted = results.toSorted((a, b) => a.name.localeCompare(b.name))
  const plain = sorted.map(({ prints, ...result }) => result)
  fs.writeFileSync(path.join(out, 'table.md'), markdown(sorted))
  fs.writeFileSync(path.join(out, 'results.json'), JSON.stringify(plain, null, 1))
}

/** The documents that were printed last, as a picture. */
async function drawSheet(number) {
  const rows = results.slice((number - 1) * ROWS, number * ROWS)
  fs.writeFileSync(path.join(out, `sheet-${number}.png`), await chromium.draw(sheetOf(rows)))
}

async function attempt(work) {
  try {
    return await work()
  } catch (error) {
    return { failed: String(error).slice(0, 200) }
  }
}

async function measured(name, pdf) {
  const file = path.join(out, `${name}.pdf`)
  fs.writeFileSync(file, pdf)
  return { ...(await measure(file)), pictures: await pictures(file, thumbnails) }
}
