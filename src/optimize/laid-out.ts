/** A page that is laid out for paper, and how it is asked: its window must have the size of the printable area. */
import type { CallInPage } from '../in-page/contract'
import type { Audit } from '../in-page/findings'
import type { AuditSettings, Located, WrongWindow } from '../in-page/paper-types'

export type LaidOut = {
  callInPage: CallInPage
  /** The first audit, if it was asked for already; it may come to nothing. */
  audited?: Promise<Audit | WrongWindow | undefined> | undefined
  /** Gives the window another size, in CSS pixels. */
  resize(viewport: { width: number; height: number }): Promise<void>
}

/** How often the window is given another size for one answer: three sizes, and as many answers that came too early. */
const MAX_RESIZES = 6
/** How often a document is put back as it was. */
const MAX_ATTEMPTS = 3

/** Asks the page, giving its window the size of the printable area first where it has another. */
export async function askInWindow<Result extends object>(
  { resize }: Pick<LaidOut, 'resize'>,
  ask: () => Promise<Result | WrongWindow>,
  asked?: Promise<Result | WrongWindow | undefined>,
): Promise<Result> {
  let answer = (await asked) ?? (await ask())
  // One size to read media queries, one to lay out; another width may bring another `@page`, and with that another size.
  for (let resizes = 0; 'resize' in answer; resizes++) {
    if (resizes === MAX_RESIZES) throw new Error('the page never took the size of its printable area')
    // Asked at once, which spares a round trip; a page that still has the old size says so again.
    const [, next] = await Promise.all([resize(answer.resize), ask()])
    answer = next
  }
  return answer
}

/**
 * Takes back what a look left that was cut short, and the repairs after the first `kept`, if that is said. What takes too long is
 * cut short too, and goes on where it was. Throws nothing.
 */
export async function putBack({ callInPage }: Pick<LaidOut, 'callInPage'>, kept?: number): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const isDone = await callInPage('undo', kept).then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
}

/** Where on paper stands what prints badly, and what was found before it was repaired. */
export async function locateFindings(page: LaidOut, settings: AuditSettings): Promise<Located> {
  return await askInWindow(page, () => page.callInPage('locate', settings))
}
