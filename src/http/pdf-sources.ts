/** PDFs that a request names: by an address, as an earlier task's file, or as a part of its form. */
import { z } from 'zod'
import { withRetry } from '../accounts/account-client'
import { refusalProblem } from '../accounts/refusal'
import { taskDatabase } from '../databases'
import { type FieldError, Problem } from '../errors'
import type { FileSource } from '../jobs/job'
import { pageSelection } from '../pdf/arrange/page-selection'
import { fileAddress } from '../pdf/finishing-options'
import { findEndedTasks, findTask } from '../tasks/list-tasks'
import { parseJson } from '../text/json'
import type { Caller } from './auth'
import type { FormFile } from './body'
import { checkFileUrl } from './check-urls'
import type { AppContext } from './context'

/** Where a PDF comes from: one of three. */
const origin = {
  url: fileAddress.optional(),
  task_id: z.string().min(1).max(100).optional().describe('A task whose file is the PDF.'),
  upload: z.string().min(1).max(200).optional().describe('In a form: the part’s name, or its file’s.'),
  password: z.string().min(1).max(127).optional().describe('Opens the file, if it is encrypted.'),
}

/** A PDF as a whole. */
export const pdfSource = z.union([fileAddress, z.strictObject(origin).meta({ id: 'PdfSource' })])

/** Pages of a PDF. */
export const pdfPagesSource = z.union([
  fileAddress,
  z
    .strictObject({
      ...origin,
      pages: pageSelection
        .optional()
        .describe(
          'Pages to take, in this order, such as `1-3, 8, 5-`; one that is named twice stands twice.',
        ),
      rotate: z.literal([0, 90, 180, 270]).optional().describe('Degrees clockwise.'),
    })
    .meta({ id: 'PdfPagesSource' }),
])

type Entry = z.output<typeof pdfPagesSource>

const SWITCHES = new Set(['async_mode', 'dry_run'])

/** A text field of a form: JSON if it begins like an object or an array, and `true` or `false` of a switch. */
export function fieldValue(name: string, text: string): unknown {
  if (SWITCHES.has(name) && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return parseJson(text)
  } catch (problem) {
    if (problem instanceof Problem) throw problem
    return text
  }
}

/** The uploaded file of each entry that names one. Of several parts with one name each is taken once, in their order. */
export function takeUploads(files: readonly Entry[], uploads: FormFile[]): (FormFile | undefined)[] {
  const free = new Set(uploads)
  return files.map((entry) => {
    const name = typeof entry === 'string' ? undefined : entry.upload
    if (name === undefined) return undefined
    const named = (file: FormFile) => file.field === name || file.name === name
    const found = [...free].find(named) ?? uploads.find(named)
    if (found) free.delete(found)
    return found
  })
}

/** What the request alone shows to be wrong with an entry at `pointer`. */
export function checkSource(
  c: AppContext,
  entry: Entry,
  { pointer, upload }: { pointer: string; upload: FormFile | undefined },
): FieldError[] {
  if (typeof entry === 'string') return checkFileUrl(c, pointer, entry)
  const given = (['url', 'task_id', 'upload'] as const).filter((name) => entry[name] !== undefined)
  if (given.length !== 1) return [{ pointer, message: 'must have one of url, task_id and upload' }]
  if (entry.upload !== undefined && !upload) {
    const message = 'names no file of this request: send it in multipart/form-data, or use url or task_id'
    return [{ pointer: `${pointer}/upload`, message }]
  }
  return checkFileUrl(c, `${pointer}/url`, entry.url)
}

/** The entry as a job takes it. */
export function sourceOf(entry: Entry, upload: FormFile | undefined): FileSource {
  if (typeof entry === 'string') return { url: entry }
  const { pages, rotate, password, url, task_id } = entry
  const taken = { pages, rotate, password }
  if (upload) return { ...taken, upload: upload.bytes, name: upload.name || undefined }
  return task_id === undefined ? { ...taken, url: url ?? '' } : { ...taken, taskId: task_id }
}

/**
 * A task's file may be taken by a key of the same account and mode that may read. What of another account is named is
 * not there. `mayRead` throws for a key that may not read: a batch asks once for all of its entries.
 */
export async function requireTaskFiles(
  c: AppContext,
  caller: Caller,
  files: readonly { entry: Entry; pointer: string }[],
  mayRead: () => Promise<void> = () => requireReadScope(caller),
): Promise<void> {
  const named = files.flatMap(({ entry, pointer }) =>
    typeof entry !== 'string' && entry.task_id !== undefined
      ? [{ taskId: entry.task_id, pointer: `${pointer}/task_id` }]
      : [],
  )
  if (named.length === 0) return
  await mayRead()
  const { account, accountId, mode } = caller
  const taskIds = [...new Set(named.map(({ taskId }) => taskId))]
  const db = taskDatabase(c.env, accountId)
  const ended = await findEndedTasks(db, { taskIds, accountId, mode })
  for (const { taskId, pointer } of named) {
    const task = ended.get(taskId) ?? (await findTask(db, account, { taskId, accountId, mode }))
    if (!task || task.erased_at !== null) {
      const message = 'There is no such task of this account and mode, or it was deleted.'
      throw new Problem('not_found', { detail: `${pointer}: ${message}`, errors: [{ pointer, message }] })
    }
    if (task.status === 'completed') continue
    const message = `The task is ${task.status}: only a completed one has a file.`
    throw new Problem('asset_failed', { detail: `${pointer}: ${message}`, errors: [{ pointer, message }] })
  }
}

/** Throws for a key that may not read tasks, and counts towards its rate of reads. */
export async function requireReadScope({ account, keyHash }: Caller): Promise<void> {
  const call = { keyHash, scope: 'read', method: 'GET' } as const
  const verdict = await withRetry(async () => account.authenticate(call))
  if (verdict.outcome === 'refused') throw refusalProblem(verdict)
}
