/** Type 3 fonts whose resources lead back to them: programs that follow the fonts of fonts never end. */
import { PDFDict, type PDFDocument, PDFName, type PDFRef } from 'pdf-lib'
import { budgetOf } from '../work-budget'
import { arrayAt, dictAt, dictionariesOf, dictOf, isType3 } from './objects'

const name = PDFName.of

/** What a node of a graph leads to. */
type Graph = Map<PDFDict, PDFDict[]>

/**
 * The resources of such fonts no longer name them. A glyph that shows text in one of them, which readers do not draw,
 * then shows it in no font. Throws WorkLimitExceeded.
 */
export function breakType3Loops(doc: PDFDocument): void {
  const fonts = [...new Set(dictionariesOf(doc.context))].filter(isType3)
  const looping = inLoops(graphOf(fonts))
  const copies = new Map<PDFDict, PDFRef>()
  for (const font of fonts) {
    const resources = dictAt(font, 'Resources')
    if (!resources || !looping.has(font)) continue
    const copy = copies.get(resources) ?? doc.context.register(without(looping, resources))
    copies.set(resources, copy)
    font.set(name('Resources'), copy)
  }
}

/** Fonts lead to their resources, and those to the Type 3 fonts that they name. */
function graphOf(fonts: PDFDict[]): Graph {
  const graph: Graph = new Map()
  for (const font of fonts) {
    const resources = dictAt(font, 'Resources')
    graph.set(font, resources ? [resources] : [])
    if (resources && !graph.has(resources)) graph.set(resources, fontsNamedBy(resources))
  }
  return graph
}

function fontsNamedBy(resources: PDFDict): PDFDict[] {
  const named = [...valuesAt(resources, 'Font'), ...valuesAt(resources, 'ExtGState').map(fontOfState)]
  return [...new Set(named)].filter(isType3)
}

function valuesAt(resources: PDFDict, category: string): (PDFDict | undefined)[] {
  const entries = dictAt(resources, category)
  const keys = entries?.keys() ?? []
  budgetOf(resources.context).charge('objects', keys.length)
  return keys.map((key) => dictOf(entries?.lookup(key)))
}

function fontOfState(state: PDFDict | undefined): PDFDict | undefined {
  return dictOf(arrayAt(state, 'Font')?.lookup(0))
}

/** What remains if all that leads nowhere, and all that nothing leads to, is taken away until nothing is. */
function inLoops(graph: Graph): Set<PDFDict> {
  return new Set(leadingOn(reversed(leadingOn(graph))).keys())
}

function reversed(graph: Graph): Graph {
  const made: Graph = new Map([...graph.keys()].map((node) => [node, []]))
  for (const [node, targets] of graph) for (const target of targets) made.get(target)?.push(node)
  return made
}

/** A graph without what leads nowhere. */
function leadingOn(graph: Graph): Graph {
  const sources = reversed(graph)
  const left = new Map([...graph].map(([node, targets]) => [node, targets.length]))
  const ended = [...left].flatMap(([node, count]) => (count === 0 ? [node] : []))
  for (let node = ended.pop(); node; node = ended.pop()) {
    left.delete(node)
    for (const source of sources.get(node) ?? []) {
      const count = (left.get(source) ?? 0) - 1
      left.set(source, count)
      if (count === 0) ended.push(source)
    }
  }
  return new Map(
    [...left.keys()].map((node) => [node, (graph.get(node) ?? []).filter((target) => left.has(target))]),
  )
}

/** A copy of resources that names none of these fonts. */
function without(fonts: Set<PDFDict>, resources: PDFDict): PDFDict {
  const copy = resources.clone()
  for (const [category, fontOf] of [
    ['Font', (font?: PDFDict) => font],
    ['ExtGState', fontOfState],
  ] as const) {
    const entries = dictAt(resources, category)
    const isLeft = (key: PDFName) => {
      const font = fontOf(dictOf(entries?.lookup(key)))
      return !font || !fonts.has(font)
    }
    const kept = (entries?.entries() ?? []).filter(([key]) => isLeft(key))
    if (!entries || kept.length === entries.keys().length) continue
    copy.set(name(category), PDFDict.fromMapWithContext(new Map(kept), resources.context))
  }
  return copy
}
