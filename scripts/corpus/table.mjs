/** What is wrong with a document's prints, and the table of all documents. */
import { lacking, MIN_INK } from './measure.mjs'

/** Findings that are about metadata, or need an author. */
const MINOR =
  /^(missing_|unprinted_link|low_resolution_image|collapsed|small_text|sparse_last_page|split_|stranded_heading|tall_picture)/
/** With less of Chromium's ink, something may be missing, as far as it is not smaller. */
const MIN_INK_SHARE = 0.6
/** Words that are named for each verdict. */
const EXAMPLES = 6

/**
 * Compares prints: against what Chromium prints no word may be lost, against what a reader can see on a screen none
 * should be.
 */
export function judge({ name, words, prints }) {
  const [chrome, plain, better] = prints
  const verdicts = prints.flatMap(({ label, failed }) => (failed ? [`${label} failed: ${failed}`] : []))
  const facts = { name, verdicts, pages: prints.map(({ pages }) => pages ?? 0) }
  if (verdicts.length > 0) return { ...facts, lost: [], warnings: [], report: undefined }
  const lost = prints.map(({ solid }) => lacking(words, solid))
  for (const print of [plain, better]) {
    const worse = lacking(chrome.words, print.solid)
    if (worse.length > 0) verdicts.push(`${print.label} lost of Chromium’s: ${few(worse)}`)
    const blank = chrome.ink.flatMap((ink, page) =>
      ink >= MIN_INK && print.ink[page] < MIN_INK ? [page + 1] : [],
    )
    if (blank.length > 0) verdicts.push(`${print.label} blank: page ${blank.join(', ')}`)
    const empty = (ink) => ink.filter((pixels) => pixels < MIN_INK).length
    if (empty(print.ink) > empty(chrome.ink)) verdicts.push(`${print.label} has more empty pages`)
    const share = sum(print.ink) / Math.max(1, sum(chrome.ink))
    if (share < MIN_INK_SHARE)
      verdicts.push(`${print.label} has ${Math.round(share * 100)} % of Chromium’s ink`)
    if (print.beyond.length > chrome.beyond.length)
      verdicts.push(`${print.label} cut at the edge: ${few(print.beyond)}`)
  }
  const { report } = better
  const claimed = report?.pages
  if (claimed && (claimed.before !== plain.pages || claimed.after !== better.pages))
    verdicts.push(
      `audit says ${claimed.before}>${claimed.after} pages, printed ${plain.pages}>${better.pages}`,
    )
  const left = Object.entries(report?.left ?? {}).filter(([kind]) => !MINOR.test(kind))
  if (left.length > 0) verdicts.push(`left: ${left.map(([kind, count]) => `${kind}:${count}`).join(' ')}`)
  return {
    ...facts,
    lost: lost.map(({ length }) => Math.round((100 * length) / Math.max(1, words.length))),
    lostWords: lost[2].slice(0, 40),
    score: report && `${report.score.before}>${report.score.after}`,
    found: report?.found,
    repaired: report?.repaired,
    left: report?.left,
    cut: report?.cut_texts,
    ms: [plain.ms, better.ms],
    warnings: better.warnings,
  }
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0)

function few(words) {
  const more = words.length > EXAMPLES ? ` and ${words.length - EXAMPLES} more` : ''
  return words.slice(0, EXAMPLES).join(' ') + more
}

/** The table: pages and percent of words lost as Chromium/Platen/goCreditMode. */
export function markdown(results) {
  const head =
    '| document | pages | lost % | score | ms | warnings | to look at |\n| --- | --- | --- | --- | --- | --- | --- |'
  const lines = results.map(({ name, pages, lost, score = '', ms = [], warnings, verdicts }) => {
    const cells = [
      name,
      pages.join('/'),
      lost.join('/'),
      score,
      ms.join('/'),
      warnings.length,
      verdicts.join('; '),
    ]
    return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  })
  return `${[head, ...lines].join('\n')}\n`
}
