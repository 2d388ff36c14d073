/** The files that a job names, fetched, decoded or read before anything is rendered. */

import type { PdfOptions } from '../document-options'
import { isDataUrl, readDataUrl } from '../net/data-address'
import type { FetchFile } from '../net/guarded-fetch'
import { FetchRefused } from '../net/refused'
import type { SourcePdf } from '../pdf/arrange/open-source'
import type { EmbeddedFile } from '../pdf/embed-files'
import { assertUsable, type ImportedPdf } from '../pdf/import/open-foreign'
import { inBytes } from '../text/in-units'
import type { FileSource } from './job'
import { assetFailed } from './load-named-file'

const MAX_FILE_BYTES = 20 * 2 ** 20
/** Of all files together, which are in memory together. */
const MAX_TOTAL_BYTES = 25 * 2 ** 20
/** For all files together, names, redirects and bodies included. */
const FILES_TIMEOUT_MS = 25_000
const MAX_REDIRECTS = 5

/** What the job's addresses led to, in the order of the request. `sources` are the PDFs that are only finished. */
export type JobFiles = { sources: SourcePdf[]; attachments: ImportedPdf[]; embed: EmbeddedFile[] }

export type FileDeps = {
  fetchFile: FetchFile
  /** The file of a task; throws FetchRefused. */
  readTaskFile: (taskId: string, limits: { maxBytes: number }) => Promise<LoadedJobFile>
  now: () => number
}

/**
 * Gets `files`, `attachments` and `embed_files`, one after another, so that a budget is not spent by many at once; what
 * is not there in time is given up. Throws `asset_failed` naming the field and what went wrong there.
 */
export async function loadJobFiles(
  { files = [], options }: { files?: readonly FileSource[] | undefined; options: PdfOptions },
  deps: FileDeps,
): Promise<JobFiles> {
  const end = deps.now() + FILES_TIMEOUT_MS
  let left = MAX_TOTAL_BYTES
  const obtain = async (source: FileSource, pointer: string, purpose: string) => {
    const timeoutMs = Math.max(1, end - deps.now())
    const file = await loadFile(source, { pointer, purpose, timeoutMs }, deps)
    left -= file.bytes.length
    if (left < 0)
      throw assetFailed(
        subjectOf(purpose, pointer),
        pointer,
        `All files together are larger than ${inBytes(MAX_TOTAL_BYTES)}. Use smaller ones.`,
      )
    return file
  }
  const sources: SourcePdf[] = []
  for (const [index, source] of files.entries()) {
    const { pages, rotate, password } = source
    const pointer = `/files/${index}`
    const { bytes, name = `file ${index + 1}` } = await obtain(source, pointer, 'file')
    assertUsable({ pointer, bytes, name })
    sources.push({ pointer, bytes, name, pages, rotate, password })
  }
  const attachments: ImportedPdf[] = []
  for (const [index, url] of (options.attachments ?? []).entries()) {
    const pointer = `/options/attachments/${index}`
    const file = await obtain({ url }, pointer, 'attachment')
    const name = file.name ?? `attachment ${index + 1}`
    // An empty password is tried anyway.
    const password = options.attachment_passwords?.[index] || undefined
    const attachment = { pointer, bytes: file.bytes, name, password }
    assertUsable(attachment)
    attachments.push(attachment)
  }
  const embed: EmbeddedFile[] = []
  for (const [index, url] of (options.embed_files ?? []).entries()) {
    const pointer = `/options/embed_files/${index}`
    const { name, ...file } = await obtain({ url }, pointer, 'embedded file')
    embed.push({ ...file, pointer, name: name ?? `file-${index + 1}${FILE_EXTENSIONS[file.type] ?? ''}` })
  }
  return { sources, attachments, embed }
}

export type LoadedJobFile = {
  name: string | undefined
  type: string
  bytes: Uint8Array
  modified?: Date | undefined
}

/** One file, at most 20 MB. Throws `asset_failed` at `pointer`. */
export async function loadFile(
  source: FileSource,
  { pointer, purpose, timeoutMs }: { pointer: string; purpose: string; timeoutMs: number },
  { fetchFile, readTaskFile }: Pick<FileDeps, 'fetchFile' | 'readTaskFile'>,
): Promise<LoadedJobFile> {
  if ('upload' in source) return { name: source.name, type: 'application/pdf', bytes: source.upload }
  try {
    if ('taskId' in source) return await readTaskFile(source.taskId, { maxBytes: MAX_FILE_BYTES })
    const address = source.url
    if (isDataUrl(address)) {
      const { contentType, bytes } = readDataUrl(address, { maxBytes: MAX_FILE_BYTES })
      return { name: headerParameter(contentType, 'name'), type: mediaType(contentType), bytes }
    }
    const limits = { maxBytes: MAX_FILE_BYTES, timeoutMs, redirects: MAX_REDIRECTS }
    const file = await fetchFile(address, { purpose, ...limits })
    return {
      name:
        headerParameter(file.headers['content-disposition'] ?? '', 'filename') ?? lastPathSegment(file.url),
      type: mediaType(file.contentType),
      bytes: file.bytes,
      modified: parseDate(file.headers['last-modified']),
    }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw assetFailed(subjectOf(purpose, pointer), pointer, error.message, error)
  }
}

function subjectOf(purpose: string, pointer: string): string {
  return `The ${purpose} at ${pointer}`
}

/** The media type without parameters; what is missing or malformed is any bytes. */
function mediaType(contentType: string): string {
  const [type = ''] = contentType.toLowerCase().split(';')
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type.trim())
    ? type.trim()
    : 'application/octet-stream'
}

/** Characters of a header that are looked at for a file's name. */
const MAX_HEADER_CHARACTERS = 2000

/** A parameter's value, quoted or plain, percent-decoded (RFC 6266's `filename*` first); a bare file name only. */
function headerParameter(header: string, name: 'name' | 'filename'): string | undefined {
  const { extended, plain } = PARAMETERS[name]
  const start = header.slice(0, MAX_HEADER_CHARACTERS)
  const quoted = plain.exec(start)
  return fileName(extended.exec(start)?.[1] ?? quoted?.[1] ?? quoted?.[2])
}

const PARAMETERS = {
  name: {
    extended: /;\s*name\*\s*=\s*utf-8''([^;]+)/i,
    plain: /;\s*name\s*=\s*(?:"([^"]*)"|([^\s";][^;]*))/i,
  },
  filename: {
    extended: /;\s*filename\*\s*=\s*utf-8''([^;]+)/i,
    plain: /;\s*filename\s*=\s*(?:"([^"]*)"|([^\s";][^;]*))/i,
  },
}

function lastPathSegment(address: string): string | undefined {
  return fileName(URL.parse(address)?.pathname.split('/').at(-1))
}

function fileName(text: string | undefined): string | undefined {
  if (!text) return
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  const unsafe = /[\0-\x1f\x7f/\\:*?"<>|]/g
  return percentDecoded(text.trim()).toWellFormed().replace(unsafe, '_').slice(0, 200) || undefined
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parseDate(header: string | undefined): Date | undefined {
  const time = Date.parse(header ?? '')
  return Number.isNaN(time) ? undefined : new Date(time)
}

/** Endings for files that came without a name. */
const FILE_EXTENSIONS: Record<string, string> = {
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/xml': '.xml',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'text/csv': '.csv',
  'text/plain': '.txt',
  'text/xml': '.xml',
}
