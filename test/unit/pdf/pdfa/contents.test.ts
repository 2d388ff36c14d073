import { PDFDocument, PDFName } from 'pdf-lib'
import { expect, it } from 'vitest'
import { allContentsOf } from '../../../../src/pdf/pdfa/contents'
import { budgetOf } from '../../../../src/pdf/work-budget'

const SIZE = 500

/** So many pages, each with resources of its own, that share what `entry` makes of `SIZE` forms. */
async function sharing(use: 'XObject' | 'Pattern' | 'AP') {
  const doc = await PDFDocument.create()
  const { context } = doc
  const shared = context.obj({})
  for (let at = 0; at < SIZE; at++) {
    const form = context.register(context.stream('', { Subtype: 'Form', BBox: [0, 0, 9, 9] }))
    shared.set(PDFName.of(`X${at}`), form)
  }
  const ref = context.register(shared)
  for (let page = 0; page < SIZE; page++) {
    const { node } = doc.addPage()
    if (use === 'AP') {
      const note = context.obj({ Type: 'Annot', Subtype: 'Square', AP: { N: ref } })
      node.set(PDFName.of('Annots'), context.obj([note]))
    } else node.set(PDFName.of('Resources'), context.obj({ [use]: ref }))
  }
  return doc
}

it.each(['XObject', 'Pattern', 'AP'] as const)(
  'what pages share as %s is looked through once, and paid for',
  async (use) => {
    const doc = await sharing(use)
    const work = budgetOf(doc.context)
    const lookups = countLookups(doc)
    expect([...allContentsOf(doc)].filter(({ kind }) => kind !== 'page')).toHaveLength(SIZE)
    expect(work.spent.objects).toBeGreaterThanOrEqual(SIZE)
    expect(work.spent.objects).toBeLessThan(20 * SIZE)
    expect(lookups()).toBeLessThan(60 * SIZE)
  },
)

/** How often a reference was followed since. */
function countLookups({ context }: PDFDocument): () => number {
  const lookup = context.lookup.bind(context)
  let count = 0
  context.lookup = ((...given: Parameters<typeof lookup>) => {
    count++
    return lookup(...given)
  }) as typeof context.lookup
  return () => count
}

it('a dictionary that is two categories at once is looked through as both', async () => {
  const doc = await PDFDocument.create()
  const { context } = doc
  const pattern = context.register(context.stream('', { PatternType: 1 }))
  const form = context.register(context.stream('', { Subtype: 'Form' }))
  const both = context.register(context.obj({ P: pattern, X: form }))
  doc.addPage().node.set(PDFName.of('Resources'), context.obj({ XObject: both, Pattern: both }))
  expect([...allContentsOf(doc)].map(({ ref }) => ref)).toContain(pattern)
})
