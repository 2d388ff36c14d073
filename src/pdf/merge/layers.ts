/** Optional content (ISO 32000-2, 8.11): what an appended file hides stays hidden. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import type { Graft } from './graft'

const properties = PDFName.of('OCProperties')

/** Copies the source's groups and the lists of its default configuration into the target's. */
export function addLayers(target: PDFDocument, source: PDFDocument, graft: Graft) {
  const own = source.catalog.lookup(properties)
  if (!(own instanceof PDFDict)) return
  const all = ensured(target.catalog, properties)
  const groups = list(own, 'OCGs')
  append(all, 'OCGs', groups, graft)
  const settings = own.lookup(PDFName.of('D'))
  const configuration = ensured(all, PDFName.of('D'))
  // ISO 19005-2 6.9: a configuration has a name.
  if (!configuration.has(PDFName.of('Name'))) configuration.set(PDFName.of('Name'), PDFString.of('Layers'))
  if (!(settings instanceof PDFDict)) return
  const on = new Set(list(settings, 'ON'))
  const allOff = settings.lookup(PDFName.of('BaseState')) === PDFName.of('OFF')
  append(
    configuration,
    'OFF',
    allOff ? groups.filter((group) => !on.has(group)) : list(settings, 'OFF'),
    graft,
  )
  append(configuration, 'Order', orderOf(settings, groups), graft)
  for (const key of ['AS', 'RBGroups', 'Locked']) append(configuration, key, list(settings, key), graft)
}

/** Groups that the order leaves out are not shown in lists; ISO 19005-2 6.9 asks that it names them all. */
function orderOf(settings: PDFDict, groups: PDFObject[]): PDFObject[] {
  const order = list(settings, 'Order')
  const named = new Set<PDFObject>()
  const open = [...order]
  for (let next = open.pop(); next; next = open.pop()) {
    const item = settings.context.lookup(next)
    if (named.has(next)) continue
    named.add(next)
    if (item instanceof PDFArray) for (const inner of item.asArray()) open.push(inner)
  }
  return [...order, ...groups.filter((group) => !named.has(group))]
}

function ensured(dict: PDFDict, key: PDFName): PDFDict {
  const known = dict.lookup(key)
  if (known instanceof PDFDict) return known
  const made = dict.context.obj({})
  dict.set(key, made)
  return made
}

function list(dict: PDFDict, key: string): PDFObject[] {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFArray ? value.asArray() : []
}

function append(dict: PDFDict, key: string, items: PDFObject[], graft: Graft) {
  const copies = items.map((item) => graft.copyValue(item))
  if (copies.length > 0 || key === 'OCGs')
    dict.set(PDFName.of(key), dict.context.obj([...list(dict, key), ...copies]))
}
