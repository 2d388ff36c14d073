import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFRef } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { isFormInOrder } from '../../../../src/pdf/pdfa/form-tags'
import { levelHeadings } from '../../../../src/pdf/pdfa/heading-tags'
import { validLanguage } from '../../../../src/pdf/pdfa/language-tags'
import { repairStructure } from '../../../../src/pdf/pdfa/mend-structure'
import { splitLongArrays } from '../../../../src/pdf/pdfa/split-long-arrays'
import { kids, tagsOf } from '../../../../src/pdf/pdfa/structure-tree'
import { WorkLimitExceeded } from '../../../../src/pdf/work-budget'

type Tree = [type: string, ...kids: (Tree | number)[]]

/** A document with this structure below its root; numbers are marked content. */
async function tagged(...trees: Tree[]): Promise<PDFDocument> {
  const doc = await PDFDocument.create()
  const { context } = doc
  doc.addPage()
  const root = context.obj({ Type: 'StructTreeRoot' })
  const rootRef = context.register(root)
  const add = ([type, ...inner]: Tree, parent: PDFRef): PDFRef => {
    const dict = context.obj({ S: type, P: parent })
    const ref = context.register(dict)
    const list = PDFArray.withContext(context)
    for (const kid of inner) list.push(typeof kid === 'number' ? PDFNumber.of(kid) : add(kid, ref))
    dict.set(PDFName.of('K'), list)
    return ref
  }
  root.set(PDFName.of('K'), context.obj(trees.map((tree) => add(tree, rootRef))))
  doc.catalog.set(PDFName.of('StructTreeRoot'), rootRef)
  return doc
}

/** The structure as text: `L(LI(P))`. */
function outline(doc: PDFDocument): string {
  const below = (dict: PDFDict): string =>
    kids(dict)
      .map((kid) => {
        if (kid instanceof PDFNumber) return kid.toString()
        const inner = doc.context.lookup(kid, PDFDict)
        const content = below(inner)
        return `${inner.lookup(PDFName.of('S'), PDFName).decodeText()}${content && `(${content})`}`
      })
      .join(' ')
  return below(doc.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict))
}

it('refuses ids of content that leave a list of millions of empty places', async () => {
  const doc = await tagged(...Array.from({ length: 40 }, (): Tree => ['P', 999_999]))
  for (const { dict } of tagsOf(doc)) {
    if (dict.has(PDFName.of('K'))) dict.set(PDFName.of('Pg'), doc.addPage().ref)
  }
  expect(() => repairStructure(doc, { isPart1: false })).toThrow(WorkLimitExceeded)
})

describe('headings', () => {
  it.each([
    [['H3', 'H1', 'H4', 'H6', 'H2'], 'H1 H1 H2 H3 H2'],
    [['H1', 'H2', 'H3', 'H2', 'H1'], 'H1 H2 H3 H2 H1'],
    [['H2', 'H2', 'H3'], 'H1 H1 H2'],
    [['H1', 'H', 'H3', 'H'], 'H1 H1 H2 H2'],
    [['Sect', 'H'], 'Sect H'],
  ])('%j become as deep as they are nested', async (before, after) => {
    const doc = await tagged(...before.map((type): Tree => [type]))
    levelHeadings(doc)
    expect(outline(doc)).toBe(after)
  })
})

describe('nesting', () => {
  it('puts between lists, tables and their kids what belongs there', async () => {
    const doc = await tagged(
      ['L', ['P', 1], ['LI', ['Link', 2], ['LBody', 3]]],
      ['Table', ['TR', ['P', 4]], ['Caption', 5]],
      ['L', ['NonStruct', ['LI', ['LBody']]]],
      ['TOC', ['P', 6], ['Caption', 7]],
    )
    repairStructure(doc, { isPart1: false })
    expect(outline(doc)).toBe(
      'L(LI(LBody(P(1))) LI(LBody(Link(2)) LBody(3))) Table(TR(TD(P(4))) Caption(5)) L(NonStruct(LI(LBody))) TOC(Caption(7) TOCI(P(6)))',
    )
  })

  it('makes divisions of what stands outside its list or table', async () => {
    const doc = await tagged(
      ['Div', ['LI', ['LBody', 1]], ['TBody', ['TR', ['TH', 2]]], ['TOCI', 3]],
      ['Table', ['NonStruct', ['TR', ['TD', ['LI', 4]]]]],
      ['P', ['TR', ['TD', 5]]],
    )
    repairStructure(doc, { isPart1: false })
    expect(outline(doc)).toBe(
      'Div(Div(Div(1)) Div(Div(Div(2))) Div(3)) Table(NonStruct(TR(TD(Div(4))))) P(Div(Div(5)))',
    )
  })

  it('leaves a table one caption at an end, one head, one foot and a body', async () => {
    const row = (id: number): Tree => ['TR', ['TD', id]]
    const doc = await tagged(
      ['Table', row(1), ['Caption', 2], ['Caption', 3], row(4)],
      ['Table', ['THead', row(5)]],
      ['Table', ['THead', row(6)], ['TBody', row(7)], ['THead', row(8)]],
    )
    repairStructure(doc, { isPart1: false })
    expect(outline(doc)).toBe(
      'Table(Caption(2 P(3)) TR(TD(1)) TR(TD(4))) Table(TBody(TR(TD(5)))) Table(THead(TR(TD(6))) TBody(TR(TD(7))) TBody(TR(TD(8))))',
    )
  })

  it('takes a figure around other elements for a division, whatever border it has', async () => {
    const bare = await tagged(['Figure', ['Figure', 1], ['Caption', 2]])
    const bordered = await tagged(['Figure', 0, ['Figure', 1], ['Caption', 2]])
    const picture = await tagged(['Figure', 0, ['Caption', 1]])
    for (const doc of [bare, bordered, picture]) repairStructure(doc, { isPart1: false })
    expect([bare, bordered, picture].map(outline)).toEqual([
      'Div(Figure(1) Caption(2))',
      'Div(0 Figure(1) Caption(2))',
      'Figure(0 Caption(1))',
    ])
  })
})

describe('forms', () => {
  it('around other things than a field are divisions', async () => {
    const doc = await tagged(['Form', ['P', 0]], ['Form', 1], ['Form', 2], ['Form', 3])
    const { context } = doc
    const [, , , widget, printed] = [...tagsOf(doc)].map(({ dict }) => dict)
    const Obj = context.register(context.obj({ Subtype: 'Widget' }))
    widget?.set(PDFName.of('K'), context.obj({ Type: 'OBJR', Obj }))
    printed?.set(PDFName.of('A'), context.obj({ O: 'PrintField', Role: 'tv' }))
    const inOrder = () => [...tagsOf(doc)].map(isFormInOrder)
    expect(inOrder()).toEqual([false, true, false, true, true])
    repairStructure(doc, { isPart1: false })
    expect([...tagsOf(doc)].map(({ type }) => type)).toEqual(['Div', 'P', 'Div', 'Form', 'Form'])
    expect(inOrder()).toEqual([true, true, true, true, true])
  })
})

describe('names', () => {
  const roles = (doc: PDFDocument) =>
    doc.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).lookup(PDFName.of('RoleMap'))?.toString()

  it('of Chromium are mapped to standard ones', async () => {
    const doc = await tagged(['Strong', 1], ['Aside', 2], ['P', 3], ['Unheard', 4])
    repairStructure(doc, { isPart1: false })
    expect(roles(doc)).toContain('/Strong /Span')
    expect(roles(doc)).toContain('/Aside /Sect')
    expect(roles(doc)).toContain('/Unheard /Div')
    expect(roles(doc)).not.toContain('/P ')
  })

  it('of an author are what the map of roles leads to, and standard ones mean themselves', async () => {
    const doc = await tagged(['Tit', 1], ['P', 2])
    const root = doc.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
    root.set(PDFName.of('RoleMap'), doc.context.obj({ Tit: 'Big', Big: 'H1', P: 'H2' }))
    repairStructure(doc, { isPart1: false })
    expect(outline(doc)).toBe('H1(1) P(2)')
    expect(roles(doc)).not.toContain('/P ')
  })

  it('that PDF 1.4 lacks are replaced for part 1', async () => {
    const doc = await tagged(['Ruby', ['RB', 1], ['RT', 2]])
    repairStructure(doc, { isPart1: true })
    expect(outline(doc)).toBe('Span(Span(1) Span(2))')
  })
})

it('leads from content back to its element, and lets go of annotations that are gone', async () => {
  const doc = await tagged(['P', 1], ['Form'])
  const { context } = doc
  const page = doc.getPage(0)
  const [paragraph, form] = [...tagsOf(doc)]
  paragraph?.dict.set(PDFName.of('Pg'), page.ref)
  form?.dict.set(PDFName.of('K'), context.obj({ Type: 'OBJR', Obj: context.nextRef() }))
  repairStructure(doc, { isPart1: false })
  expect(outline(doc)).toBe('P(1) NonStruct')
  const key = page.node.get(PDFName.of('StructParents'))
  const root = doc.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
  const numbers = root.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray)
  expect(String(numbers.get(0))).toBe(String(key))
  expect(numbers.lookup(1, PDFArray).asArray().map(String)).toEqual(['null', String(paragraph?.ref)])
})

it('gives a document without tags an empty tree', async () => {
  const doc = await PDFDocument.create()
  repairStructure(doc, { isPart1: true })
  expect(outline(doc)).toBe('Document')
})

it('splits arrays longer than part 1 allows, and loses nothing', async () => {
  const items = Array.from({ length: 9_000 }, (_, at): Tree => ['LI', ['LBody', at]])
  const doc = await tagged(['L', ...items])
  splitLongArrays(doc)
  const lengths = [...tagsOf(doc)].map(({ dict }) => kids(dict).length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(8_191)
  expect([...tagsOf(doc)].filter(({ type }) => type === 'LBody')).toHaveLength(9_000)
  expect([...tagsOf(doc)].filter(({ type }) => type === 'L')).toHaveLength(4)
})

describe('languages', () => {
  it.each([
    ['de-AT-1996', 'de-AT-1996', 'de-AT'],
    ['es-419', 'es-419', 'es'],
    ['en-US@posix', undefined, undefined],
    ['zh-Hans', 'zh-Hans', 'zh-Hans'],
    ['', undefined, undefined],
    ['_', undefined, undefined],
  ])('%s is %s to PDF/UA and %s to part 1', (tag, ua, part1) => {
    expect(validLanguage(tag, false)).toBe(ua)
    expect(validLanguage(tag, true)).toBe(part1)
  })
})
