/**
 * What somebody was writing, kept in this browser until the service has it: it survives a reload and a lost connection.
 * Under the account's id, which is a part of every key and no secret. Bounded: the oldest go first.
 */

const PREFIX = 'platen-draft/'
const MAX_DRAFTS = 12
/** Characters of one, with a picture of a megabyte in it; what is longer is not kept. */
const MAX_LENGTH = 2_000_000

type Kept = { at: number; text: string }

/** A place for one thing of an account, such as `template/notes/hello`. */
export function draftPlace(key: string, name: string): string {
  return `${PREFIX}${key.slice('plt_live_'.length, 'plt_live_'.length + 16)}/${name}`
}

/** False if the browser has no room for it. */
export function keepDraft(place: string, text: string): boolean {
  if (text.length > MAX_LENGTH) return false
  const kept: Kept = { at: Date.now(), text }
  for (let tries = 0; tries < 3; tries++) {
    try {
      const isNew = !Object.hasOwn(localStorage, place)
      localStorage.setItem(place, JSON.stringify(kept))
      // Reads all that is kept: not with each key.
      if (isNew) dropOldest(MAX_DRAFTS)
      return true
    } catch {
      // Full: the older half makes room.
      dropOldest(Math.floor(listDrafts().length / 2))
    }
  }
  return false
}

export function readDraft(place: string): string | undefined {
  return parse(place)?.text
}

export function forgetDraft(place: string): void {
  try {
    localStorage.removeItem(place)
  } catch {
    // Storage may be switched off: then there is nothing to forget.
  }
}

/** Data of customers that were typed into forms or dropped as a table: whoever signs out leaves none of them behind. */
export function forgetForms(key: string): void {
  const forms = ['make/', 'batch'].map((name) => draftPlace(key, name))
  for (const { place } of listDrafts()) if (forms.some((begin) => place.startsWith(begin))) forgetDraft(place)
}

function dropOldest(keep: number): void {
  const drafts = listDrafts().sort((one, other) => other.at - one.at)
  for (const { place } of drafts.slice(keep)) forgetDraft(place)
}

function listDrafts(): { place: string; at: number }[] {
  try {
    const places = Object.keys(localStorage).filter((place) => place.startsWith(PREFIX))
    return places.map((place) => ({ place, at: parse(place)?.at ?? 0 }))
  } catch {
    return []
  }
}

function parse(place: string): Kept | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? 'null')
    const isKept = typeof found === 'object' && found !== null && 'text' in found && 'at' in found
    return isKept ? (found as Kept) : undefined
  } catch {
    return undefined
  }
}
