/** Name trees and number trees of strangers. */
import { PDFContext, PDFNumber } from 'pdf-lib'
import { expect, it } from 'vitest'
import { treeEntries } from '../../../src/pdf/merge/trees'
import { shareBudget, WorkBudget } from '../../../src/pdf/work-budget'

/** A tree of so many nodes, each of which has the same list of numbers and the same list of kids. */
function sharingTree(nodes: number, entries: number) {
  const context = PDFContext.create()
  const work = new WorkBudget()
  shareBudget(context, work)
  const list = context.register(context.obj(Array.from({ length: 2 * entries }, (_, index) => index)))
  const kids = context.obj([])
  const shared = context.register(kids)
  for (let at = 0; at < nodes; at++) kids.push(context.register(context.obj({ Nums: list, Kids: shared })))
  return { root: context.obj({ Kids: shared }), work }
}

it('A list that many nodes share is read once, and each entry is charged', () => {
  const { root, work } = sharingTree(300, 500)
  const entries = treeEntries(root, 'Nums')
  expect(entries.map(([key]) => (key instanceof PDFNumber ? key.asNumber() : key))).toEqual(
    Array.from({ length: 500 }, (_, index) => 2 * index),
  )
  expect(work.spent.objects).toBe(300 + 2 * 500)
})
