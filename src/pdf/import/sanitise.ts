/** Takes out of a foreign document what acts by itself or leads out of it; pages, links and forms stay. */
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFRef,
  PDFStream,
} from 'pdf-lib'
import { isHarmlessAddress, mayAct } from './actions'
import { dictionaries, streamDictionaries } from './dictionaries'

const name = (key: string) => PDFName.of(key)
const names = (keys: string) => keys.split(' ').map(name)

/** Annotations that carry or play files, or draw a printer's own marks from them (12.5.6). */
const carriers = new Set(names('FileAttachment Movie Sound Screen RichMedia 3D Projection TrapNet'))

/** Catalog entries that run, embed, sign or reach outside. */
const dangerous = names('OpenAction AA Collection Perms Legal Requirements DSS NeedsRendering')

/**
 * Entries that run or embed in whatever dictionary they stand: triggers, files, scripts, forms and presentations; and rich
 * text (12.7.3.4), XHTML with links of its own beside the plain text that stays.
 */
const acting = names('AA AF EF JS XFA PresSteps RC RV')

/** Fonts and external objects (9.6, 8.8): what may stand in a page's resources under any name. */
const resourceTypes = new Set(
  names('Type0 Type1 MMType1 Type3 TrueType CIDFontType0 CIDFontType2 Image Form'),
)

/** What triggers, embedded files and steps of a presentation consist of (12.6.3, 7.11.3, 12.4.4.2); no resource has it. */
const triggers = names(
  'E X D U Fo Bl PO PC PV PI O C K V WC WS DS WP DP F UF DOS Mac Unix NA PA Next Prev Dur',
)

/** Entries whose value is an action, or an array or chain of them, whatever type it claims (12.6, 12.4.4.2, 14.10.5). */
const actions = names('A PA NA Next OpenAction')

/** What makes a stream another file's: its data (7.3.8.2), the page it stands for (8.10.4), a printer's original. */
const external = names('F FFilter FDecodeParms Ref OPI')

/**
 * Removes scripts, launches, remote and embedded go-to, form submission, additional actions, presentations, embedded
 * programs, contents from other files, XFA and signatures (which merging breaks), by whatever key of whatever dictionary
 * they are reached. Links to the web, to mail and to telephones stay. Looks at each object a fixed number of times.
 */
export function sanitize({ catalog, context }: PDFDocument): void {
  const view = openingView(catalog)
  for (const key of dangerous) catalog.delete(key)
  if (view) catalog.set(name('OpenAction'), view)
  const trees = catalog.lookup(name('Names'))
  if (trees instanceof PDFDict) for (const key of trees.keys()) if (key !== name('Dests')) trees.delete(key)
  const base = catalog.lookup(name('URI'))
  if (!(base instanceof PDFDict && isHarmlessAddress(base.lookup(name('Base'))))) catalog.delete(name('URI'))
  const form = catalog.lookup(name('AcroForm'))
  if (form instanceof PDFDict) for (const key of names('XFA CO SigFlags')) form.delete(key)

  const all = [...dictionaries(context)]
  const removed = new Set([
    ...emptied(forbiddenActions(all)),
    ...emptied(all.filter(isCarrier)),
    ...programs(context),
  ])
  const filtered = { arrays: new Set<PDFArray>(), annotations: new Set<PDFArray>() }
  for (const dict of all) cleanDict(dict, removed, filtered)
  for (const dict of streamDictionaries(context)) for (const key of external) dict.delete(key)
}

/** The page that the document opens at, and how it is seen (12.3.2.2): itself, or as what an action goes to. */
function openingView(catalog: PDFDict): PDFArray | undefined {
  const value = catalog.lookup(name('OpenAction'))
  const goes = value instanceof PDFDict && value.get(name('S')) === name('GoTo')
  const view = goes ? value.lookup(name('D')) : value
  if (!(view instanceof PDFArray) || view.size() < 2) return undefined
  const [page, kind, ...numbers] = view.asArray()
  const isPage = page instanceof PDFRef && catalog.context.lookup(page) instanceof PDFPageLeaf
  const isPlain = numbers.every((one) => one instanceof PDFNumber || one === PDFNull)
  return isPage && kind instanceof PDFName && isPlain ? view : undefined
}

/** What may not stay, without its entries: nothing that still leads to it finds anything. */
function emptied(dicts: Iterable<PDFDict>): PDFDict[] {
  const all = [...dicts]
  for (const dict of all) for (const key of dict.keys()) dict.delete(key)
  return all
}

/** The actions that may not stay. */
function forbiddenActions(all: PDFDict[]): ReadonlySet<PDFDict> {
  const found = new Set<PDFDict>()
  for (const dict of all) {
    if (mayAct(dict)) found.add(dict)
    for (const key of actions) {
      const value = dict.lookup(key)
      const candidates =
        value instanceof PDFArray ? value.asArray().map((_, at) => value.lookup(at)) : [value]
      // Attributes of structure elements have the same key, but no type of action.
      for (const each of candidates)
        if (each instanceof PDFDict && each.has(name('S')) && mayAct(each, true)) found.add(each)
    }
  }
  return found
}

/** External objects that are a printer's program (8.8.2). */
function programs(context: PDFContext): PDFObject[] {
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  return objects.filter((object) => object instanceof PDFStream && isProgram(object.dict))
}

function isProgram(dict: PDFDict): boolean {
  return dict.lookup(name('Subtype')) === name('PS') || dict.lookup(name('Subtype2')) === name('PS')
}

/** Each array is filtered once for each meaning it may have: pages share theirs, and other entries may hold it too. */
type Filtered = { arrays: Set<PDFArray>; annotations: Set<PDFArray> }

function cleanDict(dict: PDFDict, removed: ReadonlySet<PDFObject>, filtered: Filtered): void {
  for (const key of acting) if (!isResource(dict.lookup(key))) dict.delete(key)
  if (isAction(dict)) dict.delete(name('Next'))
  if (dict.get(name('FT')) === name('Sig')) dict.delete(name('V'))
  for (const key of dict.keys()) {
    const value = dict.lookup(key)
    if (value && removed.has(value)) dict.delete(key)
    else if (value instanceof PDFArray) {
      const isAnnotations = key === name('Annots')
      const done = isAnnotations ? filtered.annotations : filtered.arrays
      if (done.has(value)) continue
      done.add(value)
      keepOnly(value, (item) => !(item && removed.has(item)) && (!isAnnotations || item instanceof PDFDict))
    }
  }
}

/**
 * A font or picture may have any name in a page's resources, that of a trigger too. It is one by its type, and has no
 * entry that would make it act.
 */
function isResource(value: PDFObject | undefined): boolean {
  const dict = value instanceof PDFStream ? value.dict : value
  if (!(dict instanceof PDFDict)) return false
  const subtype = dict.lookup(name('Subtype'))
  return subtype instanceof PDFName && resourceTypes.has(subtype) && !triggers.some((key) => dict.has(key))
}

function isAction(dict: PDFDict): boolean {
  const type = dict.lookup(name('S'))
  return type === name('GoTo') || type === name('URI') || type === name('Named')
}

/** Also what is on no page: tags may lead to it. */
function isCarrier(dict: PDFDict): boolean {
  const subtype = dict.lookup(name('Subtype'))
  return subtype instanceof PDFName && carriers.has(subtype)
}

/** Removes the items of an array that are not kept, all at once: one by one takes the square of its length. */
function keepOnly(array: PDFArray, isKept: (item: PDFObject | undefined) => boolean): void {
  const kept = array.asArray().filter((_, index) => isKept(array.lookup(index)))
  if (kept.length === array.size()) return
  kept.forEach((item, index) => {
    array.set(index, item)
  })
  for (let index = array.size() - 1; index >= kept.length; index--) array.remove(index)
}
