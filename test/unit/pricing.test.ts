import { describe, expect, it } from 'vitest'
import { plans, readPlanName } from '../../src/accounts/plans'
import { type PricedWork, price } from '../../src/accounts/pricing'

describe('prices', () => {
  const file = 'data:,x'
  const cases: [string, PricedWork, number][] = [
    ['transform as it comes', { kind: 'transform', goCreditMode: true }, 2],
    ['transform without goCreditMode', { kind: 'transform', goCreditMode: false }, 1],
    ['generate', { kind: 'generate', goCreditMode: false }, 1],
    ['generate with goCreditMode', { kind: 'generate', goCreditMode: true }, 2],
    [
      'generate with goCreditMode and an embedded file',
      { kind: 'generate', goCreditMode: true, options: { embed_files: [file] } },
      4,
    ],
    [
      'generate with goCreditMode and an attachment',
      { kind: 'generate', goCreditMode: true, options: { attachments: [file] } },
      4,
    ],
    [
      'transform with goCreditMode and an attachment',
      { kind: 'transform', goCreditMode: true, options: { attachments: [file] } },
      3,
    ],
    ['studio', { kind: 'studio', goCreditMode: false }, 1],
    ['studio with goCreditMode', { kind: 'studio', goCreditMode: true }, 2],
    ['compress', { kind: 'generate', goCreditMode: false, options: { compress: true } }, 2],
    ['compress: false', { kind: 'generate', goCreditMode: false, options: { compress: false } }, 1],
    ['factur_x', { kind: 'generate', goCreditMode: false, options: { factur_x: true } }, 2],
    [
      'five embedded files',
      { kind: 'generate', goCreditMode: false, options: { embed_files: Array(5).fill(file) } },
      2,
    ],
    [
      'five attachments',
      { kind: 'generate', goCreditMode: false, options: { attachments: Array(5).fill(file) } },
      6,
    ],
    [
      'empty lists',
      { kind: 'generate', goCreditMode: true, options: { embed_files: [], attachments: [] } },
      2,
    ],
    [
      'everything on generate',
      {
        kind: 'generate',
        goCreditMode: true,
        options: { compress: true, factur_x: true, embed_files: [file, file], attachments: [file, file] },
      },
      8,
    ],
    ['a QR code', { kind: 'qrcode', logo: false }, 1],
    ['a QR code with a logo', { kind: 'qrcode', logo: true }, 2],
  ]
  for (const [title, work, credits] of cases) {
    it(`${title} costs ${credits}`, () => expect(price(work)).toBe(credits))
  }
})

describe('plans', () => {
  it('are read in any case and answered with a capital', () => {
    expect(['free', 'PRO', 'Max'].map(readPlanName)).toEqual(['Free', 'Pro', 'Max'])
    expect(['gold', '', 'toString'].map(readPlanName)).toEqual([undefined, undefined, undefined])
  })

  it('have the limits of the contract', () => {
    expect(Object.values(plans).map((plan) => plan.entriesPerBatch)).toEqual([3, 10, 10])
    expect(Object.values(plans).map((plan) => plan.password)).toEqual([false, true, true])
  })
})
