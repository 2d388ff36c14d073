/** What a complete document has, by a template's `essential`, and a request's data have not. */

import { objectOf } from './object-of'
import { isGiven } from './unread-data'

/** Names in a path that are followed; a template stored by a former release may have longer ones. */
const MAX_NAMES = 6
/** Places of the data that are looked at, over all paths. */
const MAX_PLACES = 200_000

/** Where nothing stands that is essential, each place once. Paths beyond the limits are taken for complete. */
export function findEmptyEssentials(essential: readonly string[], data: Record<string, unknown>): string[] {
  const finder = new EmptyFinder()
  const empty = [...new Set(essential)].map((path) => finder.find(path, data))
  return [...new Set(empty.filter((place) => place !== undefined))]
}

/** Looks into each object once, however many paths and levels ask whether anything is in it. */
class EmptyFinder {
  readonly #hasContent = new Map<object, boolean>()
  #left = MAX_PLACES

  /** The first place along a path, through the entries of lists, where there is nothing. `a|b`: either will do. */
  find(path: string, data: Record<string, unknown>): string | undefined {
    const names = path.split('.').map((name) => name.split('|'))
    return names.length > MAX_NAMES ? undefined : this.#firstEmpty(data, names, 'data')
  }

  #firstEmpty(value: unknown, path: readonly (readonly string[])[], place: string): string | undefined {
    const [either, ...rest] = path
    if (either === undefined || --this.#left < 0) return undefined
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const empty = this.#firstEmpty(item, path, `${place}[${index}]`)
        if (empty !== undefined) return empty
      }
      return undefined
    }
    const fields = objectOf(value)
    const found = either.find((name) => Object.hasOwn(fields, name) && this.#isFilled(fields[name]))
    if (found === undefined) return `${place}.${either[0]}`
    return this.#firstEmpty(fields[found], rest, `${place}.${found}`)
  }

  /** Whether anything stands in a value: a party whose name is empty is nobody. */
  #isFilled(value: unknown): boolean {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return isGiven(value)
    const known = this.#hasContent.get(value)
    if (known !== undefined) return known
    const isFilled = Object.values(value).some((inner) => this.#isFilled(inner))
    this.#hasContent.set(value, isFilled)
    return isFilled
  }
}
