/** Whether tables in the tags are rectangles (ISO 14289-1 7.2). */
import { PDFDict, PDFDocument, PDFName, type PDFRef } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { irregularTables } from '../../../../src/pdf/pdfa/irregular-tables'

/** A cell by its spans: columns and rows. */
type Cell = [columns?: number, rows?: number]

/** How many of the document's tables, here one of such rows, are irregular. */
async function irregular(sections: Cell[][][]): Promise<number> {
  const doc = await PDFDocument.create()
  const { context } = doc
  const root = context.register(context.obj({ Type: 'StructTreeRoot' }))
  const element = (type: string, kids: PDFRef[], more = {}) =>
    context.register(context.obj({ Type: 'StructElem', S: type, P: root, K: kids, ...more }))
  const cell = ([columns = 1, rows = 1]: Cell) =>
    element('TD', [], { A: [{ O: 'Layout' }, { O: 'Table', ColSpan: columns, RowSpan: rows }] })
  const row = (cells: Cell[]) => element('TR', cells.map(cell))
  const table = element(
    'Table',
    sections.map((rows) => element('TBody', rows.map(row))),
  )
  context.lookup(root, PDFDict).set(PDFName.of('K'), context.obj([table]))
  doc.catalog.set(PDFName.of('StructTreeRoot'), root)
  return irregularTables(doc).length
}

describe('a table in the tags', () => {
  it.each<[string, Cell[][][]]>([
    [
      'equal rows',
      [
        [
          [[], []],
          [[], []],
        ],
      ],
    ],
    ['a cell that takes two columns', [[[[2]], [[], []]]]],
    ['a cell that takes two rows', [[[[1, 2], []], [[]]]]],
    [
      'several sections',
      [
        [[[], [], []]],
        [
          [[2], []],
          [[], [2]],
        ],
      ],
    ],
    ['no rows', []],
    [
      'cells in between',
      [
        [
          [[], [1, 3], []],
          [[], []],
          [[], []],
        ],
      ],
    ],
  ])('with %s is regular', async (_, sections) => {
    expect(await irregular(sections)).toBe(0)
  })

  it.each<[string, Cell[][][]]>([
    [
      'a row that lacks a cell',
      [
        [
          [[], [], []],
          [[], []],
        ],
      ],
    ],
    [
      'a row that has one more',
      [
        [
          [[], []],
          [[], [], []],
        ],
      ],
    ],
    [
      'a cell that takes a column too much',
      [
        [
          [[2], []],
          [[], []],
        ],
      ],
    ],
    ['a cell that reaches below the last row', [[[[1, 2], []]]]],
    [
      'cells that overlap',
      [
        [
          [[], [1, 2], []],
          [[2], []],
        ],
      ],
    ],
    ['another section that is narrower', [[[[], []]], [[[]]]]],
  ])('with %s is not', async (_, sections) => {
    expect(await irregular(sections)).toBe(1)
  })
})
