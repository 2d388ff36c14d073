/** Documents of frames (`in-page/frames.ts`), from this side. */

import type { CallInPage } from '../in-page/contract'
import { decodeHtml } from '../in-page/decode-html'
import { isolateMemory } from '../memory/isolate-memory'
import { escapeHtml } from '../text/markup'
import { withTimeout } from '../time/waiting'
import { BrowserLost } from './cdp'
import { type Asset, type Assets, bytesOf } from './page-assets'
import { DocumentError, shownAddress } from './page-errors'

/** A document is in memory so often while the page gets it: its bytes, its text, and that in a message. */
const COPIES = 3
/** Then it is with the browser, where a page that is busy does not answer. Milliseconds. */
const MAX_SENDING_MS = 1000
/** Where a document's own base is looked for. */
const BASE_WITHIN = 64 << 10

/**
 * Fetches the documents at `urls` and puts them into their frames. Returns warnings: a frame whose document cannot be had
 * stays empty. Throws `BrowserLost` and `DocumentError`.
 */
export async function fillFrames(urls: readonly string[], page: FramedPage): Promise<string[]> {
  const warnings = await Promise.all(urls.map((url) => fillFrame(url, page)))
  return warnings.flat()
}

/** `accountId`: whose share of the memory its files take. */
type FramedPage = { callInPage: CallInPage; assets: Assets; accountId: string | undefined }

async function fillFrame(url: string, { callInPage, assets, accountId }: FramedPage): Promise<string[]> {
  const asset = await assets.get({ url, method: 'GET', type: 'Document' }).catch(() => undefined)
  if (!asset) return []
  if (asset.frame?.refused !== undefined)
    return [`${shownAddress(url)} is not in its frame: its server sends ${asset.frame.refused}`]
  try {
    let filled: Promise<void> | undefined
    const fill = async () => {
      const text = await frameDocument(asset, url)
      if (text === undefined) return []
      filled = callInPage('fillFrames', { [url]: text })
      filled.catch(() => undefined)
      await withTimeout(filled, MAX_SENDING_MS, () => undefined)
      return /<(?:i?frame|object|embed)\b/i.test(text)
        ? [`${shownAddress(url)} is in a frame: what is embedded in it in turn is not printed`]
        : []
    }
    const warnings = await isolateMemory.assets.run(COPIES * asset.size, fill, { accountId })
    await filled
    return warnings
  } catch (error) {
    if (error instanceof BrowserLost || error instanceof DocumentError) throw error
    return [`${shownAddress(url)} could not be put into its frame (${error})`]
  }
}

/**
 * A frame's document as a text that finds its files from anywhere, a picture as a document that shows it; nothing for what
 * is neither, or is on another server in the end. It lives under the policy of its server.
 */
async function frameDocument(asset: Asset, url: string): Promise<string | undefined> {
  const address = asset.movedTo ?? url
  if (URL.parse(address)?.origin !== URL.parse(url)?.origin) return undefined
  const quoted = escapeHtml(address)
  if (/^image\//i.test(asset.contentType)) return `<body style="margin:0"><img src="${quoted}">`
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(asset.contentType)) return undefined
  const text = decodeHtml(await bytesOf(asset), asset.contentType)
  // The first of several holds.
  const base = /<base\b[^<>]*\bhref/i.test(text.slice(0, BASE_WITHIN)) ? '' : `<base href="${quoted}">`
  return base + (asset.frame?.policies ?? []).map(policyElement).join('') + text
}

function policyElement(policy: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`
}
