/** Reading a request's body: its size, its type, its JSON. What the fields mean is `validation.ts`'s. */
import type { Context } from 'hono'
import { concatBytes } from '../bytes'
import { Problem } from '../errors'
import { parseJson } from '../json'

/** Largest bodies in bytes, by what they may carry. */
export const MAX_BODY = {
  /** A document, its data, and files as `data:` addresses. */
  document: 10_000_000,
  /** A QR code: a logo of 5 MB, also as a `data:` address, which is a third longer. */
  code: 7_000_000,
  /** A template or an endpoint, of which 1.5 MB are stored. */
  stored: 3_000_000,
  /** A few short fields. */
  fields: 64_000,
} as const
/** Parts of a form: there are some 30 fields, and a list may come as a field for each of its entries. */
const MAX_PARTS = 200

/**
 * The body as JSON; an empty one is `{}`. Throws `body_too_large`, `unsupported_media_type`, `invalid_json`, and
 * `invalid_request` for one with too many levels or values.
 */
export async function readJson(c: Context, limit: number = MAX_BODY.document): Promise<unknown> {
  const bytes = await readBytes(c, limit)
  const type = c.req.header('content-type')
  const json =
    type === undefined ? bytes.byteLength === 0 : /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)
  if (!json) {
    throw new Problem('unsupported_media_type', {
      detail: `Send the body as application/json${type ? `, not ${type.slice(0, 100)}` : ''}.`,
    })
  }
  const text = new TextDecoder().decode(bytes).trim()
  if (text === '') return {}
  try {
    return parseJson(text)
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    const where = /position \d[^\n]*/.exec(String(cause))?.[0]
    throw new Problem('invalid_json', {
      detail: `The body must be one JSON object${where ? `; it breaks off at ${where}` : ''}.`,
      cause,
    })
  }
}

export type Form = { fields: [name: string, value: string][]; files: Map<string, Uint8Array> }

/**
 * The body as a form (`multipart/form-data`), or undefined if it is none. A file input that was left empty is no
 * file: it has neither name nor content. Throws `body_too_large` or `invalid_request`.
 */
export async function readForm(c: Context, limit: number): Promise<Form | undefined> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) return undefined
  const bytes = await readBytes(c, limit)
  assertPartCount(bytes, type)
  const form = await parseForm(bytes, type)
  const fields: Form['fields'] = []
  const files: Form['files'] = new Map()
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value])
    else if (value.size > 0 || value.name !== '') files.set(name, new Uint8Array(await value.arrayBuffer()))
  }
  return { fields, files }
}

/** Throws before a form of too many parts is taken apart. RFC 2046 5.1.1: a boundary has at most 70 characters. */
function assertPartCount(bytes: Uint8Array, type: string): void {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type)
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) return
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const delimiter = `--${boundary}`
  let parts = -1
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (++parts > MAX_PARTS) {
      throw new Problem('invalid_request', { detail: `A form has at most ${MAX_PARTS} parts.` })
    }
  }
}

function parseForm(bytes: Uint8Array, type: string): Promise<FormData> {
  const headers = { 'content-type': type }
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData().catch((cause: unknown) => {
    throw new Problem('invalid_request', {
      detail: 'The multipart body cannot be read: its parts do not follow the boundary in Content-Type.',
      cause,
    })
  })
}

/** The body's bytes, never more than the limit, whatever its length was said to be. */
async function readBytes(c: Context, limit: number): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge(limit)
  const stream = c.req.raw.body
  if (!stream) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream) {
    length += piece.byteLength
    if (length > limit) throw tooLarge(limit)
    pieces.push(piece)
  }
  return concatBytes(pieces)
}

function tooLarge(limit: number): Problem {
  const size = limit < 1_000_000 ? `${limit / 1000} KB` : `${limit / 1_000_000} MB`
  const remedy =
    limit === MAX_BODY.document ? ' Reference large images by address instead of embedding them.' : ''
  return new Problem('body_too_large', { detail: `The body of this request has at most ${size}.${remedy}` })
}
