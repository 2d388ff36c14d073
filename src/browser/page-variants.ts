/**
 * Pages that are printed in another way than the rest (`in-page/nth-pages.ts`). Their files stand in front of the document's,
 * in one stream.
 */
import type { CallInPage } from '../in-page/contract'
import type { PageVariant } from '../in-page/furniture-types'

/** The pages of a file, counted from 1, and how many bytes it has. */
export type VariantFile = { pages: number[]; bytes: number }

/** Bytes of all such files of one document: the pool holds them. */
const MAX_BYTES = 8 << 20

/** Prints each variant. What is too large is left as it is, and told. */
export async function printVariants(
  variants: PageVariant[],
  {
    print,
    callInPage,
    warnings,
  }: {
    print: (part: { pageRanges: string }) => Promise<AsyncGenerator<Uint8Array>>
    callInPage: CallInPage
    warnings: string[]
  },
): Promise<{ files: VariantFile[]; pieces: Uint8Array[] }> {
  const files: VariantFile[] = []
  const pieces: Uint8Array[] = []
  let size = 0
  for (const { rules, pages } of variants) {
    await callInPage('usePageRules', rules)
    const kept: Uint8Array[] = []
    let bytes = 0
    for await (const piece of await print({ pageRanges: pages.join() })) {
      bytes += piece.length
      if (size + bytes <= MAX_BYTES) kept.push(piece)
    }
    if (size + bytes > MAX_BYTES) {
      warnings.push(`@page :nth(): ${pages.length} page(s) are left as they are: they come to too much`)
      continue
    }
    size += bytes
    files.push({ pages, bytes })
    pieces.push(...kept)
  }
  if (variants.length > 0) await callInPage('usePageRules', [])
  return { files, pieces }
}
