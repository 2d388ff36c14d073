/** Other words for the values of a field. */
import { MAX_SHOWN } from './type-remedy'

/** What somebody meant by a value that is not taken; nothing if that cannot be told. */
export type Remedy = (value: unknown) => string | undefined

/** A remedy that knows other words for the values of a field. */
export function named(words: Readonly<Record<string, string>>): Remedy {
  return (value) => {
    const word = typeof value === 'string' ? value.trim().toLowerCase().slice(0, MAX_SHOWN) : ''
    const meant = Object.hasOwn(words, word) ? words[word] : undefined
    return meant === undefined ? undefined : `did you mean "${meant}"?`
  }
}
