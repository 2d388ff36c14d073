/** The page of what a visitor has typed, made without a key. */
import { useEffect, useState } from 'preact/hooks'
import { errorOf, PlatenError } from '../../clients/typescript/src/errors'
import { Pace, PageBudget } from '../shell/pace'
import { TEXTS } from '../texts'

const MAX_TRIES = 4
/** A visitor has 30 in a minute. */
const pagesOfMinute = new PageBudget(30)
const pace = new Pace(pagesOfMinute)
const session = crypto.randomUUID()

export type Shown = { picture: string | undefined; isOld: boolean; problem: string; isClosed: boolean }

/** Nothing is asked for before `request` is there. A service that is busy is asked again. */
export function usePage(request: { template_id: string; data: object } | undefined): Shown {
  const [shown, setShown] = useState<Shown>({
    picture: undefined,
    isOld: false,
    problem: '',
    isClosed: false,
  })
  const sent = request && JSON.stringify({ ...request, session })
  useEffect(() => {
    if (!sent) return setShown((former) => ({ ...former, picture: undefined, isOld: false, problem: '' }))
    const stop = new AbortController()
    const { signal } = stop
    const timer = setTimeout(async () => {
      setShown((former) => ({ ...former, isOld: true }))
      pagesOfMinute.spend()
      try {
        const picture = URL.createObjectURL(await ask(sent, signal))
        if (!signal.aborted) setShown({ picture, isOld: false, problem: '', isClosed: false })
      } catch (error) {
        if (signal.aborted) return
        const isClosed = error instanceof PlatenError && error.code === 'not_found'
        const problem = error instanceof PlatenError ? error.message : TEXTS.unreachable
        setShown((former) => ({ ...former, isOld: false, problem, isClosed }))
      }
    }, pace.pause())
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [sent])
  return shown
}

/** Others may be trying as well: what passes in some seconds is waited for. */
async function ask(body: string, signal: AbortSignal): Promise<Blob> {
  for (let tried = 1; ; tried++) {
    const response = await fetch('/v1/try', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal,
    })
    if (response.ok) return await response.blob()
    const error = await errorOf(response)
    const seconds = error.retryAfter
    if (seconds === undefined || seconds > 5 || tried === MAX_TRIES) throw error
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    signal.throwIfAborted()
  }
}
