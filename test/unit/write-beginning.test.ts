/** A long document in parts. */
import { expect, it } from 'vitest'
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
