/**
 * What a page may load: files of public addresses, fetched in the caller's isolate by the guarded fetch, never by
 * the browser. One source serves one document and remembers what it answered; what did not load is a warning.
 */
import { RpcTarget } from 'cloudflare:workers'
import { absolutizeCssUrls } from '../browser/absolutize-css-urls'
import type { Asset, AssetRequest, Assets } from '../browser/page-assets'
import { shownAddress } from '../browser/page-errors'
import { DOCUMENT_ORIGIN } from '../browser/tab'
import type { Furniture } from '../in-page/contract'
import { ASSET_ORIGIN, isAssetAddress } from '../net/asset-address'
import type { FrameRules } from '../net/frame-rules'
import { contentTypeMismatch } from './content-type-mismatch'
import type { LinkedFurniture } from './linked-furniture'

/** `movedTo`: where a redirect led; `frame`: what its server says of it in a frame. */
export type LoadedAsset = {
  contentType: string
  bytes: Uint8Array
  movedTo?: string | undefined
  frame?: FrameRules | undefined
}

/**
 * A file found by the guarded fetch, and at which address in the end; throws an error whose message a caller may read.
 * `apart`: without secrets of the caller's.
 */
export type FetchAsset = (
  url: string,
  asker?: { apart: boolean },
) => Promise<Omit<LoadedAsset, 'movedTo'> & { url: string }>

/** Small files cross between objects whole, larger ones as streams. */
const INLINE_BYTES = 64 << 10
const MAX_WARNINGS = 50
/** Of what one document asks for. A script can think up addresses without end, and each is remembered here. */
const MAX_ADDRESSES = 1000
const MAX_ADDRESS_LENGTH = 8192

export class AssetSource extends RpcTarget implements Assets {
  readonly #warnings = new Set<string>()
  #omitted = 0
  readonly #files = new Map<string, Promise<LoadedAsset | undefined>>()

  /**
   * `onStyleSheet` is told the text of each style sheet that the page loads, as `linked` has rewritten it. `hasLargerPages`:
   * whether any text until now may make pages larger than the paper. `isForeign`: the
   * page is a stranger's, and its scripts could send the account's own files elsewhere. Header and footer are the caller's,
   * and use `load`.
   */
  constructor(
    readonly fetchAsset: FetchAsset,
    private readonly page: {
      onStyleSheet?: (css: string) => void
      hasLargerPages?: () => boolean
      linked?: LinkedFurniture | undefined
      isForeign?: boolean | undefined
    } = {},
  ) {
    super()
  }

  /** As in `Assets`. */
  furniture(): Furniture | undefined {
    return this.page.linked?.furniture
  }

  /** What did not load, and why. */
  get warnings(): readonly string[] {
    const more = this.#omitted > 0 ? [`${this.#omitted} more requests failed`] : []
    return [...this.#warnings, ...more]
  }

  /** Answers a request of the page, or nothing if it may not have it. */
  async get({ url: asked, method, type, apart, furnishes }: AssetRequest): Promise<Asset | undefined> {
    const url = asked.startsWith(ASSET_ORIGIN) ? `asset:${asked.slice(ASSET_ORIGIN.length)}` : asked
    if (this.page.isForeign && isAssetAddress(url)) {
      this.#warn(`${shownAddress(url)}: a page that is printed by its address has none of your assets`)
      return undefined
    }
    if (method !== 'GET' && method !== 'HEAD') {
      this.#warn(`${method} ${shownAddress(url)}: a page can only load files, not send them`)
      return undefined
    }
    const file = await this.#load(url, type, apart === true)
    if (!file) return undefined
    const { movedTo, frame } = file
    const sheet = type === 'Stylesheet' ? this.#rewritten(file, furnishes === true) : undefined
    const { bytes, contentType } = sheet ?? file
    // What a module imports is relative to where the module was found, so the page asks there.
    if (type === 'Script' && movedTo !== undefined && !downgrades(url, movedTo)) {
      this.#files.set(nameOf(movedTo, apart === true), Promise.resolve({ bytes, contentType }))
      return { contentType, size: 0, body: new Uint8Array(), movedTo }
    }
    const body = bytes.byteLength <= INLINE_BYTES ? bytes : new Blob([bytes]).stream()
    const asset = {
      ...{ contentType, size: bytes.byteLength, body },
      ...(sheet && { furnished: true as const }),
      ...(type === 'Stylesheet' && this.page.hasLargerPages?.() && { hasLargerPages: true as const }),
    }
    return type === 'Document' ? { ...asset, movedTo, frame } : asset
  }

  /** A style sheet that asks something of pages, as the browser is to read it. */
  #rewritten({ bytes, contentType }: LoadedAsset, furnishes: boolean): LoadedAsset | undefined {
    const { onStyleSheet, linked } = this.page
    const css = new TextDecoder().decode(bytes)
    // In another encoding its texts would be other ones.
    const isUtf8 = !/charset=(?!["']?utf-8)/i.test(contentType) && !/^@charset "(?!utf-8)/i.test(css)
    const rewritten = furnishes && isUtf8 && !css.includes('\ufffd') ? (linked?.rewrite(css) ?? css) : css
    onStyleSheet?.(rewritten)
    if (rewritten === css) return undefined
    return { bytes: new TextEncoder().encode(rewritten), contentType: 'text/css; charset=utf-8' }
  }

  /**
   * Loads a file once for the document; nothing if it cannot be had, or not be what it is wanted for (a resource
   * type of the DevTools protocol).
   */
  async load(address: string, type = 'Other'): Promise<LoadedAsset | undefined> {
    return await this.#load(address, type, false)
  }

  async #load(address: string, type: string, apart: boolean): Promise<LoadedAsset | undefined> {
    const [url = ''] = address.split('#', 1)
    const name = nameOf(url, apart)
    if (!this.#files.has(name) && (url.length > MAX_ADDRESS_LENGTH || this.#files.size >= MAX_ADDRESSES)) {
      this.#warn(
        `${shownAddress(url)} did not load: a document may name ${MAX_ADDRESSES} files, by short addresses`,
      )
      return undefined
    }
    const loading = this.#files.get(name) ?? this.#fetch(url, apart)
    this.#files.set(name, loading)
    const file = await loading
    const fault = file && contentTypeMismatch(type, file)
    if (fault) this.#warn(`${shownAddress(url)} did not load: ${fault}`)
    return fault ? undefined : file
  }

  async #fetch(url: string, apart: boolean): Promise<LoadedAsset | undefined> {
    if (url.startsWith(`${DOCUMENT_ORIGIN}/`)) {
      if (url !== `${DOCUMENT_ORIGIN}/favicon.ico`) {
        const address = url.slice(DOCUMENT_ORIGIN.length + 1)
        const type = base64Type(address)
        this.#warn(
          type
            ? `${address.slice(0, 20)}... is base64: put "data:${type};base64," before it`
            : `${address}: a relative address needs options.base_url`,
        )
      }
      return undefined
    }
    try {
      const { url: found, contentType, bytes, frame } = await this.fetchAsset(url, { apart })
      if (found === URL.parse(url)?.href) return { contentType, bytes, frame }
      const sheet = /^text\/css\b/i.test(contentType)
      return { contentType, bytes: sheet ? absolutizeCssUrls(bytes, found) : bytes, movedTo: found, frame }
    } catch (error) {
      this.#warn(`${shownAddress(url)} did not load: ${error instanceof Error ? error.message : error}`)
      return undefined
    }
  }

  #warn(text: string) {
    const warning = text.slice(0, 500)
    if (this.#warnings.has(warning)) return
    if (this.#warnings.size < MAX_WARNINGS) this.#warnings.add(warning)
    else this.#omitted++
  }
}

/** What a file is remembered by: those who are apart from the page may get another one. */
function nameOf(url: string, apart: boolean): string {
  return apart ? `apart ${url}` : url
}

/** From https to http, where a page must not be sent (Mixed Content). */
function downgrades(from: string, to: string): boolean {
  return from.startsWith('https:') && !to.startsWith('https:')
}

/** The type of an image whose base64 stands where its address should; undefined for an address. */
function base64Type(address: string): string | undefined {
  const beginnings = { iVBORw0KGgo: 'png', '9j/4': 'jpeg', R0lGOD: 'gif', UklGR: 'webp', PHN2Zy: 'svg+xml' }
  const found = Object.entries(beginnings).find(([start]) => address.startsWith(start))
  return found && `image/${found[1]}`
}
