/** A bundle in ASCII does what it did before. */
import { expect, it } from 'vitest'
import { plainLetters } from '../../scripts/plain-letters.mjs'

const script = String.raw`
  // Fünf – 🥚
  const größe = 'é\\é 🥚 \é'
  const found = [
    /^[é–ü]+$/.test('é–ü'), /\\–$/.test('\\–'), /^\–$/.test('–'),
    /^🥚{2}$/u.test('🥚🥚'), /^[^🥚]$/u.test('🥚'),
  ]
  return [größe, ...found]
`

it('escapes letters of texts, patterns, names and comments, which mean the same', () => {
  const plain = plainLetters(script)
  expect(plain).toMatch(/^[\0-\x7f]*$/)
  const run = (text: string) => new Function(text)()
  expect(run(plain)).toEqual(run(script))
  expect(run(plain)).toEqual(['é\\é 🥚 é', true, true, true, true, false])
})
