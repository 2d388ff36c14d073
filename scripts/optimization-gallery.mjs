/** `npm run optimization-gallery`: `docs/guide/print-optimisation.md`, with pictures of pages before and after. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './browser.mjs'
import { openOptimizer } from './optimizer.mjs'
import { encodePng, picturesOf } from './picture.mjs'

const corpus = path.join(root, 'test', 'fixtures', 'print')
const docs = path.join(root, 'docs/guide')
const folder = path.join(docs, 'print-optimisation')
/** Pixels that a page is wide: its text can be read in the picture at full size. */
const WIDTH = 540
const GAP = 8
/** Documents of which more than the first page has to be seen. */
const MORE_PAGES = {
  'fade-in-landing': 3,
  'word-export-breaks': 3,
  'landing-parallax': 2,
  'exam-sheet': 2,
  'field-report-figures': 2,
  'hebrew-invoice': 2,
  'receipt-min-height': 2,
}

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
    [before, after].map(({ pdf }) => picturesOf(pdf, { width: WIDTH, pages: MORE_PAGES[name] ?? 1 })),
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
    `### ${name}\n\n${what}\n\n${facts.filter(Boolean).join('; ')}\n\n[![${name}, before and after](print-optimisation/${name}.png)](print-optimisation/${name}.png)\n`,
  )
}
await optimizer.close()

const page = path.join(docs, 'print-optimisation.md')
const [text] = fs.readFileSync(page, 'utf8').split('<!-- gallery -->')
fs.writeFileSync(page, `${text}<!-- gallery -->\n\n${sections.join('\n')}`)
console.log(`${sections.length} pairs`)

/** Pages before in the left column and after in the right one, on a grey that lets white paper stand out. */
function sideBySide(before, after) {
  const columns = [before, after]
  const heights = columns.map((pages) => pages.reduce((sum, page) => sum + page.height + GAP, GAP))
  const widths = columns.map((pages) => Math.max(...pages.map((page) => page.width)))
  const width = widths.reduce((sum, one) => sum + one, 3 * GAP)
  const height = Math.max(...heights)
  const data = Buffer.alloc(width * height * 4, 200)
  for (const [column, pages] of columns.entries()) {
    const left = column === 0 ? GAP : 2 * GAP + widths[0]
    let top = GAP
    for (const page of pages) {
      for (let y = 0; y < page.height; y++)
        data.set(
          page.data.subarray(y * page.width * 4, (y + 1) * page.width * 4),
          ((top + y) * width + left) * 4,
        )
      top += page.height + GAP
    }
  }
  return { width, height, data }
}
