/** Configurations of layers (ISO 32000-1 8.11.4.3), as PDF/A and PDF/UA want them (ISO 19005-2 6.9, ISO 14289-1 7.10). */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
} from 'pdf-lib'
import { decodeText, isTextString } from '../decode-text'
import { budgetOf } from '../work-budget'
import { arrayAt, dictAt, dictOf } from './objects'

const name = (key: string) => PDFName.of(key)

/** What breaks the rules, as whole sentences. Throws WorkLimitExceeded. */
export function configurationProblems({ catalog }: PDFDocument): string[] {
  const properties = dictAt(catalog, 'OCProperties')
  const configurations = configurationsOf(properties)
  const names = configurations.map(nameOf)
  const groups = arrayAt(properties, 'OCGs')?.asArray() ?? []
  const isIncomplete = configurations.some(
    (one) => one.has(name('Order')) && unlisted(one, groups).length > 0,
  )
  return [
    ...(names.includes('') ? ['A configuration of the layers has no name.'] : []),
    ...(new Set(names).size < names.length ? ['Configurations of the layers have the same name.'] : []),
    ...(isIncomplete ? ['A configuration of the layers does not list all of them.'] : []),
    ...(configurations.some((one) => one.has(name('AS')))
      ? ['Layers change by themselves, such as on printing.']
      : []),
  ]
}

/**
 * Each configuration has a name of its own, lists all layers behind those that it lists, and changes none by itself. What
 * the pages look like stays. Returns warnings, whole sentences. Throws WorkLimitExceeded.
 */
export function mendConfigurations({ catalog, context }: PDFDocument): string[] {
  const properties = dictAt(catalog, 'OCProperties')
  const configurations = [...new Set(configurationsOf(properties))]
  const [first, ...others] = configurations
  if (!properties || !first) return []
  const settings = dictAt(properties, 'D')
  const alternatives = settings ? others : configurations
  if (properties.has(name('Configs'))) properties.set(name('Configs'), context.obj(alternatives))
  const groups = registered(arrayAt(properties, 'OCGs'), context)
  const hasTriggers = configurations.some((one) => (arrayAt(one, 'AS')?.size() ?? 0) > 0)
  const taken = new Set<string>()
  for (const one of configurations) {
    one.delete(name('AS'))
    rename(one, taken)
    completeOrder(one, groups)
  }
  return hasTriggers
    ? ['Layers no longer change by themselves, such as on printing: the standard does not allow it.']
    : []
}

/** The default configuration and the others, in order; one that is named twice is there twice. */
function configurationsOf(properties: PDFDict | undefined): PDFDict[] {
  const others = arrayAt(properties, 'Configs')
  const all = [
    dictAt(properties, 'D'),
    ...(others?.asArray().map((_, at) => dictOf(others.lookup(at))) ?? []),
  ]
  return all.filter((one) => one !== undefined)
}

function nameOf(configuration: PDFDict): string {
  const text = configuration.lookup(name('Name'))
  return isTextString(text) ? decodeText(text) : ''
}

function rename(configuration: PDFDict, taken: Set<string>): void {
  const own = nameOf(configuration)
  const stem = own || 'Layers'
  let unique = stem
  for (let number = 2; taken.has(unique); number++) unique = `${stem} ${number}`
  taken.add(unique)
  if (unique !== own) configuration.set(name('Name'), PDFHexString.fromText(unique))
}

/** Layers that stand in the list itself cannot be named elsewhere. */
function registered(groups: PDFArray | undefined, context: PDFContext): PDFObject[] {
  for (const [at, group] of groups?.asArray().entries() ?? [])
    if (group instanceof PDFDict) groups?.set(at, context.register(group))
  return groups?.asArray() ?? []
}

function completeOrder(configuration: PDFDict, groups: PDFObject[]): void {
  if (!configuration.has(name('Order'))) return
  const { context } = configuration
  const order = arrayAt(configuration, 'Order')
  if (!order || isCyclic(order, context)) configuration.set(name('Order'), context.obj([...new Set(groups)]))
  else {
    const rest = unlisted(configuration, groups)
    if (rest.length > 0) configuration.set(name('Order'), context.obj([...order.asArray(), ...rest]))
  }
}

/** The layers that the order of a configuration leaves out. */
function unlisted(configuration: PDFDict, groups: PDFObject[]): PDFObject[] {
  const listed = new Set<PDFObject>()
  const work = budgetOf(configuration.context)
  const left = [...(arrayAt(configuration, 'Order')?.asArray() ?? [])]
  for (let next = left.pop(); next; next = left.pop()) {
    work.charge('objects')
    if (listed.has(next)) continue
    listed.add(next)
    const inner = configuration.context.lookup(next)
    if (inner instanceof PDFArray) for (const item of inner.asArray()) left.push(item)
  }
  return [...new Set(groups)].filter(
    (group) => !listed.has(group) && dictOf(configuration.context.lookup(group)) !== undefined,
  )
}

/** Whether a list of an order is within itself. */
function isCyclic(order: PDFArray, context: PDFContext): boolean {
  const work = budgetOf(context)
  const within = new Set<PDFArray>()
  const done = new Set<PDFArray>()
  const open: { list: PDFArray; at: number }[] = [{ list: order, at: 0 }]
  within.add(order)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    work.charge('objects')
    if (top.at >= top.list.size()) {
      within.delete(top.list)
      done.add(top.list)
      open.pop()
      continue
    }
    const inner = top.list.lookup(top.at++)
    if (!(inner instanceof PDFArray) || done.has(inner)) continue
    if (within.has(inner)) return true
    within.add(inner)
    open.push({ list: inner, at: 0 })
  }
  return false
}
