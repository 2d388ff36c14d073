/** The inputs of queued tasks in R2: a job as JSON, whole, so that whoever runs it needs nothing else. */

import { openOptions, sealOptions, type Vault } from '../crypto/vault'
import { Problem } from '../errors'
import { isNewer, WRITTEN_VERSION } from '../format-version'
import { TurnsBySize } from '../memory/turns-by-size'
import { inputKey } from '../storage/stored-files'
import { type JsonPieces, toJsonPieces } from '../text/json-pieces'
import type { AnyJob, FileSource } from './job'
import { resultKey } from './result-cache'

/**
 * The job as it is stored, its passwords encrypted. Bytes inside (an uploaded logo) become base64 under a mark that no caller
 * can know.
 */
export async function encodeJob(job: AnyJob, vault: Vault): Promise<JsonPieces> {
  const mark = crypto.randomUUID()
  const sealed = await mapSecrets(job, (part) => sealOptions(part, vault, inputKey(job.taskId)))
  const turns = new TurnsBySize()
  return await toJsonPieces({ mark, v: versionOf(job), job: storedForm(sealed) }, mark, (bytes) =>
    turns.after(bytes),
  )
}

/** Reads a stored job; throws `InputMissing`, `NewerJob`, and `document_invalid` for a password that cannot be read any more. */
export async function readJob(files: R2Bucket, vault: Vault, taskId: string): Promise<AnyJob> {
  const stored = await files.get(inputKey(taskId))
  if (!stored) throw new InputMissing()
  const text = await stored.text()
  const mark = /^\{"mark":"([\w-]+)"/.exec(text)?.[1] ?? ''
  const read = JSON.parse(text, (_, value) =>
    typeof value?.[mark] === 'string' ? new Uint8Array(Buffer.from(value[mark], 'base64')) : value,
  ) as { job: AnyJob & StoredFields }
  if (isNewer(read)) throw new NewerJob()
  const { inputHash, optimise, ...sealed } = read.job
  const rest = await mapSecrets(sealed as AnyJob, (part) => openOptions(part, vault, inputKey(taskId)))
  return {
    ...rest,
    ...(optimise !== undefined && { optimize: optimise }),
    ...(inputHash !== undefined && { cacheKey: resultKey(rest, `express-${inputHash}`) }),
  } as AnyJob
}

/** Of a job whose source is Markdown or an address: a release that does not know them leaves the job to one that does. */
const SOURCE_VERSION = 2

function versionOf(job: AnyJob): number {
  const isNew = 'source' in job && ('markdown' in job.source || 'url' in job.source)
  return isNew ? SOURCE_VERSION : WRITTEN_VERSION
}

/** The job with the parts changed that may hold passwords. */
async function mapSecrets(
  job: AnyJob,
  change: (part: object) => Promise<Record<string, unknown>>,
): Promise<AnyJob> {
  const options = await change(job.options)
  if ('source' in job && 'url' in job.source)
    return { ...job, options, source: await change(job.source) } as AnyJob
  if (job.kind !== 'finish') return { ...job, options } as AnyJob
  return { ...job, options, files: (await Promise.all(job.files.map(change))) as FileSource[] }
}

/** `optimise` is how `optimize` is stored, so that the release before reads it too; `inputHash` is a field of former releases. */
type StoredFields = { inputHash?: string; optimise?: boolean }

function storedForm(job: AnyJob): object {
  if (!('optimize' in job)) return job
  const { optimize, ...rest } = job
  return { ...rest, optimise: optimize }
}

/**
 * A later release stored the job, which was rolled back since or is not deployed everywhere yet. It waits, without using
 * up its tries, and fails with this after a day.
 */
export class NewerJob extends Problem {
  constructor() {
    super('internal', {
      detail:
        'The request was stored by a later release of the service, which was taken back. Nothing was charged; send it again.',
      retryAfter: 60,
    })
  }
}

/** There is nothing to run and never will be: the submission broke off, or the task was deleted. */
export class InputMissing extends Problem {
  constructor() {
    super('internal', {
      detail: 'The request was not stored completely. Nothing was charged; send it again.',
    })
  }
}
