/**
 * What finishing adds to printing: each document is printed by a warm browser and finished inside workerd, turn by
 * turn in one run, and the ratio of the two times is what counts. Memory is the growth of the workerd process that
 * runs this Worker alone, from idle to its peak: an upper bound for its one isolate, garbage included.
 */
import puppeteer from 'puppeteer-core'
import { prepareBrowser } from '../scripts/browser.mjs'
import { memoryUnder } from './memory.mjs'
import { report } from './performance-page.mjs'
import { noise } from './pictures.mjs'
import { median } from './service.mjs'
import { launchWorker } from './worker.mjs'

const rounds = Number(process.env.ROUNDS ?? 7)
const { PLATEN_CHROME: executablePath } = await prepareBrowser()
const service = await launchWorker({ main: 'bench/finish-worker.ts' })
// It runs this Worker and nothing else.
const workerd = memoryUnder(process.pid, 'workerd')
const browser = await puppeteer.launch({ executablePath, headless: 'shell' })
try {
  // First, while the process has not grown by anything else.
  const chain = { conform: { level: '3b' }, testStamp: true, properties: { author: 'Bench' }, compress: true }
  const raw = await print(prose(50), true)
  await finish(await print('<p>one page', true), chain, '&merge=1')
  const whole = await measured(raw, chain, '&merge=1')
  const flattened = await measured(await print(prose(20, 'box-shadow:0 0 9px #0008'), false), {
    conform: { level: '1b' },
  })
  const memory = [
    ['', 'pages', 'ms', 'MB above idle, at most', 'wanted'],
    ['the whole chain, tagged', ...whole, '<= 128'],
    ['every page flattened for PDF/A-1b', ...flattened, '<= 128'],
  ]

  const text20 = prose(20)
  const photos = pictures(5)
  const rows = [
    await compared('20 pages, PDF/A-3b', text20, { conform: { level: '3b' } }, '<= 0.25'),
    await compared('20 pages, PDF/A-2a', text20, { conform: { level: '2a' } }),
    await compared('20 pages, PDF/A-1b', text20, { conform: { level: '1b' } }, '<= 0.40'),
    await compared('a page of cards with shadows, PDF/A-1b', cards(1), { conform: { level: '1b' } }),
    await compared('20 pages, properties', text20, { properties: { author: 'Bench' } }),
    await compared('20 pages, a stamp', text20, { stamps: [{ text: 'PAID' }] }),
    await compared('20 pages, page numbers', text20, { pageNumbers: {} }),
    await compared('20 pages, a test key’s mark', text20, { testStamp: true }),
    await compared('20 pages, split into four', text20, { split: { every: 5 } }),
    await compared('20 pages, merged with themselves', text20, {}, '', '&merge=1'),
    await compared('20 pages, a file of 100 KB attached', text20, {}, '', '&embed=1'),
    await compared('20 pages, compress', text20, { compress: true }),
    await compared('20 pages, password', text20, { encryption: { userPassword: 'u' } }),
    await compared('5 MB of pictures, password', photos, { encryption: { userPassword: 'u' } }, '<= 0.50'),
    await compared('5 MB of pictures, compress', photos, { compress: true }),
  ]
  report('Finishing', [
    'What finishing takes in workerd beside the print that it follows, in milliseconds, and the ratio of the two.',
    [['', 'print', 'finish', 'ratio', 'wanted'], ...rows],
    'Memory of the process of one isolate, garbage included:',
    memory,
  ])
} finally {
  await browser.close()
  await service.stop()
}

async function measured(raw, plan, more) {
  workerd.forgetPeak()
  const idle = workerd.resident()
  const { pages, ms } = await finish(raw, plan, more)
  return [String(pages), ms, workerd.peak() - idle]
}

async function compared(name, html, plan, wanted = '', more = '') {
  const printing = []
  const finishing = []
  for (let round = 0; round < rounds + 2; round++) {
    const started = performance.now()
    const raw = await print(html, plan.conform?.level === '2a')
    const printed = performance.now() - started
    const { ms } = await finish(raw, plan, more)
    if (round < 2) continue
    printing.push(printed)
    finishing.push(ms)
  }
  return [name, median(printing), median(finishing), median(finishing) / median(printing), wanted]
}

async function print(html, tagged) {
  const page = await browser.newPage()
  await page.setContent(html, { waitUntil: 'load' })
  const bytes = await page.pdf({ format: 'A4', printBackground: true, tagged, outline: tagged })
  await page.close()
  return bytes
}

async function finish(raw, plan, more = '') {
  const query = `plan=${encodeURIComponent(JSON.stringify(plan))}${more}`
  const answer = await fetch(`${service.origin}/finish?${query}`, { method: 'POST', body: raw })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return await answer.json()
}

function prose(pages, style = '') {
  const words = 'total tax invoice customer service discount shipping quarter contract façade straße'.split(
    ' ',
  )
  const sentence = (seed) =>
    Array.from({ length: 12 }, (_, at) => words[(seed * 7 + at * at) % words.length]).join(' ')
  const page = (number) =>
    `<section><h2>Chapter ${number}</h2>${Array.from({ length: 24 }, (_, at) => `<p>${sentence(number * 31 + at)}.</p>`).join('')}</section>`
  const sections = Array.from({ length: pages }, (_, at) => page(at + 1)).join('')
  return `<!doctype html><html lang="en"><title>Prose</title><style>section{break-after:page;${style}}</style>${sections}`
}

/** So many pages of cards whose shadows PDF/A-1 cannot hold. */
function cards(pages) {
  const card = '<p class="card">Text on a card, which stays text.</p>'
  const style = 'section{break-after:page}.card{padding:1em;box-shadow:0 4px 12px rgba(0,0,0,.4)}'
  const sections = `<section>${card.repeat(6)}</section>`.repeat(pages)
  return `<!doctype html><html lang="en"><title>Cards</title><style>${style}</style>${sections}`
}

/** So many pictures of a megabyte each, that no compressor makes smaller: noise in PNG. */
function pictures(count) {
  const images = Array.from(
    { length: count },
    (_, at) =>
      `<p><img width="600" alt="" src="data:image/png;base64,${noise(590, 590, at).toString('base64')}"></p>`,
  )
  return `<!doctype html><html lang="en"><title>Pictures</title>${images.join('')}`
}
