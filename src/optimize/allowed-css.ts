/**
 * What of a stranger's style sheet may touch a caller's document: rules that break, wrap, narrow and space, with
 * values that can neither hide a word nor move it off the page. All else is left out, rule by rule. Pure.
 *
 * Parsed by css-tree without its dictionary (72 KB minified); what it cannot parse is left out as well.
 */
import generate from 'css-tree/generator'
import parse, { type CssNode } from 'css-tree/parser'

const SHEET_LIMIT = 16_384
const RULE_LIMIT = 120
const SELECTOR_LIMIT = 300

type Check = (value: CssNode) => boolean

/** One of these words. */
const words =
  (...allowed: string[]): Check =>
  (value) => {
    const parts = [...(value.children ?? [])]
    return (
      parts.length > 0 &&
      parts.every(({ type, name }) => type === 'Identifier' && allowed.includes(name ?? ''))
    )
  }

/** Values of these types within bounds, and these words. */
const within =
  (...types: string[]) =>
  (min: number, max: number, ...allowed: string[]): Check =>
  (value) => {
    const parts = [...(value.children ?? [])]
    const isKnown = ({ type }: CssNode) => type === 'Identifier' || types.includes(type)
    return parts.length > 0 && parts.every((part) => isKnown(part) && isSize(part, min, max, allowed))
  }

/** Sizes of boxes. One of nothing would hide what is inside. */
const sizes = within('Dimension', 'Percentage', 'Number')
/** Sizes of text: `8%` of it, or a line of `1px`, could not be read. */
const lengths = within('Dimension')
const numbers = within('Number')

/** Units as CSS pixels, at the sizes that text usually has; a percentage counts as so many pixels. */
const units: Readonly<Record<string, number>> = {
  ...{ px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, em: 12, rem: 16, ch: 7, ex: 6, fr: 100 },
}

function isSize(part: CssNode, min: number, max: number, allowed: readonly string[]): boolean {
  const number = typeof part.value === 'string' ? Number(part.value) : Number.NaN
  if (part.type === 'Identifier') return allowed.includes(part.name ?? '')
  if (part.type === 'Number') return number >= min && number <= max
  if (part.type === 'Percentage') return number >= min && number <= 100
  if (part.type !== 'Dimension') return false
  const pixels = number * (units[part.unit?.toLowerCase() ?? ''] ?? Number.NaN)
  return pixels >= min && pixels <= max
}

/** Tracks of a grid: sizes, and the functions that are made for them. */
const tracks: Check = (value) =>
  [...(value.children ?? [])].every((part) => {
    if (part.type === 'Function')
      return /^(repeat|minmax|min|max|fit-content)$/.test(part.name ?? '') && tracks(part)
    if (part.type === 'Operator') return part.value === ','
    return isSize(part, 0, 1000, ['auto', 'none', 'min-content', 'max-content', 'auto-fit', 'auto-fill'])
  })

const width = sizes(20, 1000, 'auto', 'min-content', 'max-content', 'fit-content', 'none')
const minWidth = sizes(0, 1000, 'auto', 'min-content')
const space = sizes(0, 100, 'auto')
const breaks = words('auto', 'avoid', 'avoid-page', 'page', 'column', 'always', 'avoid-column')

const properties: Readonly<Record<string, Check>> = {
  'break-before': breaks,
  'break-after': breaks,
  'break-inside': breaks,
  'page-break-before': breaks,
  'page-break-after': breaks,
  'page-break-inside': breaks,
  orphans: numbers(1, 10),
  widows: numbers(1, 10),
  'white-space': words('normal', 'pre-wrap', 'pre-line', 'break-spaces'),
  'overflow-wrap': words('normal', 'break-word', 'anywhere'),
  'word-wrap': words('normal', 'break-word'),
  'word-break': words('normal', 'break-all', 'break-word', 'keep-all'),
  hyphens: words('none', 'manual', 'auto'),
  'text-wrap': words('wrap', 'balance', 'pretty', 'stable'),
  'text-align': words('left', 'right', 'center', 'justify', 'start', 'end'),
  'vertical-align': words('top', 'middle', 'bottom', 'baseline'),
  display: words(
    ...['block', 'inline', 'inline-block', 'flow-root', 'flex', 'grid', 'list-item', 'table', 'table-row'],
    ...['table-cell', 'table-row-group', 'table-header-group', 'table-footer-group'],
  ),
  position: words('static'),
  float: words('none'),
  clear: words('both', 'left', 'right', 'none'),
  overflow: words('visible'),
  'overflow-x': words('visible'),
  'overflow-y': words('visible'),
  'text-overflow': words('clip'),
  'box-sizing': words('border-box', 'content-box'),
  'table-layout': words('auto', 'fixed'),
  'border-collapse': words('collapse', 'separate'),
  'flex-wrap': words('wrap', 'nowrap'),
  'flex-direction': words('row', 'column'),
  'column-count': numbers(1, 6, 'auto'),
  'column-gap': sizes(0, 100),
  'grid-template-columns': tracks,
  width,
  'max-width': width,
  'min-width': minWidth,
  height: words('auto'),
  'max-height': words('none'),
  'min-height': sizes(0, 600, 'auto'),
  zoom: numbers(0.7, 1.5),
  'font-size': lengths(8, 40, 'inherit', 'small', 'medium', 'large'),
  'line-height': numbers(1, 3, 'normal'),
  gap: sizes(0, 100),
  'row-gap': sizes(0, 100),
}
for (const box of ['margin', 'padding']) {
  for (const side of ['', '-top', '-right', '-bottom', '-left', '-block', '-inline']) {
    Object.assign(properties, { [box + side]: space })
  }
}

/** The allowed part of a style sheet, every declaration important; empty if nothing is. */
export function safeCss(css: string): string {
  const sheet = parse(css.slice(0, SHEET_LIMIT))
  return rulesOf(sheet).slice(0, RULE_LIMIT).join('')
}

/** The rules that are left of a sheet, or of the `@media print` inside it. */
function rulesOf(parent: CssNode): string[] {
  return [...(parent.children ?? [])].flatMap((node) => {
    if (node.type === 'Rule') return ruleOf(node)
    const medium = node.prelude ? generate(node.prelude) : ''
    const printed = node.type === 'Atrule' && node.name === 'media' && /^(print|all)$/.test(medium)
    return printed && node.block ? rulesOf(node.block) : []
  })
}

function ruleOf({ prelude, block }: CssNode): string[] {
  if (prelude?.type !== 'SelectorList' || !block) return []
  const selector = generate(prelude)
  if (selector.length > SELECTOR_LIMIT || /data-platen/i.test(selector)) return []
  const kept = [...(block.children ?? [])].flatMap((node) => {
    if (node.type !== 'Declaration' || typeof node.value !== 'object') return []
    const name = node.property?.toLowerCase() ?? ''
    const allowed = Object.hasOwn(properties, name) && properties[name]?.(node.value)
    return allowed ? [`${name}:${generate(node.value)}!important`] : []
  })
  return kept.length > 0 ? [`${selector}{${kept.join(';')}}`] : []
}
