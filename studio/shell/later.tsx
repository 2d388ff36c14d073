/** A part of a page that is fetched when somebody looks at it: most people do not. */
import type { ComponentType } from 'preact'
import { Problem } from './problem'
import { useAnswer } from './use-answer'

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Later(props: Props) {
    const loaded = useAnswer(async () => ({ shown: await load() }), [])
    const Shown = loaded.value?.shown
    return Shown ? <Shown {...props} /> : <Problem error={loaded.error} onRetry={loaded.again} />
  }
}
