/** An account: its credits and plan, and what may be done about them. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Account } from '../../clients/typescript/src/schemas'
import { planNames } from '../../src/accounts/plans'
import { Facts } from '../shell/facts'
import { countOf, timeOf } from '../shell/format'
import { Problem } from '../shell/problem'
import { toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { useKept } from '../shell/use-kept'
import { useWork } from '../shell/use-work'
import { TEXTS } from '../texts'
import type { Ask } from './api'

const words = TEXTS.operator

export function OneAccount({ ask, id }: { ask: Ask; id: string }) {
  const [form, keep] = useKept(`operator/grant/${id}`, { amount: '100', reason: '' })
  const { amount, reason } = form
  const { problem, run } = useWork()
  const heading = useRef<HTMLHeadingElement>(null)
  // It stands above the list from which it was opened.
  useLayoutEffect(() => heading.current?.focus(), [])
  const found = useAnswer<Account>(async () => (await ask('GET', `/accounts/${id}`)).json(), [ask, id])
  const account = found.value
  const change = (work: Promise<Response>, told: string) =>
    run(async () => {
      await work
      toast(told)
      found.again()
    })
  const suspend = () => {
    const suspended = !account?.suspended_at
    const told = suspended ? words.suspends : words.resumed
    return change(ask('PATCH', `/accounts/${id}`, { suspended }), told(account?.name ?? id))
  }
  const grant = (event: Event) => {
    event.preventDefault()
    const body = { amount: Number(amount), ...(reason && { reason }) }
    return change(ask('POST', `/accounts/${id}/credits`, body), words.granted(amount))
  }
  return (
    <section class="one-account" aria-labelledby="one-account">
      <h3 id="one-account" class="file-name" tabIndex={-1} ref={heading}>
        {account?.name ?? id}
      </h3>
      <Problem error={found.error ?? problem} />
      {account && (
        <div class="two">
          <Facts
            facts={[
              [words.account, <code key="id">{id}</code>],
              [words.left, countOf(account.credits_left)],
              [words.held, countOf(account.credits_held)],
              [words.spent, countOf(account.credits_settled)],
              [TEXTS.tasks.made, timeOf(account.created_at)],
              [
                words.suspended,
                account.suspended_at && (
                  <span class="bad-text">{words.since(timeOf(account.suspended_at))}</span>
                ),
              ],
              [words.keys, account.keys.filter(({ active }) => active).length],
            ]}
          />
          <form onSubmit={grant}>
            <label>
              <span>{words.plan}</span>
              <select
                value={account.plan}
                onChange={({ currentTarget: { value: plan } }) =>
                  change(ask('PATCH', `/accounts/${id}`, { plan }), words.planIs(plan))
                }
              >
                {planNames.map((plan) => (
                  <option key={plan} value={plan}>
                    {plan}
                  </option>
                ))}
              </select>
            </label>
            <div class="pair">
              <label>
                <span>{words.amount}</span>
                <input
                  inputMode="numeric"
                  required
                  value={amount}
                  onInput={(event) => keep({ ...form, amount: event.currentTarget.value })}
                />
              </label>
              <label>
                <span>{words.reason}</span>
                <input
                  value={reason}
                  onInput={(event) => keep({ ...form, reason: event.currentTarget.value })}
                />
              </label>
            </div>
            <div class="buttons">
              <button type="submit">{words.grant}</button>
              <button type="button" class="plain" onClick={suspend}>
                {account.suspended_at ? words.resume : words.suspend}
              </button>
            </div>
          </form>
        </div>
      )}
    </section>
  )
}
