/** Code that is fetched when it is needed. */
import { TEXTS } from '../texts'

/** Throws in words: the connection may be lost, or a newer Studio may have taken the place of this one. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (cause) {
    throw new Error(TEXTS.noCode, { cause })
  }
}
