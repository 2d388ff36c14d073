/** Work that a button or a form begins: whether it is under way, and what went wrong. */
import { useCallback, useState } from 'preact/hooks'
import type { Document } from '../../clients/typescript/src/document'
import { saveDocument } from './file'
import { keepFocus } from './focus'
import type { Session } from './session'

/** `run` forgets the former problem, and never throws; `submit` is what a form that does the work is submitted to. */
export function useWork() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const run = async (work: () => Promise<void>) => {
    const giveBack = keepFocus()
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(error)
    }
    setBusy(false)
    giveBack()
  }
  const submit = (work: () => Promise<void>) => (event: Event) => {
    event.preventDefault()
    return run(work)
  }
  return { isBusy, problem, run, submit }
}

/** Saves the document that `make` makes; `charged` are the credits that it took, until `forget` or the next one. */
export function useSave(session: Session, make: () => Promise<Document>) {
  const { isBusy, problem, run } = useWork()
  const [charged, setCharged] = useState<number>()
  const forget = useCallback(() => setCharged(undefined), [])
  const save = () =>
    run(async () => {
      forget()
      const made = await make()
      await saveDocument(made, 'document.pdf')
      setCharged(made.creditsCharged)
      session.refresh()
    })
  return { isBusy, problem, charged, save, forget }
}
