/** The page of an address, fetched under the guard before it is printed. */
import type { FetchFile } from '../net/guarded-fetch'
import { navigatorOf, type PageAccess, sentHeaders } from '../net/page-access'
import { FetchRefused } from '../net/refused'
import { type SentHeaders, withoutSecrets } from '../net/sent-headers'
import { textOfUtf8 } from '../text/utf8'
import { assetFailed } from './load-named-file'

const LIMITS = {
  purpose: 'page',
  maxBytes: 10 << 20,
  timeoutMs: 15_000,
  redirects: 5,
  anyStatus: true,
} as const
/** Bytes in which a page says how it is encoded (HTML 13.2.3.2). */
const PRESCAN_BYTES = 1024
const CHARSET = /charset\s{0,3}=\s{0,3}["']?([\w:.-]{1,40})/i
const BYTE_ORDER_MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
] as const

export type LoadedPage = {
  html: string
  /** Where it was found in the end, with the fragment that its scripts may choose by what they show. */
  address: string
  /** What its files are asked for with; nothing if it was found at another origin than the caller named. */
  sent: SentHeaders | undefined
  /** Who its scripts take the browser for. */
  navigator: ReturnType<typeof navigatorOf>
  warnings: string[]
}

/** `access` is a `PageAccess` as JSON. Throws `asset_failed` at `/url` for what cannot be had or is no page. */
export async function loadPage(
  { url, access = '{}' }: { url: string; access?: string | undefined },
  fetchFile: FetchFile,
): Promise<LoadedPage> {
  const asked = JSON.parse(access) as PageAccess
  const sent = sentHeaders(url, asked)
  const found = await fetchFile(url, { ...LIMITS, sent }).catch((error: unknown) => {
    if (!(error instanceof FetchRefused)) throw error
    throw assetFailed('The page at /url', '/url', error.message, error)
  })
  const type = found.contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && !/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) {
    const way = type === 'application/pdf' ? ': POST /v1/finish takes PDFs' : ''
    throw assetFailed('The page at /url', '/url', `It is ${type}, and no HTML${way}.`)
  }
  const isOk = found.status >= 200 && found.status < 300
  return {
    html: decodePage(found.bytes, found.contentType),
    address: found.url + (found.fragment ?? ''),
    sent: new URL(found.url).origin === sent?.origin ? sent : withoutSecrets(sent),
    navigator: navigatorOf(asked),
    warnings: isOk ? [] : [`the page at url was answered with ${found.status}`],
  }
}

/** The text of a page: by its byte order mark, its header, its own word, and else UTF-8 or Windows-1252. */
function decodePage(bytes: Uint8Array, contentType: string): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN_BYTES))
  const label =
    BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ??
    CHARSET.exec(contentType)?.[1] ??
    CHARSET.exec(start)?.[1]
  const decoder = label === undefined ? undefined : decoderOf(label)
  if (decoder) return decoder.decode(bytes)
  return textOfUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
}

/** Nothing for an encoding that is not known. What says UTF-16 in ASCII is UTF-8 (HTML 13.2.3.3). */
function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}
