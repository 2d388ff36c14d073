/**
 * The model, across two objects: the pool's only connection is the browser, so it asks the caller's isolate, where the
 * model is asked. Whatever happens there, the pool waits no longer than it may.
 */
import { RpcTarget } from 'cloudflare:workers'
import { withTimeout } from '../time/waiting'
import { type Advice, askModel, MODEL_TIME_MS, type Model, type Question } from './model'
import type { AskModel } from './optimize'

/** What is left of a render's time for printing, in milliseconds. */
const PRINTING_MS = 4000
/** In less time than this no model answers, in milliseconds. */
const MIN_TIME_MS = 300
/** How much longer than the model's own limit its answer may take to come back from the other object. */
const WAY_BACK_MS = 300

/** The caller's end, which has the model and its key. */
export class Advisor extends RpcTarget {
  readonly #model: Model

  constructor(model: Model) {
    super()
    this.#model = model
  }

  /** Replies within `limitMs`. */
  ask(question: Question, limitMs: number): Promise<Advice> {
    return askModel(this.#model, question, limitMs)
  }
}

/** Asks `advisor` in what a render that ends at `deadline` (milliseconds since 1970) has to spare. */
export function adviceWithin(advisor: Advisor, deadline: number): AskModel {
  return async (question) => {
    const limit = Math.min(MODEL_TIME_MS, deadline - Date.now() - PRINTING_MS)
    if (limit < MIN_TIME_MS) return { outcome: 'failed' }
    const failed = (): Advice => ({ outcome: 'failed' })
    return await withTimeout(advisor.ask(question, limit), limit + WAY_BACK_MS, failed).catch(failed)
  }
}
