/**
 * The structure tree of extracted pages (ISO 32000-2, 14.7): of its elements those that hold content of a kept page,
 * and those above them. What is left out takes its alternative text along.
 */
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { dictionaries } from '../import/dictionaries'
import type { Graft } from '../merge/graft'
import { keyText, nameTree, numberTree, treeEntries } from '../merge/trees'
import { budgetOf } from '../work-budget'

const name = (key: string) => PDFName.of(key)
const [ROOT, KIDS, PAGE, PARENT_TREE] = ['StructTreeRoot', 'K', 'Pg', 'ParentTree'].map(name) as [
  PDFName,
  PDFName,
  PDFName,
  PDFName,
]
/** Levels of elements; what is deeper is left out. */
const MAX_DEPTH = 500

type Kept = ReadonlySet<PDFRef | undefined>

/** The elements that hold content of other pages only. */
export function unusedElements({ catalog, context }: PDFDocument, kept: Kept): Set<PDFRef> {
  const unused = new Set<PDFRef>()
  const root = catalog.lookup(ROOT)
  if (!(root instanceof PDFDict)) return unused
  const work = budgetOf(context)
  const seen = new Set<PDFDict>()
  /** What stands below: content of kept pages, of others alone, or none. */
  const look = (value: PDFObject | undefined, page: PDFRef | undefined, depth: number): Content => {
    work.charge('objects')
    const found = context.lookup(value)
    if (found instanceof PDFNumber) return kept.has(page) ? 'kept' : 'other'
    if (depth > MAX_DEPTH) return 'none'
    if (found instanceof PDFArray) return joined(found.asArray().map((kid) => look(kid, page, depth + 1)))
    if (!(found instanceof PDFDict) || seen.has(found)) return 'none'
    seen.add(found)
    const own = found.get(PAGE)
    const at = own instanceof PDFRef ? own : page
    const isContent = found.has(name('MCID')) || found.has(name('Obj'))
    const content = isContent ? (kept.has(at) ? 'kept' : 'other') : look(found.get(KIDS), at, depth + 1)
    if (content === 'other' && value instanceof PDFRef) unused.add(value)
    return content
  }
  look(root.get(KIDS), undefined, 0)
  return unused
}

type Content = 'kept' | 'other' | 'none'

function joined(parts: Content[]): Content {
  if (parts.includes('kept')) return 'kept'
  return parts.includes('other') ? 'other' : 'none'
}

/** Copies the tree without what `graft` has left out, and the entries of the parent tree that the copied pages name. */
export function extractTags(
  target: PDFDocument,
  source: PDFDocument,
  { graft, nothing }: { graft: Graft; nothing: PDFRef },
): void {
  const own = source.catalog.lookup(ROOT)
  if (!(own instanceof PDFDict)) return
  const { context } = target
  const root = context.obj({ Type: 'StructTreeRoot' })
  const rootRef = context.register(root)
  const ownRef = source.catalog.get(ROOT)
  if (ownRef instanceof PDFRef) graft.replace(ownRef, rootRef)
  const keys = usedKeys(target)
  for (const key of [KIDS, name('RoleMap'), name('ClassMap'), name('Namespaces')]) {
    const value = own.get(key)
    if (value) root.set(key, graft.copyValue(value))
  }
  const parents = treeEntries(own.lookup(PARENT_TREE), 'Nums').flatMap(
    ([key, value]): [number, PDFObject][] =>
      key instanceof PDFNumber && keys.has(key.asNumber()) ? [[key.asNumber(), graft.copyValue(value)]] : [],
  )
  const ids = treeEntries(own.lookup(name('IDTree')), 'Names')
    .map(([key, value]): [string, PDFObject] => [keyText(key) ?? '', graft.copyValue(value)])
    .filter(([, value]) => value !== nothing)
  root.set(PARENT_TREE, context.register(numberTree(context, parents)))
  root.set(name('ParentTreeNextKey'), PDFNumber.of(Math.max(-1, ...keys) + 1))
  if (ids.length > 0) root.set(name('IDTree'), context.register(nameTree(context, ids)))
  target.catalog.set(ROOT, rootRef)
  const marks = source.catalog.get(name('MarkInfo'))
  if (marks) target.catalog.set(name('MarkInfo'), graft.copyValue(marks))
  dropOtherContent(target, nothing)
}

/** The keys of the parent tree that the pages, their annotations and forms name. */
function usedKeys({ context }: PDFDocument): Set<number> {
  const keys = new Set<number>()
  for (const dict of dictionaries(context)) {
    for (const key of ['StructParents', 'StructParent']) {
      const value = dict.lookup(name(key))
      if (value instanceof PDFNumber) keys.add(value.asNumber())
    }
  }
  return keys
}

/** Elements that hold content of several pages lose that of the pages that are left out: it is named by its page. */
function dropOtherContent({ context }: PDFDocument, nothing: PDFRef): void {
  for (const dict of dictionaries(context)) {
    if (!dict.has(KIDS) || !dict.has(name('S')) || !dict.has(name('P'))) continue
    const own = dict.get(PAGE)
    const isGone = (kid: PDFObject) => {
      const found = context.lookup(kid)
      if (found instanceof PDFNumber) return own === nothing
      return (
        found instanceof PDFDict &&
        [PAGE, name('Obj')].some((key) => found.get(key) === nothing) &&
        !found.has(KIDS)
      )
    }
    const kids = dict.lookup(KIDS)
    const list =
      kids instanceof PDFArray ? kids.asArray() : [dict.get(KIDS)].filter((kid) => kid !== undefined)
    const kept = list.filter((kid) => kid !== nothing && !isGone(kid))
    if (kept.length === list.length) continue
    dict.set(KIDS, context.obj(kept))
  }
}
