/** A long document in parts. */
import { expect, it, vi } from 'vitest'
import { writeBeginning } from '../../src/browser/write-beginning'

const PART = 512 * 1024

async function partsOf(html: string): Promise<string[]> {
  const parts: string[] = []
  const last = await writeBeginning(html, async (part) => void parts.push(part))
  return [...parts, last]
}

it.each([
  ['a character of two halves', '\u{1F600}'],
  ['a line end', '\r\n'],
])('%s is not parted', async (_, pair) => {
  for (const before of ['', 'x']) {
    const html = before + pair.repeat(PART)
    const parts = await partsOf(html)
    expect(parts).toHaveLength(2)
    expect(parts.join('') === html).toBe(true)
    for (const part of parts.slice(1)) expect(part.startsWith(pair)).toBe(true)
  }
})

it('a document of one part is not touched', async () => {
  expect(await partsOf('x'.repeat(PART))).toHaveLength(1)
})

it('a part is sent while the one before is read, and no third', async () => {
  let underWay = 0
  let most = 0
  const read: (() => void)[] = []
  const beginning = writeBeginning('x'.repeat(5 * PART), async () => {
    most = Math.max(most, ++underWay)
    await new Promise<void>((resolve) => read.push(resolve))
    underWay--
  })
  for (let part = 0; part < 4; part++) {
    await vi.waitFor(() => expect(read[part]).toBeDefined(), 20_000)
    read[part]?.()
  }
  await beginning
  expect(most).toBe(2)
})

it('a part that could not be written ends the document', async () => {
  const beginning = writeBeginning('x'.repeat(5 * PART), async () => {
    throw new Error('the page is gone')
  })
  await expect(beginning).rejects.toThrow('the page is gone')
})
