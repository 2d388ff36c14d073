/** What it takes to read hostile files: no more than a small multiple of a plain file of the same size. */
import { randomBytes } from 'node:crypto'
import { constants, deflateSync } from 'node:zlib'
import { PDFContext, PDFNumber, PDFRef } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { IndirectObjects, type XrefEntry } from '../../../../src/pdf/import/indirect-objects'
import { MalformedPdf } from '../../../../src/pdf/import/object-reader'
import { parseUntrusted } from '../../../../src/pdf/import/parse'
import { ParseBudget, ParseBudgetExceeded } from '../../../../src/pdf/import/parse-budget'
import { rebuildCrossReferences } from '../../../../src/pdf/import/rebuild'
import { WorkBudget } from '../../../../src/pdf/work-budget'
import { withOnePage } from '../../../fuzz/pdfs/rough'
import { cpuMs, cpuMsOf } from '../../../support/cpu-time'

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('')

/** Milliseconds to read a file or refuse it. */
function readingMs(bytes: Uint8Array): Promise<number> {
  // To be refused is as good.
  return cpuMsOf(() => parseUntrusted(bytes).catch(() => undefined))
}

/** Expects one file to take no more than a few times as long as another. Noise only adds, so the least of several counts. */
async function expectSimilarCost(
  hostile: () => number | Promise<number>,
  plain: () => number | Promise<number>,
): Promise<void> {
  const least = { hostile: await hostile(), plain: await plain() }
  const isSimilar = () => least.hostile < 4 * least.plain + 50
  for (let round = 0; round < 2 && !isSimilar(); round++) {
    least.hostile = Math.min(least.hostile, await hostile())
    least.plain = Math.min(least.plain, await plain())
  }
  expect(isSimilar(), `${least.hostile} ms, the plain one ${least.plain} ms`).toBe(true)
}

describe('a damaged file takes no longer than its size', () => {
  const damaged = (objects: string) => withOnePage({ table: () => objects })
  const streams = (end: string) => damaged(many(10_000, (n) => `${n + 10} 0 obj<<>>stream\n${end}\n`))
  it.each(['endobj', 'endstream'])('if its streams end with nothing but %s', async (end) => {
    const [hostile, plain] = [streams(end), streams('endstream endobj')]
    await expectSimilarCost(
      () => readingMs(hostile),
      () => readingMs(plain),
    )
  })
})

it('each header that a search for objects reads is paid for with all of its bytes', async () => {
  const file = new TextEncoder().encode(many(30_000, () => ' obj'))
  // A budget of a million looks; the words alone are 120,000 bytes.
  const budget = () => new ParseBudget(0, new WorkBudget())
  const search = rebuildCrossReferences(file, PDFContext.create(), budget())
  await expect(search).rejects.toThrow(ParseBudgetExceeded)
  const ends = new TextEncoder().encode(many(30_000, () => ' endobj'))
  await rebuildCrossReferences(ends, PDFContext.create(), budget())
})

/** The objects of a file that consists of these, numbered from 1, and what else its cross-references say; paid for as a megabyte. */
function objectsOf(texts: (string | Uint8Array)[], packed: [number, XrefEntry][] = []) {
  const entries = new Map(packed)
  const parts: Uint8Array[] = []
  let offset = 0
  texts.forEach((text, index) => {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(text),
      Buffer.from('\nendobj\n'),
    ])
    entries.set(index + 1, { kind: 'plain', offset, generation: 0 })
    parts.push(part)
    offset += part.length
  })
  const file = new Uint8Array(Buffer.concat(parts))
  return new IndirectObjects(file, PDFContext.create(), new ParseBudget(2 ** 20, new WorkBudget()), entries)
}

const stream = (entries: string, data: Uint8Array | string) =>
  Buffer.concat([Buffer.from(`<<${entries}>>stream\n`), Buffer.from(data), Buffer.from('\nendstream')])
const packedStream = (entries: string, data: Uint8Array) =>
  stream(`/Type/ObjStm/Filter/FlateDecode/Length ${data.length}${entries}`, data)

/** Counts the bytes it undoes, and leaves them as they are. */
function countingCipher() {
  const counted = { bytes: 0 }
  const undo = (bytes: Uint8Array) => {
    counted.bytes += bytes.length
    return bytes
  }
  return { counted, cipher: { forObject: () => ({ string: undo, stream: undo }) } }
}

/** Deflated data of so many bytes, and then a block of a type that does not exist. */
function brokenData(length: number): Uint8Array {
  const data = deflateSync(Buffer.alloc(length, ' '), { finishFlush: constants.Z_SYNC_FLUSH })
  return Buffer.concat([data, Uint8Array.of(0xff)])
}

describe('what many streams share is read once', () => {
  it('if their length leads to a stream, whose data are not decrypted for it', () => {
    const large = stream('/Length 10000', 'x'.repeat(10_000))
    const objects = objectsOf([large, ...Array<Uint8Array>(100).fill(stream('/Length 1 0 R', 'abc'))])
    const { counted, cipher } = countingCipher()
    objects.decryptWith(cipher)
    for (let number = 2; number <= 101; number++) objects.object(PDFRef.of(number))
    expect(counted.bytes).toBe(100 * 'abc'.length)
  })

  /** Reads objects one after the other. The first opens what all share, so all take little more. */
  function expectFirstToCostMost(count: number, read: (index: number) => void): void {
    const first = cpuMs(() => read(0))
    const others = cpuMs(() => {
      for (let index = 1; index < count; index++) read(index)
    })
    expect(others).toBeLessThan(10 * first + 20)
  }
  const broken = packedStream('/N 1/First 6', brokenData(4 * 2 ** 20))

  it('if their length is packed where nothing can be opened', () => {
    const packed: [number, XrefEntry] = [200, { kind: 'packed', stream: 1, index: 0 }]
    const users = Array<Uint8Array>(100).fill(stream('/Length 200 0 R', 'abc'))
    const objects = objectsOf([broken, ...users], [packed])
    expectFirstToCostMost(users.length, (index) => {
      expect(String(objects.object(PDFRef.of(index + 2)))).toContain('abc')
    })
  })

  it('if they are packed where nothing can be opened', () => {
    const packed = Array.from({ length: 100 }, (_, index): [number, XrefEntry] => [
      index + 200,
      { kind: 'packed', stream: 1, index },
    ])
    const objects = objectsOf([broken], packed)
    expectFirstToCostMost(packed.length, (index) => {
      expect(() => objects.object(PDFRef.of(index + 200))).toThrow(MalformedPdf)
    })
  })
})

describe('what is read again and again is paid for', () => {
  it('if it is decrypted', () => {
    const objects = objectsOf([stream('/Length 1000000', randomBytes(1_000_000))])
    objects.decryptWith(countingCipher().cipher)
    const readAgain = () => {
      for (let round = 0; round < 7; round++) objects.object(PDFRef.of(1))
    }
    expect(readAgain).toThrow(ParseBudgetExceeded)
  })

  it('if it inflates to much before it breaks', async () => {
    const broken = packedStream('/N 1/First 6', brokenData(4 * 2 ** 20))
    const table = () => many(40, (n) => `${n + 10} 0 obj${broken.toString('latin1')}endobj\n`)
    await expect(parseUntrusted(withOnePage({ table }))).rejects.toThrow('too costly')
  })
})

it('Packed objects are found as fast if the cross-references say another place in their stream', async () => {
  const count = 30_000
  const listed = Buffer.from(many(count, (n) => `${n + 10} 0 `))
  const container = packedStream(
    `/N ${count}/First ${listed.length}`,
    deflateSync(Buffer.concat([listed, Buffer.from('7')])),
  )
  const readingAll = (placeOf: (index: number) => number) =>
    cpuMs(() => {
      const packed = Array.from({ length: count }, (_, at): [number, XrefEntry] => [
        at + 10,
        { kind: 'packed', stream: 1, index: placeOf(at) },
      ])
      const objects = objectsOf([container], packed)
      expect(packed.every(([number]) => objects.object(PDFRef.of(number)) instanceof PDFNumber)).toBe(true)
    })
  await expectSimilarCost(
    () => readingAll(() => 0),
    () => readingAll((index) => index),
  )
})
