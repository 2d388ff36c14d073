/** The inputs of queued tasks in R2: a job as JSON, whole, so that whoever runs it needs nothing else. */
import { Problem } from '../errors'
import { inputKey } from '../storage/files'
import { openOptions, sealOptions, type Vault } from '../vault'
import type { AnyJob } from './job'
import { resultKey } from './result-cache'

/** The job as it is stored, its passwords encrypted. Bytes inside (an uploaded logo) become base64 under a mark that no caller can know. */
export async function encodeJob(job: AnyJob, vault: Vault): Promise<Uint8Array> {
  const mark = crypto.randomUUID()
  const options = await sealOptions(job.options, vault, inputKey(job.taskId))
  const json = JSON.stringify({ mark, job: storedForm({ ...job, options }) }, (_, value: unknown) =>
    value instanceof Uint8Array ? { [mark]: Buffer.from(value).toString('base64') } : value,
  )
  return new TextEncoder().encode(json)
}

/** Reads a stored job; throws `InputMissing`, and `document_invalid` for a password that cannot be read any more. */
export async function readJob(files: R2Bucket, vault: Vault, taskId: string): Promise<AnyJob> {
  const stored = await files.get(inputKey(taskId))
  if (!stored) throw new InputMissing()
  const text = await stored.text()
  const mark = /^\{"mark":"([\w-]+)"/.exec(text)?.[1] ?? ''
  const { job } = JSON.parse(text, (_, value) =>
    typeof value?.[mark] === 'string' ? new Uint8Array(Buffer.from(value[mark], 'base64')) : value,
  ) as { job: AnyJob & StoredFields }
  const { inputHash, optimise, ...sealed } = job
  const rest = { ...sealed, options: await openOptions(job.options, vault, inputKey(taskId)) } as AnyJob
  return {
    ...rest,
    ...(optimise !== undefined && { optimize: optimise }),
    ...(inputHash !== undefined && { cacheKey: resultKey(rest, `express-${inputHash}`) }),
  } as AnyJob
}

/** `optimise` is how `optimize` is stored, so that the release before reads it too; `inputHash` is a field of former releases. */
type StoredFields = { inputHash?: string; optimise?: boolean }

function storedForm(job: AnyJob): object {
  if (job.kind === 'qrcode') return job
  const { optimize, ...rest } = job
  return { ...rest, optimise: optimize }
}

/** There is nothing to run and never will be: the submission broke off, or the task was deleted. */
export class InputMissing extends Problem {
  constructor() {
    super('internal', {
      detail: 'The request was not stored completely. Nothing was charged; send it again.',
    })
  }
}
