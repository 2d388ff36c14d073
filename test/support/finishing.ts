/** Finishing for tests in Node: nothing asked for, and the tools. */
import { randomBytes } from 'node:crypto'
import { type FinishDeps, type FinishPlan, finish } from '../../src/pdf/finish'
import { jpegCodec } from './jpeg'
import { rasterise } from './rasterise'

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
}

/** Finishes with what is given and nothing else. */
export function finishWith(raw: Uint8Array, plan: Partial<FinishPlan>) {
  return finish(raw, { ...nothing, ...plan }, tools)
}
