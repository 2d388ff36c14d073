/** Content streams read while others have their turn: one may have a million operations, which take a second. */
import { operations, type ReadOperation } from './content-stream'
import type { WorkBudget } from './work-budget'

/** Operations after which it is asked whether it is the turn of others: some fractions of a millisecond. */
const BETWEEN_LOOKS = 200

/**
 * Takes each operation of a decoded content to `visit`, until that returns true, or promises it. Returns whether it did. Throws
 * WorkLimitExceeded, and what ends the work.
 */
export async function readInTurns(
  content: string,
  work: WorkBudget,
  visit: (operation: ReadOperation) => unknown,
): Promise<boolean> {
  let count = 0
  for (const operation of operations(content, work)) {
    const visited = visit(operation)
    if ((visited instanceof Promise ? await visited : visited) === true) return true
    if (++count % BETWEEN_LOOKS === 0 && work.isTurnDue) await work.takeTurns()
  }
  return false
}

/** The items that `isFound` holds for, asked one after another while others have their turn. */
export async function filterInTurns<Item>(
  items: Iterable<Item>,
  isFound: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const found: Item[] = []
  for (const item of items) if (await isFound(item)) found.push(item)
  return found
}
