/** Reading a request's body: its size, its type, its JSON. What the fields mean is `shape.ts`'s. */
import type { Context } from 'hono'
import { Problem } from '../errors'

/** Largest body, in bytes. */
const BODY_LIMIT = 10_000_000

/** The body as JSON; an empty one is `{}`. Throws `body_too_large`, `unsupported_media_type` or `invalid_json`. */
export async function readJson(c: Context): Promise<unknown> {
  const bytes = await readBytes(c)
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
    return JSON.parse(text)
  } catch (cause) {
    const where = /position \d[^\n]*/.exec(String(cause))?.[0]
    throw new Problem('invalid_json', {
      detail: `The body must be one JSON object${where ? `; it breaks off at ${where}` : ''}.`,
      cause,
    })
  }
}

export type Form = { fields: [name: string, value: string][]; files: Map<string, Uint8Array> }

/**
 * The body as a form (`multipart/form-data`), or undefined where it is none. A file input that was left empty is no
 * file: it has neither name nor content. Throws `body_too_large` or `invalid_request`.
 */
export async function readForm(c: Context): Promise<Form | undefined> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) return undefined
  const bytes = await readBytes(c)
  const form = await parseForm(bytes, type)
  const fields: Form['fields'] = []
  const files: Form['files'] = new Map()
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value])
    else if (value.size > 0 || value.name !== '') files.set(name, new Uint8Array(await value.arrayBuffer()))
  }
  return { fields, files }
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
async function readBytes(c: Context): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > BODY_LIMIT) throw tooLarge()
  const stream = c.req.raw.body
  if (!stream) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream) {
    length += piece.byteLength
    if (length > BODY_LIMIT) throw tooLarge()
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

function tooLarge(): Problem {
  return new Problem('body_too_large', {
    detail:
      'A body has at most 10 MB. Refer to large images by their address instead of putting them inside.',
  })
}
