/** The files that a page asks for, as its caller answers them, and what is read of them here. */
import { Problem } from '../errors'
import type { Furniture } from '../in-page/contract'
import { absolutizeCssUrls } from './absolutize-css-urls'

/**
 * An answer for the page: what its request brought. `movedTo`: a script is to be asked for there instead, and a document
 * was found there. `frame`: of a document, what its server says of it in a frame. `furnished`: a style sheet asks something
 * of pages, which `Assets.furniture` tells. `hasLargerPages`: it may make pages larger than the paper.
 */
export type Asset = {
  contentType: string
  size: number
  body: ReadableStream<Uint8Array> | Uint8Array
  movedTo?: string | undefined
  frame?: { refused?: string; policies?: string[] } | undefined
  furnished?: true | undefined
  hasLargerPages?: true | undefined
}
/**
 * What a page asks for; `type` as the DevTools protocol names it (`Image` …). `apart`: a frame asks (`frame-owners.ts`).
 * `furnishes`: of a style sheet, that the page fills in what it asks of pages; absent from a pool of the release before.
 */
export type AssetRequest = {
  url: string
  method: string
  type: string
  apart?: true | undefined
  furnishes?: true | undefined
}
export type Assets = {
  /** Nothing if the page may not have it. */
  get(request: AssetRequest): Promise<Asset | undefined>
  /** What all styles ask of pages, once a sheet was `furnished`. */
  furniture?(): Furniture | undefined | Promise<Furniture | undefined>
}

/**
 * A style sheet that the page has asked for already, as a `data:` address, which the page may read; relative addresses
 * in it are absolute there. Nothing for one that did not load, or has too much in it.
 */
export async function styleSheetAsData(assets: Assets, url: string): Promise<string | undefined> {
  const asked = { url, method: 'GET', type: 'Stylesheet', furnishes: true as const }
  const asset = await assets.get(asked).catch(() => undefined)
  if (!asset) return undefined
  const bytes = absolutized(await bytesOf(asset), url)
  if (!bytes) return undefined
  const type = asset.contentType.replace(/["\s\\]/g, '') || 'text/css'
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}

/** Nothing for a sheet with too much in it. */
function absolutized(sheet: Uint8Array, url: string): Uint8Array | undefined {
  try {
    return absolutizeCssUrls(sheet, url)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** A file's text for a page that cannot load it by itself; nothing for one that did not load. */
export async function imageText(assets: Assets, url: string): Promise<string | undefined> {
  const asset = await assets.get({ url, method: 'GET', type: 'Image' }).catch(() => undefined)
  return asset && new TextDecoder().decode(await bytesOf(asset))
}

/** The bytes of a file, read whole. */
export async function bytesOf({ body }: Asset): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : await new Response(body).bytes()
}
