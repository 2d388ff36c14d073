/**
 * A job through its real account, with the connection to each step failing in every way: before the step, after it,
 * several times, done twice, and never coming back (the caller has gone and the run was cancelled).
 */
import { env } from 'cloudflare:test'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Account } from '../../src/accounts/account-object'
import type { BeginResult } from '../../src/accounts/admission'
import { newId } from '../../src/ids'
import { accountLedger } from '../../src/jobs/account-ledger'
import type { Job } from '../../src/jobs/job'
import { run } from '../../src/jobs/run'
import { fileKey, storeFile } from '../../src/storage/stored-files'
import { Timings } from '../../src/time/timings'
import { endLeases, newAccount, work } from '../support/accounts'
import { everyThirdOf } from '../support/runs'
import { applySchema } from '../support/schema'

const steps = ['hold', 'render', 'finish', 'store', 'settle', 'release'] as const
type Step = (typeof steps)[number]
const faults = {
  'fails before it': { before: 1 },
  'fails after it': { after: 1 },
  'fails twice before it': { before: 2 },
  'fails twice after it': { after: 2 },
  'always fails before it': { before: 99 },
  'happens twice': { twice: true },
  'never begins, since the caller has gone': { gone: 'before' },
  'never comes back, since the caller has gone': { gone: 'after' },
} as const
type Fault = { before?: number; after?: number; twice?: boolean; gone?: 'before' | 'after' }

/** The settlement is tried three times, so that two broken connections cost nobody their document. */
function settles(step: Step, fault: Fault): boolean {
  if (step === 'release') return false
  if (fault.twice) return true
  if (step !== 'settle') return false
  return fault.gone === undefined ? (fault.before ?? 0) <= 2 : fault.gone === 'after'
}

const pdf = await onePage()

beforeAll(() => applySchema())

describe.concurrent('a job whose', () => {
  const all = steps.flatMap((step) =>
    Object.entries(faults).map(([title, fault]) => [step, title, fault] as const),
  )
  it.each(everyThirdOf(all))(
    '%s %s ends settled or released, once, and its task says which',
    async (step, _, fault) => {
      await endsOnce(step, fault)
    },
  )
})

async function endsOnce(step: Step, fault: Fault) {
  const { account, accountId, call } = await newAccount({ credits: 10 })
  const taskId = newId('tsk')
  const { injure, gone } = injury(step, fault)
  const failing = step === 'release'
  const job = async () => {
    const begun = await injure<BeginResult>('hold', async () =>
      account.begin(work(call, [{ taskId, credits: 3 }])),
    )
    if (begun.outcome !== 'go') throw new Error(begun.outcome)
    return await run(
      jobOf(taskId, accountId),
      { delivery: { byUrl: false, idempotent: true, charge: { credits_charged: 3, credits_left: 7 } } },
      {
        render: async () => {
          if (failing) throw new Error('the page cannot be printed')
          return { bytes: pdf, warnings: [], title: 'x' } as never
        },
        fetchFile: () => Promise.reject(new Error('this job names no files')),
        readTaskFile: () => Promise.reject(new Error('this job names no tasks')),
        findInvoice: () => Promise.reject(new Error('this job brings no document')),
        finish: async () => ({ bytes: pdf, pages: 1, warnings: [] }),
        drawPictures: async () => [],
        store: (id, file) => storeFile(env.FILES, id, file),
        fileUrl: () => Promise.reject(new Error('this job is delivered as a file')),
        countUnpaid: async () => undefined,
        ledger: accountLedger(reached(account, injure), () => undefined),
        timings: new FaultyTimings(injure),
        now: () => Date.now(),
      },
    )
  }
  const returned = await Promise.race([
    job().then(
      () => 'done' as const,
      () => 'failed' as const,
    ),
    gone,
  ])
  const { credits_held } = await statementOf(account)
  if (credits_held > 0) await endLeases(account)

  const { lines, credits_left, credits_held: held } = await statementOf(account)
  const types = lines.map(({ type }) => type).filter((type) => type !== 'grant')
  const nothingBegan = step === 'hold' && (fault.before !== undefined || fault.gone === 'before')
  expect(held).toBe(0)
  if (nothingBegan) {
    expect(types).toEqual([])
    return
  }
  expect(types).toHaveLength(2)
  const settled = settles(step, fault)
  expect(types.includes('settle')).toBe(settled)
  expect(credits_left).toBe(settled ? 7 : 10)
  expect(await endOf(account, taskId)).toMatchObject({
    status: settled ? 'completed' : 'failed',
    credits_charged: settled ? 3 : 0,
  })
  expect(returned).toBe(fault.gone ? 'gone' : settled ? 'done' : 'failed')
  if (settled) expect(await env.FILES.head(fileKey(taskId))).not.toBeNull()
}

type Injure = <T>(step: string, call: () => Promise<T>) => Promise<T>

/** Lets calls through, except at `step`; `gone` resolves once a call has gone for ever. */
function injury(step: Step, fault: Fault): { injure: Injure; gone: Promise<'gone'> } {
  let { before = 0, after = 0 } = fault
  const { promise: gone, resolve } = Promise.withResolvers<'gone'>()
  const goes = () => {
    resolve('gone')
    return new Promise<never>(() => undefined)
  }
  const injure: Injure = async (at, call) => {
    if (at !== step) return await call()
    if (fault.gone === 'before') return await goes()
    if (before-- > 0) throw new Error('the connection broke before')
    const result = await call()
    if (fault.gone === 'after') return await goes()
    if (fault.twice) return await call()
    if (after-- > 0) throw new Error('the connection broke after')
    return result
  }
  return { injure, gone }
}

class FaultyTimings extends Timings {
  constructor(readonly injure: Injure) {
    super(() => 0)
  }

  override measure<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
    return this.injure(name, step)
  }
}

/** The account over a connection that may break. */
function reached(account: DurableObjectStub<Account>, injure: Injure) {
  return {
    settle: (init: Parameters<Account['settle']>[0]) => injure('settle', async () => account.settle(init)),
    release: (init: Parameters<Account['release']>[0]) =>
      injure('release', async () => account.release(init)),
  } as unknown as DurableObjectStub<Account>
}

/** A document as Chromium writes it: one page, a plain cross-reference table. */
async function onePage(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage()
  return await document.save({ useObjectStreams: false })
}

async function statementOf(account: DurableObjectStub<Account>) {
  const statement = await account.statement({ limit: 100 })
  if (statement.outcome !== 'read') throw new Error('the account exists')
  return statement
}

/** The task where a caller would find it: in the account, or in D1 once it has left there. */
async function endOf(account: DurableObjectStub<Account>, taskId: string) {
  const held = await account.task(taskId)
  return held ?? (await env.DB.prepare('SELECT * FROM tasks WHERE task_id = ?').bind(taskId).first())
}

function jobOf(taskId: string, accountId: string): Job {
  return {
    ...{ taskId, accountId, kind: 'transform', mode: 'live' },
    ...{ source: { html: '<p>x</p>' }, options: {}, optimize: false, asynchronous: false },
    ...{ origin: 'https://platen.test', createdAt: Date.now(), expiresAt: Date.now() + 86_400_000 },
  }
}
