/** Notes that stand elsewhere than where they are called from, as those of Markdown do. */
import { document } from './true-document'

/** Puts each into the place of the element with the id that it names, if that stands where a note may be called from. */
export function moveToCalls(notes: HTMLElement[], mayCall: (element: Element) => boolean): void {
  for (const note of notes) {
    const id = note.dataset.platenCall
    const link = id === undefined ? null : document.getElementById(id)
    // A call of ours takes its place, with all that is around the link alone.
    const call = link?.parentElement?.localName === 'sup' ? link.parentElement : link
    if (call && !note.contains(call) && mayCall(call)) call.replaceWith(note)
  }
}
