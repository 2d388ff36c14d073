/**
 * One piece of work from a queue at a time, in an object of its own, named by a task's lane or a webhook's delivery: a
 * batch of messages that waited for its work would hold up the next one, and all of a batch would share six outgoing
 * connections. The object stores nothing: what is under way has a lease in D1, and whatever ends the object leaves it to
 * the sweep.
 */
import { DurableObject } from 'cloudflare:workers'
import { logFor } from '../log'
import { backgroundTools } from './background'
import { type Consumed, consume } from './consume'
import { tryDelivery } from './notify'

export class Errand extends DurableObject<Env> {
  /** One try of a task; `returns` is how often it came back before. */
  async run(taskId: string, returns: number): Promise<Consumed> {
    return await consume(taskId, { returns }, backgroundTools(this.env, logFor(taskId)))
  }

  /** Begins a try of a webhook, and answers before that is over: its receiver may take long. */
  deliver(deliveryId: string): void {
    void tryDelivery(deliveryId, backgroundTools(this.env, logFor(deliveryId)))
  }
}

/** Hands a webhook's try to its object. Throws where that could not be told. */
export async function beginDelivery({ ERRAND }: Pick<Env, 'ERRAND'>, deliveryId: string): Promise<void> {
  await ERRAND.get(ERRAND.idFromName(deliveryId)).deliver(deliveryId)
}
