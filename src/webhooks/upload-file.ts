/** Results on their way to their callers' buckets: one PUT a try, until the bucket has it or no try is left. */
import type { Vault } from '../crypto/vault'
import type { Log } from '../log'
import { deliveryMessage } from '../tasks/messages'
import { readTask } from '../tasks/task-store'
import {
  beginUpload,
  claimUpload,
  type OverdueUpload,
  recordUpload,
  type UploadStep,
  uploadIdOf,
} from '../tasks/uploads'
import { nextTryAt, type Tried, UPLOADS } from './attempts'
import { type NotifyDeps, notifyReceiver } from './notify-receiver'

/** How long a bucket may take for a file, in milliseconds. */
export const UPLOAD_TIMEOUT_MS = 60_000

/** Statuses below 500 after which the same request may succeed. */
const TRANSIENT = [408, 425, 429]
const MAX_ERROR = 300

/** A file to send. */
export type OutgoingFile = { body: ReadableStream<Uint8Array>; size: number; contentType: string }

/** What one try came to: a status, or why there was none; `final` if it will never be another. */
export type UploadResult =
  | { status: number; retryAfter?: string | undefined }
  | { error: string; final: boolean }

export type UploadDeps = NotifyDeps & {
  vault: Vault
  /** The file of a task; undefined if it is no longer kept. */
  openFile: (taskId: string) => Promise<OutgoingFile | undefined>
  put: (address: string, file: OutgoingFile) => Promise<UploadResult>
  random: () => number
  log: Log
}

/** Whom the encrypted address of a task belongs to (`Vault`). */
export function uploadOwner(taskId: string): string {
  return `uploads/${taskId}`
}

/** One message of an upload: one try, or none if there is nothing to do. Never throws. */
export async function attemptUpload(taskId: string, deps: UploadDeps): Promise<void> {
  const { db, vault, webhooks, now, random, log } = deps
  try {
    const claimed = await claimUpload(db, taskId, now())
    if (!claimed) return
    const startedAt = now()
    const { target, tries, host, account_id } = claimed
    const result = await sendFile(taskId, target === null ? undefined : await openTarget(target), deps)
    const next = nextUploadStep(result, { tries, now: now(), random: random() })
    const written = await recordUpload(db, claimed, next, now())
    log('upload.tried', { task_id: taskId, host, tries, outcome: next.status, ms: now() - startedAt })
    if (!written) return
    if (next.status === 'pending') {
      const delaySeconds = Math.ceil((next.dueAt - now()) / 1000)
      const message = deliveryMessage({ delivery_id: uploadIdOf(taskId), account_id })
      return void (await webhooks.send(message, { delaySeconds }))
    }
    const task = await readTask(db, taskId)
    if (task) await notifyReceiver(task, deps)
  } catch (error) {
    // Its row says when it is due; the sweep sends it again, and makes the webhook.
    log('upload.interrupted', { task_id: taskId, error })
  }

  async function openTarget(target: string): Promise<string | undefined> {
    return await vault.open(JSON.parse(target), uploadOwner(taskId)).catch(() => undefined)
  }
}

/** What the sweep does about an upload that nobody looked after: its message is to be sent (true), or nothing is. */
export async function resumeUpload(
  { task_id: taskId, status, task_status }: OverdueUpload,
  { db, now }: Pick<UploadDeps, 'db' | 'now'>,
): Promise<boolean> {
  if (status === 'pending') return true
  if (task_status === 'pending' || task_status === 'processing') return false
  const completed = task_status === 'completed'
  await beginUpload(db, { taskId, completed }, now()).run()
  return completed
}

async function sendFile(
  taskId: string,
  address: string | undefined,
  { openFile, put }: UploadDeps,
): Promise<UploadResult> {
  if (address === undefined)
    return {
      error: 'The address can no longer be decrypted, because the service’s signing secret was replaced.',
      final: true,
    }
  const file = await openFile(taskId)
  if (!file) return { error: 'The file is no longer kept.', final: true }
  return await put(address, file)
}

/** Decides what follows from a try. */
export function nextUploadStep(result: UploadResult, tried: Tried): UploadStep {
  if ('status' in result && result.status >= 200 && result.status < 300) return { status: 'delivered' }
  const error = ('status' in result ? statusText(result.status) : result.error).slice(0, MAX_ERROR)
  const mayPass =
    'status' in result ? result.status >= 500 || TRANSIENT.includes(result.status) : !result.final
  const retryAfter = 'status' in result ? result.retryAfter : undefined
  const dueAt = mayPass ? nextTryAt(UPLOADS, retryAfter, tried) : undefined
  return dueAt === undefined ? { status: 'failed', error } : { status: 'pending', error, dueAt }
}

function statusText(status: number): string {
  if (status >= 300 && status < 400) return `The bucket answered ${status}: redirects are not followed.`
  const hint =
    status === 403 || status === 400
      ? ' The address may have expired, or is not signed for a PUT with this Content-Type.'
      : ''
  return `The bucket answered ${status}.${hint}`
}
