/** A word in hollow block letters on every page, under and over everything, in no font. */
import { type PDFDocument, PDFName, type PDFPage } from 'pdf-lib'
import { arrayAt, dictOf, nameAt } from '../pdfa/objects'
import { budgetOf } from '../work-budget'
import { drawUnderAndOver, matrixText, type Size, type View, viewOf } from './overlay'
import { unusedName } from './page-resources'

/** Outlines of block letters on a grid, each letter eight units wide at most, lines ten units high. */
const letters = {
  E: '0,0 0,10 7,10 7,8 2,8 2,6 6,6 6,4 2,4 2,2 7,2 7,0',
  I: '3,0 3,10 5,10 5,0',
  P: '0,0 0,10 7,10 7,4 2,4 2,0',
  R: '0,0 0,10 7,10 7,4 5,4 7,0 5,0 3,4 2,4 2,0',
  S: '0,10 7,10 7,8 2,8 2,6 7,6 7,0 0,0 0,2 5,2 5,4 0,4',
  T: '0,10 8,10 8,8 5,8 5,0 3,0 3,8 0,8',
  V: '0,10 2,10 4,3 6,10 8,10 5,0 3,0',
  W: '0,10 1.5,10 2.5,3 3.5,8 4.5,8 5.5,3 6.5,10 8,10 6.5,0 5,0 4,5 3,0 1.5,0',
}
export type Letter = keyof typeof letters
const ADVANCE = 9.5

/** sRGB (IEC 61966-2-1) as a calibrated colour space (8.6.5.3), which no entry of a page redefines. */
const SRGB = {
  WhitePoint: [0.9505, 1, 1.089],
  Gamma: [2.2, 2.2, 2.2],
  Matrix: [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505],
}

export type WordStamp = {
  word: readonly Letter[]
  /** Width of its lines, in units of the letters. */
  lineWidth: number
  /** Where the word stands on a page: the matrix of a box of `size`, whose origin is its lower left corner. */
  place: (view: View, size: Size) => number[]
}

/**
 * Draws a word below and above what each page shows. Lines without fill or transparency leave the text below readable,
 * and are allowed in every level of PDF/A. Nothing is left that a reader draws over it: of annotations only links stay,
 * without a look of their own.
 */
export async function stampWord(document: PDFDocument, { word, lineWidth, place }: WordStamp): Promise<void> {
  // The page may redefine what colours without a colour space of their own mean (8.6.5.6, `DefaultRGB`).
  const value = document.context.register(document.context.obj(['CalRGB', SRGB]))
  const space = {
    category: 'ColorSpace',
    name: unusedName(document.getPages(), 'ColorSpace', 'TestStamp'),
    value,
  }
  const size = { width: (word.length - 1) * ADVANCE + 8, height: 10 }
  const path = word.map((letter, index) => outline(letters[letter], index * ADVANCE)).join('\n')
  for (const page of document.getPages()) {
    const matrix = matrixText(place(viewOf(page), size))
    const content = `${matrix} cm\n/${space.name} CS 0.8 0.2 0.2 SC ${lineWidth} w 1 j\n${path}\nS`
    await drawUnderAndOver(page, { content, resources: [space] })
    keepBareLinks(page)
    await budgetOf(document.context).takeTurns()
  }
}

/** Links lead somewhere and show nothing; every other annotation could hide the page. */
function keepBareLinks(page: PDFPage): void {
  const annotations = arrayAt(page.node, 'Annots')
  const links = (annotations?.asArray() ?? []).filter((_, index) => {
    const dict = dictOf(annotations?.lookup(index))
    if (!dict || nameAt(dict, 'Subtype') !== 'Link') return false
    for (const key of ['AP', 'BS', 'C', 'MK']) dict.delete(PDFName.of(key))
    dict.set(PDFName.of('Border'), page.doc.context.obj([0, 0, 0]))
    return true
  })
  if (annotations) page.node.set(PDFName.of('Annots'), page.doc.context.obj(links))
}

function outline(points: string, offset: number): string {
  const corners = points.split(' ').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number)
    return `${x + offset} ${y}`
  })
  return corners
    .map((corner, index) => `${corner} ${index === 0 ? 'm' : 'l'}`)
    .join(' ')
    .concat(' h')
}
