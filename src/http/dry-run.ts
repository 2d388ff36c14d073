/**
 * `dry_run: true`: what a call would cost, what it would be warned of and what would refuse it. The request is read and
 * checked as always. Nothing is fetched, rendered, held, charged or stored, and no task is made.
 */
import { z } from 'zod'
import { type Begin, planRefusal } from '../accounts/admission'
import { type PlanName, planNames, plans } from '../accounts/plans'
import { PRICED_ITEMS, type PricedWork, price, priceItems } from '../accounts/pricing'
import { type Refusal, refusalProblem } from '../accounts/refusal'
import { errorTable } from '../errors'
import { boundWarnings } from '../tasks/bound-warnings'
import type { Caller } from './auth'
import type { AppContext } from './context'
import { respond } from './responses'
import { json } from './route'

/** The field of every request that charges. */
export const dryRunField = z
  .boolean()
  .optional()
  .describe(
    'true: 200 with the price by item, warnings and what would refuse the call. Nothing is made, held or charged.',
  )
  .meta({ default: false })

const pricedCall = {
  price: z.int().describe('Credits that the work costs, if it is done.'),
  items: z
    .array(
      z
        .object({
          item: z.enum(PRICED_ITEMS).describe('The work itself, or the field that costs something.'),
          count: z.int().describe('How many.'),
          credits: z.int().describe('What they cost together.'),
        })
        .meta({ id: 'PriceItem' }),
    )
    .describe('What the price is made of.'),
  charge: z
    .int()
    .describe('Credits that this key would be charged now: none for a test key, nor for a stored result.'),
  cached: z
    .boolean()
    .optional()
    .describe('Whether an identical request has a stored result; absent for what has no cache.'),
  warnings: z
    .array(z.string())
    .describe('What is odd about the request: data that is not read, fields that have no effect …'),
}

/** The body of the response to a dry run. */
const dryRunResponse = z
  .object({
    dry_run: z.literal(true).describe('Nothing was done.'),
    ...pricedCall,
    entries: z
      .array(
        z
          .object({ index: z.int().describe('Place among the entries, from 0.'), ...pricedCall })
          .meta({ id: 'DryRunEntry' }),
      )
      .optional()
      .describe('Of a batch: each of its entries.'),
    credits_left: z.int().describe('What can be spent now.'),
    refusals: z
      .array(
        z
          .object({
            code: z.string().describe('As the problem would have it.'),
            status: z.int().describe('The HTTP status.'),
            detail: z.string().describe('What is missing, and the way out.'),
          })
          .meta({ id: 'DryRunRefusal' }),
      )
      .describe(
        'Why the call would be refused now by what the plan allows a request, or by the balance. Rates and quotas are not looked at.',
      ),
    plan: z.enum(planNames as [PlanName, ...PlanName[]]).describe('The account’s plan.'),
    limits: z
      .object({
        posts_per_minute: z.int().describe('POST requests.'),
        synchronous_renders: z.int().describe('Documents that callers wait for, at once.'),
        outstanding_tasks: z.int().describe('Queued tasks that have not ended.'),
        uncharged_tasks_per_day: z.int().describe('Live tasks that fail or copy a stored result.'),
        entries_per_batch: z.int().describe('Entries of a batch.'),
        retention_days: z.int().describe('How long a file is kept.'),
        password: z.boolean().describe('Whether `options.password` may be used.'),
      })
      .meta({ id: 'PlanLimits' })
      .describe('What the plan allows.'),
  })
  .meta({ id: 'DryRun' })
type DryRun = z.input<typeof dryRunResponse>

const EXAMPLE_WORK: PricedWork = { kind: 'transform', goCreditMode: true }

const example: DryRun = {
  dry_run: true,
  price: price(EXAMPLE_WORK),
  items: priceItems(EXAMPLE_WORK),
  charge: price(EXAMPLE_WORK),
  warnings: [],
  credits_left: 998,
  refusals: [],
  plan: 'Pro',
  limits: limitsOf('Pro'),
}

/** The body of the response to a dry run, with an example. */
export const DRY_RUN = { schema: dryRunResponse, example }

/** The 200 of what otherwise returns another status. */
export const dryRunResult = json('`dry_run: true`: the price, and what would refuse the call.', DRY_RUN, [
  'X-Warnings',
  'X-Credits-Charged',
  'X-Credits-Left',
])

/** A piece of work that is asked for; `cached` as the response has it. */
export type DryWork = { work: PricedWork; cached?: boolean | undefined; warnings?: string[] | undefined }

/** The response to a dry run of one piece of work. */
export function respondDryRun(
  c: AppContext,
  caller: Caller,
  { needs = {}, ...asked }: DryWork & { needs?: Begin['needs'] | undefined },
): Response {
  const priced = pricedAs(caller, asked)
  return respondPriced(c, caller, { ...priced, ...standing(caller, priced.charge, needs) })
}

/** The response to a dry run of a batch. */
export function respondDryBatch(
  c: AppContext,
  caller: Caller,
  { needs, entries }: { needs: Begin['needs']; entries: readonly DryWork[] },
): Response {
  const priced = entries.map((entry, index) => ({ index, ...pricedAs(caller, entry) }))
  const sum = (field: 'price' | 'charge') => priced.reduce((total, entry) => total + entry[field], 0)
  const charge = sum('charge')
  return respondPriced(c, caller, {
    price: sum('price'),
    items: sumItems(priced.flatMap(({ items }) => items)),
    charge,
    warnings: boundWarnings(
      priced.flatMap(({ index, warnings }) => warnings.map((warning) => `entry ${index}: ${warning}`)),
    ),
    entries: priced,
    ...standing(caller, charge, needs),
  })
}

function respondPriced(c: AppContext, { credits_left }: Caller, priced: Omit<DryRun, 'dry_run'>): Response {
  const body: DryRun = { dry_run: true, ...priced }
  const facts = { credits_charged: 0, credits_left, warnings: priced.warnings }
  return respond(c, { kind: 'json', status: 200, body, facts })
}

function pricedAs(caller: Caller, { work, cached, warnings = [] }: DryWork) {
  const items = priceItems(work)
  const priced = price(work)
  const charge = caller.mode === 'test' || cached ? 0 : priced
  return {
    price: priced,
    items,
    charge,
    ...(cached !== undefined && { cached }),
    warnings: boundWarnings(warnings),
  }
}

/** How the account stands to work of so many credits: its balance, its plan, and what of both is in the way. */
function standing({ plan, credits_left }: Caller, needed: number, needs: Begin['needs']) {
  const byPlan = planRefusal(plan, needs)
  const byBalance: Refusal[] =
    needed > credits_left
      ? [{ outcome: 'refused', code: 'insufficient_credits', needed, available: credits_left }]
      : []
  return {
    credits_left,
    refusals: [...(byPlan ? [byPlan] : []), ...byBalance].map(refusalOf),
    plan,
    limits: limitsOf(plan),
  }
}

function refusalOf(refusal: Refusal): DryRun['refusals'][number] {
  const { code, message } = refusalProblem(refusal)
  return { code, status: errorTable[code].status, detail: message }
}

function limitsOf(name: PlanName): DryRun['limits'] {
  const plan = plans[name]
  return {
    posts_per_minute: plan.postsPerMinute,
    synchronous_renders: plan.synchronousRenders,
    outstanding_tasks: plan.outstandingTasks,
    uncharged_tasks_per_day: plan.unchargedTasksPerDay,
    entries_per_batch: plan.entriesPerBatch,
    retention_days: plan.retentionDays,
    password: plan.password,
  }
}

/** Lines of several prices, one for each item. */
function sumItems(items: DryRun['items']): DryRun['items'] {
  const sums = new Map<string, DryRun['items'][number]>()
  for (const { item, count, credits } of items) {
    const before = sums.get(item) ?? { item, count: 0, credits: 0 }
    sums.set(item, { item, count: before.count + count, credits: before.credits + credits })
  }
  return [...sums.values()]
}
