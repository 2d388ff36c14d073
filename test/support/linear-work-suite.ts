/** Appended files of n and of 2n hostile parts: twice as much may take little more than twice as long to finish. */
import { afterEach, expect, it, vi } from 'vitest'
import type { FinishPlan } from '../../src/pdf/finish-plan'
import { WorkBudget } from '../../src/pdf/work-budget'
import { finishWith } from './finishing'
import { type LinearShape, ONE_OF_EACH_CLASS, SHAPES } from './linear-shapes'
import { type Part, partNamed } from './part'
import { linksPdf } from './pdfs'

/** What finishing came to, the milliseconds of this thread it took, and the units of work that were charged. */
async function measure(bytes: Uint8Array, plan: Partial<FinishPlan>) {
  let charged = 0
  const charge = WorkBudget.prototype.charge
  const spy = vi.spyOn(WorkBudget.prototype, 'charge').mockImplementation(function (
    this: WorkBudget,
    kind,
    amount,
  ) {
    if (kind !== 'bytes') charged += amount ?? 1
    charge.call(this, kind, amount)
  })
  const before = process.threadCpuUsage()
  const attachments = [{ name: 'a.pdf', pointer: '/options/attachments/0', bytes }]
  const outcome = await finishWith(linksPdf(), { ...plan, attachments }).then(
    () => 'finished',
    (error: Error) => error.message.replace(/[\d,]+/g, 'n').slice(0, 120),
  )
  const { user, system } = process.threadCpuUsage(before)
  spy.mockRestore()
  return { outcome, charged, ms: (user + system) / 1000 }
}

const DEFAULT: Partial<FinishPlan> = { conform: { level: '1b' }, compress: true, testStamp: true }

const isTwice = (large: number, small: number) => large < 2.5 * small + 40

/** Finishes files of one shape of each class, or of all others. */
export function linearWorkSuite(part: Part) {
  const chosen = partNamed(Object.entries<LinearShape>(SHAPES), ONE_OF_EACH_CLASS, part)
  afterEach(() => vi.restoreAllMocks())

  it.each(chosen)('%s', async (_, { size, make, plan = DEFAULT }) => {
    // The larger goes first: what is slow because it is new is not told of the smaller.
    const large = await measure(make(2 * size), plan)
    const small = await measure(make(size), plan)
    expect(large.outcome).toBe(small.outcome)
    expect(large.charged).toBeLessThan(2.5 * small.charged)
    // Other processes and the garbage only ever add to a time, so the least of several counts.
    for (let round = 0; round < 4 && !isTwice(large.ms, small.ms); round++) {
      large.ms = Math.min(large.ms, (await measure(make(2 * size), plan)).ms)
      small.ms = Math.min(small.ms, (await measure(make(size), plan)).ms)
    }
    expect(isTwice(large.ms, small.ms), `${large.ms} ms, half of it ${small.ms} ms`).toBe(true)
  })
}
