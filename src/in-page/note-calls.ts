/** Notes that stand elsewhere than where they are called from, as those of Markdown do. */
import { document } from './true-document'

/**
 * Puts each into the place of the element with the id that it names, if that stands where a note may be called from. All is
 * read before anything is written.
 */
export function moveToCalls(notes: HTMLElement[], mayCall: (element: Element) => boolean): void {
  const taken = new Set<Element>()
  const moves = notes.flatMap((note) => {
    const id = note.dataset.platenCall
    const link = id === undefined ? null : document.getElementById(id)
    // A call of ours takes its place, with all that is around the link alone.
    const call = link?.parentElement?.localName === 'sup' ? link.parentElement : link
    if (!call || taken.has(call) || note.contains(call) || !mayCall(call)) return []
    taken.add(call)
    return [[call, note] as const]
  })
  for (const [call, note] of moves) call.replaceWith(note)
}
