/**
 * A document without most of the files that it holds as base64, for those who look for markup in it: photographs are
 * often all but a few thousand of a document's characters, and each search of them takes as long as their upload.
 */

/** Shorter runs of base64 stay. */
const MIN_RUN = 400
/**
 * What stays at the start and the end of a run. It may be no file, but markup whose names have the same characters: the
 * longest name that anybody looks for ends in the next character that no base64 has (`=`, white space, `>`).
 */
const KEPT = 100

/** And the underscore, since four times as fast as the letters of base64 alone. */
const BASE64 = /[\w+/]*/y

/** `text` with the middle of each long run of base64 left out. */
export function withoutData(text: string): string {
  const kept: string[] = []
  let from = 0
  for (const middle of middlesOfData(text)) {
    kept.push(text.slice(from, middle.from))
    from = middle.to
  }
  return kept.length === 0 ? text : [...kept, text.slice(from)].join('')
}

/**
 * A text whose long runs of base64 are held apart, so that what is done to it costs nothing by their size. `text` has a mark of
 * base64 in place of the middle of each, `length` is what these have more than their marks, and `restore` puts them back
 * into whatever was made of `text`.
 */
export type HeldData = { text: string; length: number; restore: (text: string) => string }

export function holdData(text: string): HeldData {
  const kept: string[] = []
  const held: string[] = []
  // Nobody can know it, so no text has it already.
  const mark = crypto.randomUUID().replaceAll('-', '')
  let from = 0
  for (const middle of middlesOfData(text)) {
    kept.push(text.slice(from, middle.from), `${mark}${held.length}_`)
    held.push(text.slice(middle.from, middle.to))
    from = middle.to
  }
  if (held.length === 0) return { text, length: 0, restore: (made) => made }
  const rest = [...kept, text.slice(from)].join('')
  const restore = (made: string) => {
    const [first = '', ...others] = made.split(mark)
    const restored = others.map((part) => {
      const end = part.indexOf('_')
      return `${held[Number(part.slice(0, end))]}${part.slice(end + 1)}`
    })
    return [first, ...restored].join('')
  }
  return { text: rest, length: text.length - rest.length, restore }
}

/** Where the middles of long runs of base64 stand. Linear: the end of a run is looked for once. */
function* middlesOfData(text: string): Generator<{ from: number; to: number }> {
  for (let at = text.indexOf('base64,'); at >= 0; at = text.indexOf('base64,', BASE64.lastIndex)) {
    const start = at + 'base64,'.length
    BASE64.lastIndex = start
    BASE64.test(text)
    const end = BASE64.lastIndex
    if (end - start >= MIN_RUN) yield { from: start + KEPT, to: end - KEPT }
  }
}
