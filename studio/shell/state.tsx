/** The state of a task or delivery: a word and its colour. */
import { TEXTS } from '../texts'

const COLOURS: Record<string, string> = {
  completed: 'ok',
  delivered: 'ok',
  failed: 'bad-text',
}

export function State({ state }: { state: string }) {
  return <span class={`state ${COLOURS[state] ?? 'soft'}`}>{TEXTS.states[state] ?? state}</span>
}
