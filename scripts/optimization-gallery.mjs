/** `npm run optimization-gallery`: `docs/guide/print-optimisation.md`, with pictures of pages before and after. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './browser.mjs'
import { openOptimizer } from './optimizer.mjs'
import { encodePng, picturesOf } from './picture.mjs'

const corpus = path.join(root, 'test', 'fixtures', 'print')
const docs = path.join(root, 'docs/guide')
const folder = path.join(docs, 'print-optimisation')
const WIDTH = 270
const PAGES = 3
const GAP = 8

/** The documents that show most, and what there is to see. */
const shown = {
  'article-fixed-width':
    'A column of 1,240 pixels, which the browser shrinks and then cuts; its masthead lies over every page.',
  'financial-year-table':
    'Fourteen columns that must not wrap: narrower cells, a little smaller, every number on one line.',
  'dashboard-side-bar':
    'No room for ten columns beside a side bar: it goes above the page’s content, in columns of its own width.',
  'fade-in-landing': 'Text that fades in on scrolling: four of six pages were blank.',
  'hero-slider': 'Captions placed by coordinates in a slider of five slides, of which one was printed.',
  'admin-app-shell': 'A scroll pane of one screen: 46 orders, of which paper showed the first half.',
  'word-export-breaks': 'Breaks before and after empty paragraphs: nine pages, of which four are blank.',
  'landing-parallax': 'Sections of a screen’s height with nothing but a picture behind them.',
  'calendar-month': 'A month wider than the page keeps its seven columns.',
  'exam-sheet': 'Questions at the foot of one page, their drawings on the next.',
  'field-report-figures': 'Figures parted from their captions.',
  'hebrew-invoice': 'Split rows, and a head on the first page only, right to left.',
  'shop-carousel': 'Two of three slides were never printed.',
  'resume-sidebar': 'White text for a background that the caller left out, and two lines on a last page.',
  'kanban-board': 'A board that scrolls sideways on a screen.',
  'receipt-min-height': 'Three blank pages under a receipt.',
  'chat-transcript': 'A transcript in a scroll box, and an input bar over the rest.',
}

const expected = JSON.parse(fs.readFileSync(path.join(corpus, 'expected.json'), 'utf8'))
fs.mkdirSync(folder, { recursive: true })
const optimizer = await openOptimizer()
const sections = []
for (const [name, what] of Object.entries(shown)) {
  const html = fs.readFileSync(path.join(corpus, 'bad', `${name}.html`), 'utf8')
  const { options = {} } = expected[`${name}.html`]
  const before = await optimizer.print(html, options, false)
  const after = await optimizer.print(html, options, true)
  const pictures = await Promise.all(
    [before, after].map(({ pdf }) => picturesOf(pdf, { width: WIDTH, pages: PAGES })),
  )
  fs.writeFileSync(path.join(folder, `${name}.png`), encodePng(sideBySide(...pictures)))
  const { score, pages, repaired, scale } = after.optimized.report
  const facts = [
    `score ${score.before} → ${score.after}`,
    pages && `pages ${pages.before} → ${pages.after}`,
    `repaired: ${repaired.map((kind) => `\`${kind}\``).join(', ')}`,
    scale && `print scale ${scale}`,
  ]
  sections.push(
    `### ${name}\n\n${what}\n\n${facts.filter(Boolean).join('; ')}\n\n![${name}, before and after](print-optimisation/${name}.png)\n`,
  )
}
await optimizer.close()

const page = path.join(docs, 'print-optimisation.md')
const [text] = fs.readFileSync(page, 'utf8').split('<!-- gallery -->')
fs.writeFileSync(page, `${text}<!-- gallery -->\n\n${sections.join('\n')}`)
console.log(`${sections.length} pairs`)

/** Pages before on the left and after on the right of a red line, on a grey that lets white paper stand out. */
function sideBySide(before, after) {
  const pictures = [...before, undefined, ...after]
  const width = pictures.reduce((sum, picture) => sum + (picture?.width ?? 4) + GAP, GAP)
  const height = Math.max(...[...before, ...after].map((picture) => picture.height)) + 2 * GAP
  const data = Buffer.alloc(width * height * 4, 200)
  let left = GAP
  for (const picture of pictures) {
    for (let y = 0; y < (picture?.height ?? height); y++) {
      const at = ((picture ? GAP + y : y) * width + left) * 4
      if (picture) data.set(picture.data.subarray(y * picture.width * 4, (y + 1) * picture.width * 4), at)
      else data.set([200, 40, 40, 255, 200, 40, 40, 255, 200, 40, 40, 255, 200, 40, 40, 255], at)
    }
    left += (picture?.width ?? 4) + GAP
  }
  return { width, height, data }
}
