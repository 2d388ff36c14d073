/**
 * What the operator and a key of scope `manage` read and change of an account: its name and plan, credits, keys, webhook
 * secrets and ledger. `account-object.ts` has what its requests ask.
 */

import { DurableObject } from 'cloudflare:workers'
import { taskDatabase } from '../databases'
import { readTask } from '../tasks/task-store'
import type { EventTarget } from '../webhooks/event-body'
import { AccountState } from './account-state'
import {
  addKey,
  createAccount,
  grantCredits,
  type Missing,
  type NewAccount,
  type NewKey,
  revokeKey,
  rotateKey,
  type Summary,
  summarise,
  updateAccount,
} from './admin'
import type { Mode } from './api-keys'
import { available } from './ledger'
import { type KeyCommand, type KeyResult, manageKeys } from './own-keys'
import type { PlanName } from './plans'
import type { Statement } from './statement'
import type { StatementFilter } from './statement-filter'
import type { Brand } from './storage/settings-table'

export class ManagedAccount extends DurableObject<Env> {
  protected readonly state = new AccountState(this.ctx, this.env)
  protected readonly store = this.state.store

  /** Makes the account, its first key and its first grant. */
  async create(init: NewAccount): Promise<{ outcome: 'created' | 'exists' }> {
    return await this.state.change((now) => createAccount(this.store, init, now))
  }

  credits(): { credits_left: number; plan: PlanName } | Missing {
    if (!this.store.exists()) return { outcome: 'not_found' }
    const { plan, balance } = this.store.profile()
    return { credits_left: available(balance), plan }
  }

  summary(): Summary | Missing {
    return this.store.exists() ? summarise(this.store, Date.now()) : { outcome: 'not_found' }
  }

  /** The ledger as the filter asks for it, and what is available and held now. */
  async statement(
    filter: StatementFilter,
  ): Promise<(Statement & { outcome: 'read'; credits_left: number; credits_held: number }) | Missing> {
    if (!this.store.exists()) return { outcome: 'not_found' }
    const taskTimes = filter.taskId === undefined ? undefined : await this.#timesOf(filter.taskId)
    const read = await this.state.statement(this.ctx.storage.sql, { ...filter, taskTimes })
    const { balance } = this.store.profile()
    return { outcome: 'read', ...read, credits_left: available(balance), credits_held: balance.held }
  }

  protected async hasCompleted(taskId: string): Promise<boolean> {
    const row = await readTask(this.#database(), taskId)
    return row?.status === 'completed' && row.account_id === this.store.profile().accountId
  }

  /** Where the account's tasks are. */
  #database(): D1Database {
    return taskDatabase(this.env, this.store.profile().accountId)
  }

  /** When something happened to a task of which lines may be closed. */
  async #timesOf(taskId: string): Promise<number[]> {
    if (this.store.closed.upTo() === 0) return []
    const hold = this.store.holds.find(taskId)
    const row = await readTask(this.#database(), taskId)
    const task = row?.account_id === this.store.profile().accountId ? row : undefined
    const times = [hold?.heldAt, hold?.resolution?.at, task?.created_at, task?.started_at, task?.completed_at]
    return times.filter((time) => typeof time === 'number')
  }

  async update(change: { name?: string; plan?: PlanName; suspended?: boolean }): Promise<Summary | Missing> {
    const summary = await this.state.changeExisting((now) => updateAccount(this.store, change, now))
    // The queue learns from D1 what has ended.
    if (change.suspended && this.store.exists()) await this.state.catchUp()
    return summary
  }

  async grant(init: {
    amount: number
    reason: string
    grantId?: string
  }): Promise<ReturnType<typeof grantCredits> | Missing> {
    return await this.state.changeExisting((now) => grantCredits(this.store, init, now))
  }

  async addKey(key: NewKey): Promise<{ outcome: 'added' } | Missing> {
    return await this.state.changeExisting((now) => {
      addKey(this.store, key, now)
      return { outcome: 'added' }
    })
  }

  async rotateKey(init: Parameters<typeof rotateKey>[1]): Promise<ReturnType<typeof rotateKey>> {
    return await this.state.changeExisting((now) => rotateKey(this.store, init, now))
  }

  async revokeKey(keyId: string): Promise<ReturnType<typeof revokeKey>> {
    return await this.state.changeExisting((now) => revokeKey(this.store, keyId, now))
  }

  /** Lists or changes keys for a key of scope `manage`. */
  async manageKeys(call: { keyHash: string; command: KeyCommand }): Promise<KeyResult> {
    return await this.state.changeExisting((now) => manageKeys(this.store, call, now))
  }

  /** Sets or removes the brand of a mode. Returns whether there was one. */
  async setBrand({ mode, brand }: { mode: Mode; brand: Brand | undefined }): Promise<boolean> {
    return await this.state.change(() => this.store.settings.set(`brand:${mode}`, brand))
  }

  /** Where the events of a mode are sent. */
  eventTarget(mode: Mode): EventTarget | undefined {
    return this.store.settings.get(`events:${mode}`)
  }

  /** Sets or removes where the events of a mode are sent. Returns whether it was set before. */
  async setEventTarget({ mode, target }: { mode: Mode; target: EventTarget | undefined }): Promise<boolean> {
    return await this.state.change(() => this.store.settings.set(`events:${mode}`, target))
  }

  /** What webhooks are signed with: the present secret first, then those in their time of grace. */
  webhookSecrets(): string[] {
    return [this.store.profile().webhookSecret, ...this.store.formerWebhookSecrets(Date.now())]
  }

  /** Takes a new webhook secret into use; the old one signs beside it until the grace is over. */
  async rotateWebhookSecret({
    secret,
    graceMs,
  }: {
    secret: string
    graceMs: number
  }): Promise<{ formerUntil: number }> {
    return await this.state.change((now) => {
      this.store.replaceWebhookSecret(secret, now + graceMs)
      return { formerUntil: now + graceMs }
    })
  }
}
