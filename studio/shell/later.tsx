/** A part of a page that is fetched when somebody looks at it: most people do not. */
import type { ComponentType } from 'preact'
import { loadCode } from './load-code'
import { CodeProblem } from './problem'
import { useAnswer } from './use-answer'

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Later(props: Props) {
    const loaded = useAnswer(async () => ({ shown: await loadCode(load) }), [])
    const Shown = loaded.value?.shown
    return Shown ? <Shown {...props} /> : <CodeProblem error={loaded.error} again={loaded.again} />
  }
}
