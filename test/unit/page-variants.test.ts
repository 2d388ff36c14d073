/** Pages that are printed once more: what the pool holds of them is bounded. */
import { expect, it } from 'vitest'
import { printVariants } from '../../src/browser/page-variants'
import type { CallInPage } from '../../src/in-page/contract'

const MB = 1 << 20

it('files of more than 8 MB together are left out, and told', async () => {
  const warnings: string[] = []
  const sizes = new Map([
    ['1', 5 * MB],
    ['2', 4 * MB],
    ['3', 3 * MB],
  ])
  const { files, pieces } = await printVariants(
    [1, 2, 3].map((page) => ({ rules: [page], pages: [page] })),
    {
      callInPage: (async () => undefined) as unknown as CallInPage,
      print: async ({ pageRanges }) =>
        (async function* () {
          for (let left = sizes.get(pageRanges) ?? 0; left > 0; left -= MB) yield new Uint8Array(MB)
        })(),
      warnings,
    },
  )
  expect(files).toEqual([
    { pages: [1], bytes: 5 * MB },
    { pages: [3], bytes: 3 * MB },
  ])
  expect(pieces.length).toBe(8)
  expect(warnings).toEqual(['@page :nth(): 1 page(s) are left as they are: they come to too much'])
})
