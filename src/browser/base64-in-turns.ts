/** Base64 of what is large. */
import { TurnsBySize } from '../memory/turns-by-size'

/** Bytes that are encoded at once: divisible by three, so that pieces of base64 make one. */
const PIECE = 3_000_000

/** Base64, in pieces between which others have their turn. */
export async function base64InTurns(bytes: Buffer): Promise<string> {
  const turns = new TurnsBySize()
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await turns.after(PIECE)
    text += bytes.toString('base64', at, at + PIECE)
  }
  return text
}
