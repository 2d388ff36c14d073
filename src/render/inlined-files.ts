/**
 * The files that header and footer refer to, each inlined once. While the templates are rewritten a mention is a short
 * mark, and only counted: what they will come to is known before any of it is built. What a style rule mentions more
 * than once becomes a custom property, which both templates see, since the browser prints them from one document.
 */

import { cssUrl } from '../browser/css-addresses'
import type { LoadedAsset } from './page-file-source'

export type LoadFile = (url: string, type?: string) => Promise<LoadedAsset | undefined>

/** What header and footer may come to, in bytes: each page is printed with all of it. */
export const MAX_TEMPLATE_BYTES = 8 << 20
/** What each style sheet counts beside its text, so that empty ones that import each other end too. */
const SHEET_BYTES = 1000
/** Of a mention of what is inlined elsewhere, about. */
const MENTION_BYTES = 60

type Inlined = { type: string; bytes: Uint8Array; mentions: number }
/** `fixed`: if no custom property can stand, as in `@font-face`. `source`: the address of an image element. */
type Mention = 'style' | 'fixed' | 'source'

/** The attribute that stands for an image's address meanwhile. */
export const SOURCE_ATTRIBUTE = 'data-platen-file'
const MARK = /(?:data-platen-file=")?platen-file-([0-9a-f-]{36})-(\d{1,9})-(style|fixed|source)/g

export class InlinedFiles {
  /** What the templates come to, as far as it is known. */
  bytes = 0
  readonly #nonce = crypto.randomUUID()
  readonly #files: Inlined[] = []
  readonly #places = new Map<LoadedAsset['bytes'], number>()

  constructor(private readonly load: LoadFile) {}

  get isOver(): boolean {
    return this.bytes > MAX_TEMPLATE_BYTES
  }

  /** Loads a file and returns the mark that stands for it; nothing if it does not load. */
  async mark(url: string, place: Mention): Promise<string | undefined> {
    const file = await this.load(url, place === 'source' ? 'Image' : undefined)
    if (!file) return undefined
    const known = this.#places.get(file.bytes)
    const at = known ?? this.#files.push({ type: mediaType(file), bytes: file.bytes, mentions: 0 }) - 1
    this.#places.set(file.bytes, at)
    const inlined = this.#files[at]
    if (inlined && place !== 'fixed') inlined.mentions++
    this.bytes += known === undefined || place === 'fixed' ? dataUrlLength(file) : MENTION_BYTES
    return `platen-file-${this.#nonce}-${at}-${place}`
  }

  /** Loads a style sheet; nothing if it does not load, or there is too much already. */
  async sheet(url: string): Promise<string | undefined> {
    if (this.isOver) return undefined
    const file = await this.load(url)
    if (!file) return undefined
    this.bytes += file.bytes.byteLength + SHEET_BYTES
    return this.isOver ? undefined : new TextDecoder().decode(file.bytes)
  }

  /** Style rules that the marks of `fill` need: custom properties, and what shows images by them. */
  styles(): string {
    return this.#files
      .map(({ mentions }, at) => {
        if (mentions < 2) return ''
        return `:root{--platen-file-${at}:${this.#url(at)}}[${SOURCE_ATTRIBUTE}="${at}"]{content:var(--platen-file-${at})}`
      })
      .join('')
  }

  /** The text with what stands for each file put in. */
  fill(text: string): string {
    return text.replace(MARK, (mark: string, nonce: string, number: string, place: Mention) => {
      const at = Number(number)
      const file = this.#files[at]
      if (nonce !== this.#nonce || !file) return mark
      const shared = file.mentions > 1
      if (place === 'source') return shared ? `${SOURCE_ATTRIBUTE}="${at}` : `src="${this.#dataUrl(at)}`
      return shared && place === 'style' ? `var(--platen-file-${at})` : this.#url(at)
    })
  }

  /** In apostrophes: it may stand in an attribute. */
  #url(at: number): string {
    return `url('${this.#dataUrl(at)}')`
  }

  #dataUrl(at: number): string {
    const { type, bytes } = this.#files[at] as Inlined
    return `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`
  }
}

/** What a file's server calls it, if that can stand in an address. */
function mediaType({ contentType }: LoadedAsset): string {
  const type = contentType.split(';')[0]?.trim() ?? ''
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream'
}

function dataUrlLength({ bytes, contentType }: LoadedAsset): number {
  return Math.ceil(bytes.byteLength / 3) * 4 + contentType.length
}

/** What stands where an address led to nothing: the browser prints nothing at all beside some that do not load. */
export const NOTHING = cssUrl('data:,')
