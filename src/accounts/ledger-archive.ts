/** Closed parts of an account's ledger in R2: NDJSON, compressed. They are never changed, and stay. */
import type { OpenPart, Part } from './storage/closed-ledger'

export class LedgerArchive {
  constructor(private readonly bucket: R2Bucket) {}

  /** Stores a part; to do so again does no harm. */
  async put(accountId: string, part: OpenPart): Promise<void> {
    const text = new Blob([part.lines.map((line) => `${line}\n`).join('')])
    const packed = text.stream().pipeThrough(new CompressionStream('gzip'))
    await this.bucket.put(keyOf(accountId, part), await new Response(packed).arrayBuffer(), {
      httpMetadata: { contentType: 'application/gzip' },
    })
  }

  /** The lines of a part, as one JSON array. */
  async get(accountId: string, part: Part): Promise<string> {
    const stored = await this.bucket.get(keyOf(accountId, part))
    if (!stored) throw new Error(`the ledger of ${accountId} has lost ${keyOf(accountId, part)}`)
    const text = await new Response(stored.body.pipeThrough(new DecompressionStream('gzip'))).text()
    return `[${text.trim().split('\n').join()}]`
  }
}

function keyOf(accountId: string, { first, last }: Part): string {
  return `ledger/${accountId}/${first}-${last}.ndjson.gz`
}
