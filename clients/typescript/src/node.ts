/** Files, where there is a file system: Node, Deno and Bun. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Document } from './document.js'

/** Writes a document to `path` as it arrives. A file that breaks off leaves what stood there before. */
export async function save(document: Pick<Document, 'body'>, path: string): Promise<void> {
  const unfinished = `${path}.${crypto.randomUUID().slice(0, 8)}.part`
  try {
    await pipeline(
      Readable.fromWeb(document.body as unknown as ReadableStream),
      createWriteStream(unfinished),
    )
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
