/** Whether a long text has what a pattern finds, looked for while others have their turn. */
import { TurnsBySize } from './turns-by-size'

/** Characters that are searched at once: a pattern of many words takes some 4 ms for a million. */
const PIECE = 500_000

/** `pattern` is not global, and what it finds has at most `longest` characters, those that it looks at beside it included. */
export async function hasInTurns(text: string, pattern: RegExp, longest: number): Promise<boolean> {
  const turns = new TurnsBySize()
  for (let at = 0; at < text.length; at += PIECE) {
    if (pattern.test(text.slice(Math.max(0, at - longest), at + PIECE))) return true
    await turns.after(PIECE / 2)
  }
  return false
}
