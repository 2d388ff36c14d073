import { expect, test } from 'vitest'
import type { Cdp } from '../../src/browser/cdp'
import { readStream } from '../../src/browser/file-stream'

const READ_BYTES = 1 << 19

/** What is read of a stream that holds `texts`, each the answer to one read, and how often it was asked. */
async function read(...texts: string[]): Promise<{ lengths: number[]; reads: number }> {
  let reads = 0
  const sendTo = async (_: string, method: string) => {
    if (method !== 'IO.read') return {}
    const text = texts[reads++] ?? ''
    return { data: btoa(text), base64Encoded: true, eof: text === '' }
  }
  const lengths: number[] = []
  for await (const piece of readStream({ sendTo } as unknown as Cdp, 'page', '1')) lengths.push(piece.length)
  return { lengths, reads }
}

test('a file that comes with the first piece is asked for once', async () => {
  expect(await read('%PDF-1.4 … %%EOF\n'.replace('…', '-'))).toEqual({ lengths: [17], reads: 1 })
})

test('a short piece that does not end the file is followed by the rest, and so is a full one that looks like its end', async () => {
  const full = '%%EOF\n'.padStart(READ_BYTES, ' ')
  expect((await read('%PDF-1.4', 'x %%EOF')).lengths).toEqual([8, 7])
  expect((await read(full, full, 'x %%EOF\r\n')).lengths).toEqual([READ_BYTES, READ_BYTES, 9])
  expect((await read(full, full)).lengths).toEqual([READ_BYTES, READ_BYTES])
})
