/**
 * What a template's Liquid reads of its data, as far as it can be told without rendering: a schema in which only what is
 * read stands. Where anything may be read (a filter takes the whole list, a partial the whole object) the schema is open.
 */
import { analyzeSync, type Template } from 'liquidjs'
import type { Variables } from './manifest'

type Node = { open: boolean; fields: Map<string, Node>; items?: Node }
type Segment = string | number | object
type Path = readonly Segment[]
/** A path into the entries of a list. */
const ENTRY = { entry: true }

/** Paths that are followed: names of loops within loops may stand for a product of lists. */
const MAX_PATHS = 5000
/** Names of a path that are followed: what is below is open. */
const MAX_NAMES = 64
/** Loops within loops that are followed. */
const MAX_LOOPS = 8
/** What a list has of its own, beside entries. */
const OF_A_LIST = new Set<Segment>(['size', 'first', 'last'])
/** Tags that only ask whether a value is there, or what it is. */
const CONDITIONS = new Set<unknown>(['if', 'unless', 'case'])
/** Tags that begin to count from a value of the data. */
const COUNTERS = new Set<unknown>(['increment', 'decrement'])

/** The schema of what is read; undefined if the template is too involved to tell, or deeper than the stack. */
export function readsOf(nodes: Template[]): Variables | undefined {
  try {
    return findReads(nodes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function findReads(nodes: Template[]): Variables | undefined {
  const root = emptyNode()
  const { loops, touched, counters } = findPlaces(nodes)
  for (const name of counters) add(root, [name], false)
  let left = MAX_PATHS
  const follow = (path: Path, isTouched: boolean, depth: number): boolean => {
    if (--left < 0) return false
    add(root, path, isTouched)
    const [name, ...rest] = path
    const lists = (typeof name === 'string' && loops.get(name)) || []
    if (depth > MAX_LOOPS) return lists.length === 0
    return lists.every((list) => follow([...list, ENTRY, ...rest], isTouched, depth + 1))
  }
  const { variables } = analyzeSync(nodes, { partials: false })
  for (const uses of Object.values(variables)) {
    for (const { segments, location } of uses) {
      if (!follow(segments, touched.has(placeOf(location.row, location.col)), 0)) return undefined
    }
  }
  return schemaOf(root)
}

/**
 * The lists that the variables of loops run over, by name; and where a value is only run over, or only asked whether it is
 * there, which reads nothing that is in it.
 */
function findPlaces(nodes: Template[]) {
  const loops = new Map<string, Path[]>()
  const touched = new Set<string>()
  const counters = new Set<string>()
  const touch = (token: unknown) => {
    if (hasProps(token)) touched.add(placeOf(...token.getPosition()))
  }
  const waiting = [...nodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isLoop(node)) {
      touch(node.collection)
      const lists = loops.get(node.variable) ?? []
      const list = hasProps(node.collection) && namesOf(node.collection)
      if (list) lists.push(list)
      loops.set(node.variable, lists)
    } else if ('name' in node && COUNTERS.has(node.name)) {
      if ('variable' in node && typeof node.variable === 'string') counters.add(node.variable)
    } else if ('name' in node && CONDITIONS.has(node.name)) {
      for (const value of node.arguments?.() ?? [])
        for (const token of 'initial' in value ? value.initial.postfix : [value]) touch(token)
    }
    for (const child of childrenOf(node)) waiting.push(child)
  }
  return { loops, touched, counters }
}

type LoopTag = Template & { variable: string; collection: unknown }

function isLoop(node: Template): node is LoopTag {
  return 'collection' in node && 'variable' in node && typeof node.variable === 'string'
}

type Access = { props: { content?: unknown }[]; getPosition(): [number, number] }

function hasProps(token: unknown): token is Access {
  return typeof token === 'object' && token !== null && 'props' in token && Array.isArray(token.props)
}

/** The names that an access consists of; nothing if one is only found while rendering. */
function namesOf({ props }: Access): string[] | undefined {
  const names = props.map(({ content }) => content)
  return names.every((name) => typeof name === 'string') ? names : undefined
}

function childrenOf(node: Template): Template[] {
  const children = node.children?.(false, true)
  if (!children) return []
  let step = children.next()
  while (!step.done) step = children.next()
  return step.value
}

function placeOf(row: number, column: number): string {
  return `${row}:${column}`
}

/** Enters that the value at `path` is read: whole, or only touched. */
function add(root: Node, path: Path, isTouched: boolean): void {
  let node = root
  for (const [depth, segment] of path.entries()) {
    if (node.open) return
    if (depth >= MAX_NAMES) break
    if (OF_A_LIST.has(segment) && node !== root) {
      node.open ||= segment !== 'size'
      return
    }
    if (typeof segment === 'string') {
      const next = node.fields.get(segment) ?? emptyNode()
      node.fields.set(segment, next)
      node = next
    } else if (segment === ENTRY || typeof segment === 'number') {
      node.items ??= emptyNode()
      node = node.items
    } else {
      node.open = true
    }
  }
  if (!isTouched || path.length > MAX_NAMES) node.open = true
}

function emptyNode(): Node {
  return { open: false, fields: new Map() }
}

function schemaOf({ open, fields, items }: Node): Variables {
  if (open || (items && fields.size > 0)) return {}
  if (items) return { type: 'array', items: schemaOf(items) }
  if (fields.size === 0) return {}
  return {
    type: 'object',
    properties: Object.fromEntries([...fields].map(([name, node]) => [name, schemaOf(node)])),
  }
}
