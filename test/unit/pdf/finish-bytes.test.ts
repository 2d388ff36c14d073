/** How much memory a document is expected to take while it is finished. */
import { expect, it } from 'vitest'
import type { FinishPlan } from '../../../src/pdf/finish-plan'
import { finishBytes } from '../../../src/pdf/finishing-memory'

const plan: FinishPlan = { attachments: [], embed: [], testStamp: false, properties: {}, compress: false }
const conform = { level: '3b' } as const
const pdf = { bytes: new Uint8Array(1000), pointer: '/options/attachments/0', name: 'the file' }
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

it('contents that are checked count as much as they can inflate to', () => {
  expect(finishBytes(new Uint8Array(1000), { ...plan, testStamp: true })).toBe(4000)
  expect(megabytes(finishBytes(new Uint8Array(10_000), { ...plan, conform }))).toBe(10)
  expect(megabytes(finishBytes(new Uint8Array(100_000), { ...plan, conform }))).toBe(48)
})

it('those of callers’ files may be compressed several times', () => {
  expect(megabytes(finishBytes(new Uint8Array(1000), { ...plan, conform, attachments: [pdf] }))).toBe(48)
  expect(megabytes(finishBytes([pdf], { ...plan, conform }))).toBe(48)
})
