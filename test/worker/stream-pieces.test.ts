/** Bodies in tiny pieces, as a hostile sender makes them. */
import { expect, it, vi } from 'vitest'
import { PieceReader } from '../../src/binary/stream-pieces'
import { drainBody } from '../../src/http/unread-body'

/** A body that is sent byte by byte. */
function byteByByte(bytes: number): ReadableStream<Uint8Array> {
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  const send = async () => {
    for (let sent = 0; sent < bytes; sent++) await writer.write(new Uint8Array([sent % 251]))
    await writer.close()
  }
  send().catch(() => undefined)
  return readable
}

it('come in pieces of some size, which keep no more memory than they have bytes', async () => {
  const reader = new PieceReader(byteByByte(5_000))
  const pieces: Uint8Array[] = []
  for (let piece = await reader.read(); piece; piece = await reader.read()) pieces.push(piece)
  expect(pieces.length).toBeLessThan(6)
  expect(pieces.map(({ buffer }) => buffer.byteLength)).toEqual(pieces.map(({ byteLength }) => byteLength))
  const bytes = pieces.flatMap((piece) => [...piece])
  expect(bytes).toEqual(Array.from({ length: 5_000 }, (_, index) => index % 251))
})

it('end when they are canceled', async () => {
  const reader = new PieceReader(byteByByte(5_000))
  await reader.read()
  reader.cancel()
  expect(await reader.read()).toBeUndefined()
})

it('are dropped in large pieces when nobody reads them', async () => {
  const reads = vi.spyOn(ReadableStreamBYOBReader.prototype, 'read')
  const { readable, writable } = new IdentityTransformStream()
  const headers = { 'Content-Length': '1000000' }
  const request = new Request('http://x', { method: 'POST', headers, body: readable })
  const sent = (async () => {
    const writer = writable.getWriter()
    for (let piece = 0; piece < 10; piece++) await writer.write(new Uint8Array(100_000))
    await writer.close()
  })()
  await drainBody(request)
  await sent
  expect(reads.mock.calls.length).toBeGreaterThan(10)
  expect(reads.mock.calls.length).toBeLessThan(30)
  reads.mockRestore()
})
