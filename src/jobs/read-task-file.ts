/** The file of an earlier task, by its id: whether it may be read was checked when the job was accepted. */
import { FetchRefused } from '../net/refused'
import { fileKey, findFile } from '../storage/stored-files'
import type { LoadedJobFile } from './attachments'

/** Throws FetchRefused for a file that is no longer kept or larger than `maxBytes`. */
export async function readTaskFile(
  files: R2Bucket,
  taskId: string,
  { maxBytes }: { maxBytes: number },
): Promise<LoadedJobFile> {
  // The task may have ended a moment ago.
  const file = await findFile(() => files.get(fileKey(taskId)), Date.now())
  if (!file) throw new FetchRefused('status', 'The task has no file, or it is no longer kept. Make it again.')
  if (file.size > maxBytes)
    throw new FetchRefused('size', `The file is larger than ${maxBytes} bytes. Use a smaller one.`)
  const { contentType = 'application/octet-stream' } = file.httpMetadata ?? {}
  return { name: undefined, type: contentType, bytes: await file.bytes() }
}
