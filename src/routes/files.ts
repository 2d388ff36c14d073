/** `GET /files/{task_id}/{name}`: a produced file at its signed address, to be saved or shown. Needs no key; answers ranges and HEAD. */
import { Hono } from 'hono'
import { Problem } from '../errors'
import type { AppContext, AppEnv } from '../http/context'
import { FILE_HEADERS, viewHeaders } from '../http/security-headers'
import { isOpenedByPerson, linkPage } from '../http/view-error-page'
import { givenOutAt, judgeFileUrl } from '../storage/file-address'
import { type ViewMode, viewOf } from '../storage/signed-urls'
import { fileKey, findFile } from '../storage/stored-files'
import { batchArchive } from '../tasks/batch-archive'

export const files = new Hono<AppEnv>()

files.get('/:task_id/:name', async (c) => {
  const url = new URL(c.req.url)
  const view = viewOf(url)
  if (!view) return await answer(c, url)
  try {
    return asView(await answer(c, url), view)
  } catch (error) {
    if (error instanceof Problem && isOpenedByPerson(c)) return linkPage(c, error)
    throw error
  }
})

files.get('*', () => {
  throw invalid()
})

async function answer(c: AppContext, url: URL): Promise<Response> {
  const verdict = await judgeFileUrl(url, c.env, Date.now())
  const remedy = viewOf(url) ? 'Ask its sender for a new one.' : 'Ask for a new one at /v1/status/{task_id}.'
  if (verdict === 'invalid') throw invalid(remedy)
  if (verdict === 'revoked') throw gone(`This link was taken back. ${remedy}`)
  if (verdict === 'expired') throw gone(`This ${viewOf(url) ? 'link' : 'address'} has expired. ${remedy}`)
  // What is made while it is sent has neither length nor ranges.
  const taskId = c.req.param('task_id') ?? ''
  if (taskId.startsWith('bat_')) return archive(taskId, await batchArchive(c.env, taskId))
  const range = byteRange(c.req.header('range') ?? '')
  const key = fileKey(taskId)
  const look = () => c.env.FILES.get(key, { onlyIf: c.req.raw.headers, ...(range && { range }) })
  // The task may have ended a moment ago.
  const object = await findFile(look, givenOutAt(url, c.env, Date.now())).catch(async (cause: unknown) => {
    const size = range && (await c.env.FILES.head(key))?.size
    if (!range || size === undefined || isWithin(range, size)) throw cause
    c.header('Content-Range', `bytes */${size}`)
    const detail = `The file has ${size} bytes and no such range. Leave Range out.`
    throw new Problem('range_not_satisfiable', { detail, cause })
  })
  if (!object) throw gone('The file is no longer kept: it has expired or was deleted.')
  if (!('body' in object) && !isTheOneAskedFor(object, c.req.raw.headers)) {
    throw new Problem('precondition_failed', {
      detail: 'The file is not the one that If-Match or If-Unmodified-Since asks for. Leave the header out.',
    })
  }
  return stored(object, range !== undefined)
}

/** The same to be shown, not saved: only what `POST /v1/status/{task_id}/view` gives a link to. */
function asView(response: Response, mode: ViewMode): Response {
  const { headers } = response
  const disposition = headers.get('Content-Disposition') ?? ''
  headers.set('Content-Disposition', disposition.replace(/^attachment/, 'inline'))
  for (const [name, value] of Object.entries(viewHeaders(headers.get('Content-Type') ?? '')))
    headers.set(name, value)
  if (mode === 'test') headers.set('X-Test-Mode', 'true')
  return response
}

function archive(batchId: string, zip: ReadableStream): Response {
  return new Response(zip, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${batchId}.zip"`,
      ...FILE_HEADERS,
    },
  })
}

/** One range of bytes (RFC 9110 14.1.2); none if there is none, or several, which a server may answer whole. */
function byteRange(header: string): R2Range | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (first && last) {
    return Number(last) < Number(first)
      ? undefined
      : { offset: Number(first), length: Number(last) - Number(first) + 1 }
  }
  if (first) return { offset: Number(first) }
  return last ? { suffix: Number(last) } : undefined
}

/** Whether a file of so many bytes has a byte of the range (RFC 9110 14.1.2). */
function isWithin(range: R2Range, size: number): boolean {
  return 'suffix' in range ? range.suffix > 0 && size > 0 : (range.offset ?? 0) < size
}

/**
 * Whether If-Match, or else If-Unmodified-Since, holds: they come before the other conditions (RFC 9110 13.2.2), so where
 * they hold and R2 sends nothing all the same, the client has the file already.
 */
function isTheOneAskedFor(object: R2Object, headers: Headers): boolean {
  const match = headers.get('if-match')
  if (match !== null)
    return match.trim() === '*' || match.split(',').some((tag) => tag.trim() === object.httpEtag)
  // Where there is no such date it is no condition; R2 takes the very second for too late, and so does this.
  const before = Date.parse(headers.get('if-unmodified-since') ?? '')
  return Number.isNaN(before) || Math.floor(object.uploaded.getTime() / 1000) * 1000 < before
}

/** A stored object as HTTP: whole, a part of it, or nothing if the client has it already. */
function stored(object: R2ObjectBody | R2Object, ranged: boolean): Response {
  const headers = new Headers({
    ETag: object.httpEtag,
    'Accept-Ranges': 'bytes',
    ...FILE_HEADERS,
  })
  object.writeHttpMetadata(headers)
  if (!('body' in object)) return new Response(null, { status: 304, headers })
  const range = object.range as { offset?: number; length?: number } | undefined
  const offset = range?.offset ?? 0
  const length = range?.length ?? object.size - offset
  headers.set('Content-Length', String(ranged ? length : object.size))
  if (!ranged) return new Response(object.body, { headers })
  headers.set('Content-Range', `bytes ${offset}-${offset + length - 1}/${object.size}`)
  return new Response(object.body, { status: 206, headers })
}

function invalid(remedy = 'Ask for a new one at /v1/status/{task_id}.'): Problem {
  return new Problem('link_invalid', { detail: `This address was altered or never issued. ${remedy}` })
}

function gone(detail: string): Problem {
  return new Problem('gone', { detail })
}
