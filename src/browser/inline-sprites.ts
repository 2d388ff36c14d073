/** Symbols of other files in a page (`in-page/sprites.ts`), from this side. */
import type { CallInPage } from '../in-page/contract'
import { BrowserLost } from './cdp'
import { type Assets, imageText } from './page-assets'
import { DocumentError } from './page-errors'

/**
 * Fetches the files at `urls` and puts their symbols into the page. Returns warnings: what goes wrong with that leaves the
 * document as it is. Throws `BrowserLost` and `DocumentError`.
 */
export async function inlineSprites(
  callInPage: CallInPage,
  assets: Assets,
  urls: readonly string[],
): Promise<string[]> {
  const files: { [address: string]: string } = {}
  for (const url of urls) {
    const text = await imageText(assets, url)
    if (text !== undefined) files[url] = text
  }
  try {
    await callInPage('inlineSprites', files)
    return []
  } catch (error) {
    if (error instanceof BrowserLost || error instanceof DocumentError) throw error
    return [`symbols of other files could not be put into the document (${error})`]
  }
}
