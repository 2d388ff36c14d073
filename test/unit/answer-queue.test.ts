/** The answers to a page's requests: a few at once, and first what the page is laid out by. */
import { expect, test } from 'vitest'
import { AnswerQueue } from '../../src/browser/answer-queue'

/** A queue, what has begun in it, and how each is ended. */
function watched() {
  const queue = new AnswerQueue()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (type: string, name: string) =>
    queue.add(type, () => {
      begun.push(name)
      return new Promise((resolve) => void ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { queue, begun, add, end }
}

test('a style sheet is answered at once however many pictures are slow', () => {
  const { begun, add } = watched()
  for (let n = 0; n < 20; n++) add('Image', `image ${n}`)
  expect(begun).toHaveLength(6)
  add('Stylesheet', 'sheet')
  expect(begun.at(-1)).toBe('sheet')
})

test('what is laid out by comes before pictures that have waited longer', async () => {
  const { begun, add, end } = watched()
  for (let n = 0; n < 8; n++) add('Script', `script ${n}`)
  add('Image', 'image')
  add('Font', 'font')
  expect(begun).toHaveLength(8)
  await end('script 0')
  expect(begun.slice(8)).toEqual(['font'])
  for (const name of ['script 1', 'script 2']) await end(name)
  expect(begun.slice(8)).toEqual(['font', 'image'])
})

test('all come in their order, failed ones too, until the queue is cleared', async () => {
  const { queue, begun, add, end } = watched()
  const failed: string[] = []
  for (let n = 0; n < 8; n++) {
    queue.add('Image', async () => {
      failed.push(`failed ${n}`)
      throw new Error('the page is gone')
    })
  }
  await end('')
  expect(failed).toHaveLength(8)
  for (let n = 0; n < 8; n++) add('Image', `${n}`)
  await end('0')
  expect(begun).toEqual(['0', '1', '2', '3', '4', '5', '6'])
  queue.clear()
  await end('1')
  expect(begun).toHaveLength(7)
})
