/** Finishing for tests in Node: nothing asked for, and the tools. */
import { randomBytes } from 'node:crypto'
import { finish } from '../../src/pdf/finish-pdf'
import type { FinishDeps, FinishInput, FinishPlan } from '../../src/pdf/finish-plan'
import { jpegCodec } from './jpeg'
import { rasterise, standardFonts } from './rasterise'

export const nothing: FinishPlan = {
  attachments: [],
  testStamp: false,
  properties: {},
  embed: [],
  compress: false,
}

export const tools: FinishDeps = {
  now: new Date('2026-11-21T10:00:00Z'),
  random: (length) => new Uint8Array(randomBytes(length)),
  jpeg: jpegCodec,
  rasterise,
  standardFonts,
  printLines: () => Promise.reject(new Error('there is no browser here')),
}

/** Finishes with what is given and nothing else. */
export function finishWith(raw: FinishInput, plan: Partial<FinishPlan>) {
  return finish(raw, { ...nothing, ...plan }, tools)
}
