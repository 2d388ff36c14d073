/** What is wrong with a document's prints. */
import { lacking, MIN_INK } from './measure.mjs'

/** Findings that are about metadata, or need an author. */
const MINOR =
  /^(missing_|unprinted_link|low_resolution_image|collapsed|small_text|sparse_last_page|split_|stranded_heading|tall_picture)/
/** With less of Chromium's ink, something may be missing, as far as it is not smaller. */
const MIN_INK_SHARE = 0.6

/**
 * What is wrong with a print, and what of it: words, texts or numbers of pages.
 * @typedef {{ verdict: string, what: string[] }} Verdict
 */

/**
 * Compares prints: against what Chromium prints no word may be lost, against what a reader can see on a screen none
 * should be.
 */
export function judge({ name, words, prints }) {
  const [chrome, plain, better] = prints
  const failures = prints.flatMap(({ label, failed }) =>
    failed ? [{ verdict: `${label} failed`, what: [failed] }] : [],
  )
  const facts = { name, pages: prints.map(({ pages }) => pages ?? 0) }
  if (failures.length > 0) return { ...facts, verdicts: failures, lost: [], warnings: [], report: undefined }
  const lost = prints.map(({ solid }) => lacking(words, solid))
  const { report } = better
  return {
    ...facts,
    verdicts: [
      ...worseThanChromium(plain, chrome, words),
      ...worseThanChromium(better, chrome, words),
      ...claims(report, plain, better),
    ],
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

/** `words`: what a reader can see on a screen. @returns {Verdict[]} */
function worseThanChromium(print, chrome, words) {
  const numbered = (pages) => pages.map((page) => String(page + 1))
  const blank = numbered(emptyPages(print).filter((page) => isInked(chrome, page)))
  const empty = numbered(emptyPages(print))
  const share = sum(print.shade) / Math.max(1, sum(chrome.shade))
  return [
    { verdict: 'lost of Chromium’s', what: lostWords(print, chrome, words) },
    { verdict: 'blank, unlike Chromium’s', what: blank },
    {
      verdict: 'more empty pages than Chromium’s',
      what: empty.length > emptyPages(chrome).length ? empty : [],
    },
    {
      verdict: 'less ink than Chromium’s',
      what: share < MIN_INK_SHARE ? [`${Math.round(share * 100)} %`] : [],
    },
    { verdict: 'cut at the edge', what: print.beyond.length > chrome.beyond.length ? print.beyond : [] },
  ].flatMap(({ verdict, what }) => (what.length > 0 ? [{ verdict: `${print.label}: ${verdict}`, what }] : []))
}

/** So many letters of a piece must be there. */
const MIN_PIECE = 2

/** Words of Chromium's that are missing. Of pieces of words, which edges cut and cells break, a letter more or less is none. */
function lostWords(print, chrome, words) {
  const isPiece = (word) => !words.includes(word) && words.some((whole) => whole.includes(word))
  return lacking(chrome.words, print.solid).filter(
    (word) => !isPiece(word) || lacking([word.slice(0, MIN_PIECE)], print.solid).length > 0,
  )
}

/** What the report of goCreditMode says, against the prints. @returns {Verdict[]} */
function claims(report, plain, better) {
  if (!report) return []
  const { before = plain.pages, after = better.pages } = report.pages ?? {}
  const wrong = before !== plain.pages || after !== better.pages
  const left = Object.keys(report.left).filter((kind) => !MINOR.test(kind))
  return [
    ...(wrong
      ? [
          {
            verdict: 'other pages than the audit’s',
            what: [`${before}>${after}, printed ${plain.pages}>${better.pages}`],
          },
        ]
      : []),
    ...(left.length > 0 ? [{ verdict: 'left', what: left }] : []),
  ]
}

const isInked = ({ ink }, page) => ink[page] >= MIN_INK
const emptyPages = (print) => [...print.ink.keys()].filter((page) => !isInked(print, page))
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0)
