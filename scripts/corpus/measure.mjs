/** What is on the pages of a PDF, as poppler reads and draws it. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** A page has ink if so many of its pixels, at this resolution, are not of the page's commonest shade. */
export const MIN_INK = 12
const DPI = 24
/** A word may reach so many points beyond the page's edge: a letter's side bearing. */
const EDGE = 2
const MAX_PAGES = 80
const MAX_OUTPUT = 1 << 28
const execute = promisify(execFile)

/**
 * `words` are the distinct words, `solid` is the text without spaces, `byPage` each page's, `beyond` the words that the
 * page's edge cuts, `ink` counts each page's inked pixels, `shade` weighs all pixels: one of black is 1, one of
 * white is 0.
 */
export async function measure(file) {
  const text = await run('pdftotext', ['-bbox', file, '-'])
  const pages = [...text.toString().matchAll(/<page width="([\d.]+)"[^>]*>(.*?)<\/page>/gs)]
  const words = pages.map(([, width, page]) =>
    [...page.matchAll(/<word xMin="([-\d.]+)"[^>]* xMax="([-\d.]+)"[^>]*>(.*?)<\/word>/g)].map(
      ([, left, right, text]) => ({
        text: decode(text),
        out: Number(right) > Number(width) + EDGE || Number(left) < -EDGE,
      }),
    ),
  )
  return {
    pages: pages.length,
    byPage: words.map((page) => solid(page.map(({ text }) => text).join(''))),
    solid: solid(
      words
        .flat()
        .map(({ text }) => text)
        .join(''),
    ),
    words: wordsOf(
      words
        .flat()
        .map(({ text }) => text)
        .join(' '),
    ),
    beyond: words
      .flat()
      .filter(({ out }) => out)
      .map(({ text }) => text),
    ...(await inkOfPages(file, Math.min(pages.length, MAX_PAGES))),
  }
}

/** Distinct words of at least two characters. */
export function wordsOf(text) {
  return [...new Set(text.normalize('NFKC').split(/\s+/))].filter((word) => word.length > 1)
}

/** The words of `words` that `solidText` lacks, however lines and cells break them, and wherever an ellipsis cut them. */
export function lacking(words, solidText) {
  return words.filter((word) => !solidText.includes(solid(word).replace(/\.{3}$/, '')))
}

/** Text without spaces, and without hyphens, which poppler joins at the ends of lines. */
export function solid(text) {
  return text.normalize('NFKC').replace(/[\s\u00ad\u200b-]+/g, '')
}

/** Small pictures of the first pages, as PNG. */
export async function pictures(file, { width, pages }) {
  const prefix = `${file}-page`
  await run('pdftoppm', [
    '-png',
    '-l',
    String(pages),
    '-scale-to-x',
    String(width),
    '-scale-to-y',
    '-1',
    file,
    prefix,
  ])
  return fs
    .globSync(`${path.basename(prefix)}-*.png`, { cwd: path.dirname(file) })
    .sort()
    .map((name) => {
      const picture = path.join(path.dirname(file), name)
      const bytes = fs.readFileSync(picture)
      fs.rmSync(picture)
      return bytes
    })
}

async function inkOfPages(file, pages) {
  const drawn = await run('pdftoppm', ['-gray', '-r', String(DPI), '-l', String(pages), file])
  const ink = []
  const shade = []
  for (let at = 0; at < drawn.length; ) {
    const [header, width, height] =
      /^P5\s(\d+) (\d+)\s255\s/.exec(drawn.toString('latin1', at, at + 40)) ?? []
    if (!header) throw new Error(`${file} was not drawn as expected`)
    const start = at + header.length
    at = start + Number(width) * Number(height)
    const counts = new Uint32Array(256)
    for (const value of drawn.subarray(start, at)) counts[value]++
    ink.push(at - start - Math.max(...counts))
    shade.push(counts.reduce((all, count, value) => all + (count * (255 - value)) / 255, 0))
  }
  return { ink, shade }
}

function decode(text) {
  const names = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return text.replace(/&(\w+);/g, (whole, name) => names[name] ?? whole)
}

async function run(command, words) {
  const { stdout } = await execute(command, words, { maxBuffer: MAX_OUTPUT, encoding: 'buffer' })
  return stdout
}
