/** Reading a request's body: its size, its type, its JSON. What the fields mean is `validation.ts`'s. */
import { Problem } from '../errors'
import { parseJson } from '../text/json'
import { findRepeatedFields } from '../text/repeated-fields'
import type { AppContext } from './context'
import { decodeUtf8 } from './decode-utf8'
import { jsonRemedy } from './json-remedy'
import { parseBytes } from './read-bytes'
import { invalidRequest } from './validation'

/** Largest bodies in bytes, by what they may carry. */
export const MAX_BODY = {
  /** A document, its data, and files as `data:` addresses. */
  document: 10_000_000,
  /** A QR code: a logo of 5 MB, also as a `data:` address, which is a third longer. */
  code: 7_000_000,
  /** A template or an endpoint, of which 1.5 MB are stored. */
  stored: 3_000_000,
  /** An image or a font. */
  asset: 5_000_000,
  /** A few short fields. */
  fields: 64_000,
} as const
/** Parts of a form: there are some 30 fields, and a list may come as a field for each of its entries. */
const MAX_PARTS = 200
/** Bytes of what stands before a part's content: its name, the name of its file, its type. */
const MAX_PART_HEAD = 4096
/** What stands for a byte that is no UTF-8. */
const REPLACEMENT = '\ufffd'

/**
 * The body as JSON; an empty one is `{}`. Throws as `parseBytes`, `unsupported_media_type`, `invalid_json`, and
 * `invalid_request` for one with too many levels, values or fields, or with fields in the address.
 */
export async function readJson(c: AppContext, limit: number = MAX_BODY.document): Promise<unknown> {
  return await parseBytes(c, limit, (bytes) => {
    assertJson(bytes, c.req.header('content-type'))
    refuseFieldsOfAddress(c.req.query())
    return jsonOf(c, bytes)
  })
}

/** Fields that people put into the address, where nothing would be read of them. */
const FIELDS_OF_BODIES = [
  ...['html', 'css', 'template_id', 'data', 'options', 'paper', 'orientation', 'async_mode', 'return_type'],
  ...['webhook_url', 'deliver_to', 'goCreditMode', 'metadata', 'dry_run'],
]

function refuseFieldsOfAddress(query: Readonly<Record<string, string>>): void {
  const fields = FIELDS_OF_BODIES.filter((name) => Object.hasOwn(query, name))
  if (fields.length === 0) return
  throw invalidRequest(
    fields.map((name) => ({ pointer: '', message: `takes "${name}", which is not read from the address` })),
  )
}

function assertJson(bytes: Uint8Array, type: string | undefined): void {
  const json =
    type === undefined ? bytes.byteLength === 0 : /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)
  if (!json) {
    throw new Problem('unsupported_media_type', {
      detail: `Send the body as application/json${type ? `, not ${type.split(';', 1)[0]?.slice(0, 100)}` : ''}${exampleFor(type)}.`,
    })
  }
}

/** How a body is sent that was sent as something else. */
function exampleFor(type = ''): string {
  if (/pdf/i.test(type)) return ' (or, where files are taken, as a form: curl -F file=@report.pdf)'
  if (/csv|ndjson|jsonl|spreadsheet/i.test(type))
    return ', {"entries": [{…}]} of POST /v1/batch; the command line reads tables: platen batch rows.csv'
  return /html|markdown|plain|form-data|octet-stream/i.test(type) ? ': {"html": "…"}' : ''
}

function jsonOf(c: AppContext, bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes).trim()
  if (text === '') return {}
  try {
    const value = parseJson(text)
    c.set('repeatedFields', findRepeatedFields(text))
    return value
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    const where = /position \d[^\n]*/.exec(String(cause))?.[0]
    throw new Problem('invalid_json', {
      detail: `The body must be one JSON object${where ? `; it breaks off at ${where}` : ''}.${jsonRemedy(text, String(cause))}`,
      cause,
    })
  }
}

/** `field` is the part's name, `name` what its sender calls the file. */
export type FormFile = { field: string; name: string; bytes: Uint8Array }

/** The parts of a form in their order. */
export type Form = { fields: [name: string, value: string][]; files: FormFile[] }

/**
 * The body as a form (`multipart/form-data`), or undefined if it is none. A file input that was left empty is no
 * file: it has neither name nor content. Throws as `parseBytes`, or `invalid_request`.
 */
export async function readForm(c: AppContext, limit: number): Promise<Form | undefined> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) return undefined
  return await parseBytes(c, limit, (bytes) => formOf(bytes, type))
}

async function formOf(bytes: Uint8Array, type: string): Promise<Form> {
  const boundary = boundaryOf(type)
  assertFewParts(bytes, boundary)
  const form = await parseForm(bytes, boundary)
  assertUtf8(form, bytes)
  const fields: Form['fields'] = []
  const files: Form['files'] = []
  for (const [field, value] of form) {
    if (typeof value === 'string') fields.push([field, value])
    else if (value.size > 0 || value.name !== '')
      files.push({ field, name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) })
  }
  return { fields, files }
}

/** What stands between the parts: 1 to 70 of these characters (RFC 2046 5.1.1). Throws `invalid_request`. */
function boundaryOf(type: string): string {
  const match = /;\s{0,9}boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s{0,9}(?:;|$)/i.exec(
    type,
  )
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) throw unreadable()
  return boundary
}

/** Throws before a form of too many parts, or of long heads of parts, is taken apart: these are read very slowly. */
function assertFewParts(bytes: Uint8Array, boundary: string): void {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const delimiter = `--${boundary}`
  let parts = -1
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (++parts > MAX_PARTS) {
      throw new Problem('invalid_request', { detail: `A form has at most ${MAX_PARTS} parts.` })
    }
    const head = body.subarray(at + delimiter.length, at + delimiter.length + MAX_PART_HEAD)
    const isLast = head.toString('latin1', 0, 2) === '--'
    if (!isLast && head.length === MAX_PART_HEAD && !head.includes('\r\n\r\n')) {
      throw new Problem('invalid_request', {
        detail: `The head of a part of a form, with its names, has at most ${MAX_PART_HEAD} bytes.`,
      })
    }
  }
}

function parseForm(bytes: Uint8Array, boundary: string): Promise<FormData> {
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers }).formData().catch((cause: unknown) => {
    throw unreadable(cause)
  })
}

/** Throws `invalid_request` for a text that is no UTF-8, in which each wrong byte has become a U+FFFD. */
function assertUtf8(form: FormData, bytes: Uint8Array): void {
  const isOdd = ([name, value]: [string, string | File]) =>
    name.includes(REPLACEMENT) || (typeof value === 'string' && value.includes(REPLACEMENT))
  const odd = [...form].find(isOdd)
  // A text may have that character itself.
  if (!odd || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(REPLACEMENT)) return
  throw invalidRequest([
    {
      pointer: `/${odd[0].slice(0, 60)}`,
      message: 'is not UTF-8: it may be Latin-1 or Windows-1252; encode the form as UTF-8 before you send it',
    },
  ])
}

function unreadable(cause?: unknown): Problem {
  return new Problem('invalid_request', {
    detail: 'The multipart body cannot be read: its parts do not follow the boundary in Content-Type.',
    cause,
  })
}
