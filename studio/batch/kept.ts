/** A batch that is being prepared or made, kept in this browser, so that a reload loses nothing. */
import { draftPlace, forgetDraft, keepDraft, readDraft } from '../editor/drafts'
import { parsed } from '../editor/template-source'
import { isRecord } from '../form/data-path'
import type { Plan } from './plan'
import type { Run } from './run'

export type Kept = { plan?: Plan; run?: Run }

function placeOf(key: string): string {
  return draftPlace(key, 'batch')
}

/** False if it is too large. */
export function keepBatch(key: string, kept: Kept): boolean {
  return keepDraft(placeOf(key), JSON.stringify(kept))
}

export function forgetBatch(key: string): void {
  forgetDraft(placeOf(key))
}

export function readBatch(key: string): Kept {
  const { plan, run } = parsed(readDraft(placeOf(key)) ?? '') ?? {}
  return {
    ...(isRecord(plan) && isRecord(plan.table) && { plan: plan as Plan }),
    ...(isRecord(run) && Array.isArray(run.pieces) && { run: run as Run }),
  }
}
