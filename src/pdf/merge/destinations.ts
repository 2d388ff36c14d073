/** Named destinations: a document's own keep their names, an appended one's give way where a name is taken. */
import { PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import { dictionaries } from '../import/dictionaries'
import type { Graft } from './graft'
import { keyText, treeEntries } from './trees'

/** Makes names unique and points links and outline items of the source at the new ones; run before copying. */
export function renameDestinations(target: PDFDocument, source: PDFDocument): [PDFName, PDFObject][] {
  const taken = new UniqueNames(destinationsOf(target).map(([name]) => name))
  const renamed = new Map<string, PDFName>()
  const destinations = destinationsOf(source).map(([name, value]): [PDFName, PDFObject] => {
    const unique = PDFName.of(taken.take(writable(name)))
    renamed.set(name, unique)
    return [unique, value]
  })
  for (const dict of dictionaries(source.context)) {
    point(dict, PDFName.of('Dest'), renamed)
    if (dict.get(PDFName.of('S')) === PDFName.of('GoTo')) point(dict, PDFName.of('D'), renamed)
  }
  return destinations
}

/**
 * A text, in UTF-16 say, as a name can be written (ISO 32000-1 7.3.5): without NUL, and without a number sign before two
 * digits, which readers, and pdf-lib, take for another character.
 */
function writable(text: string): string {
  return text.replace(/\0|#(?=[\dA-Fa-f]{2})/g, '')
}

/** Adds the source's destinations, as `renameDestinations` answered them, to the target's dictionary. */
export function addDestinations(target: PDFDocument, destinations: [PDFName, PDFObject][], graft: Graft) {
  if (destinations.length === 0) return
  const key = PDFName.of('Dests')
  const known = target.catalog.lookup(key)
  const all = known instanceof PDFDict ? known : target.context.obj({})
  if (all !== known) target.catalog.set(key, target.context.register(all))
  for (const [name, value] of destinations) all.set(name, graft.copyValue(value))
}

/** Both places that hold them: the catalog's dictionary (PDF 1.1) and the name tree (PDF 1.2). */
function destinationsOf({ catalog }: PDFDocument): [string, PDFObject][] {
  const dictionary = catalog.lookup(PDFName.of('Dests'))
  const names = catalog.lookup(PDFName.of('Names'))
  const tree = names instanceof PDFDict ? names.lookup(PDFName.of('Dests')) : undefined
  const entries = [
    ...(dictionary instanceof PDFDict ? dictionary.entries() : []),
    ...treeEntries(tree, 'Names'),
  ]
  return entries.map(([key, value]) => [keyText(key) ?? '', value])
}

function point(dict: PDFDict, key: PDFName, renamed: Map<string, PDFName>) {
  const destination = dict.lookup(key)
  const named =
    destination instanceof PDFName || destination instanceof PDFString || destination instanceof PDFHexString
  if (!named) return
  const name = renamed.get(keyText(destination) ?? '')
  if (name) dict.set(key, name)
  else dict.delete(key)
}

/** Names that are taken. Remembers how far it counted, so that a thousand equal names are not counted from the start. */
export class UniqueNames {
  readonly #taken: Set<string>
  readonly #next = new Map<string, number>()

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  /** Takes `name`, else `name-2`, `name-3` and so on. */
  take(name: string): string {
    let unique = name
    for (let number = this.#next.get(name) ?? 2; this.#taken.has(unique); number++) {
      unique = `${name}-${number}`
      this.#next.set(name, number + 1)
    }
    this.#taken.add(unique)
    return unique
  }
}
