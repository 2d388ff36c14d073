/** Whether a browser will understand a CSS selector, told before anything is fetched or charged. */
import parse, { type CssNode } from 'css-tree/parser'

/** What `querySelector` of Chromium takes (Selectors 4, and its own); what chooses no element of a page is left out. */
export const PSEUDO_CLASSES = new Set(
  (
    'active any-link autofill checked default defined dir disabled empty enabled first-child first-of-type focus ' +
    'focus-visible focus-within fullscreen has hover in-range indeterminate invalid is lang last-child last-of-type link ' +
    'modal not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type open optional out-of-range ' +
    'placeholder-shown popover-open read-only read-write required root scope target user-invalid user-valid valid visited where'
  ).split(' '),
)
/** Of other programs, which find elements by their text. */
const BY_TEXT = /^(?:contains|icontains|has-text|text|text-is|text-matches|visible|eq|first|last)$/i

const NONE = 'is not a CSS selector'
/** Of Playwright, Selenium and XPath. */
const OTHER_LANGUAGE = /^\s*(?:\/\/|\.\/\/|\(\/\/|xpath=|text=|id=|role=|css=|link=|name=)/i

/** What is wrong with a selector; `undefined` if a browser takes it, as far as can be told without one. */
export function selectorMistake(selector: string): string | undefined {
  if (OTHER_LANGUAGE.test(selector.slice(0, 40)))
    return `${NONE} but XPath, or of another program: elements are found by names, classes and attributes, such as "button.accept" or "[aria-label=Accept]"`
  let list: CssNode
  try {
    list = parse(selector, { context: 'selectorList' })
  } catch {
    return NONE
  }
  const parts = [...(list.children ?? [])]
  if (parts.length === 0 || /,\s{0,9}$/.test(selector)) return NONE
  for (const part of parts) {
    const found = partMistake([...(part.children ?? [])]) ?? nameMistake(part)
    if (found !== undefined) return found
  }
  return undefined
}

/** Combinators stand between two others, and the name of an element first. */
function partMistake(nodes: readonly CssNode[]): string | undefined {
  const isWrong = ({ type }: CssNode, at: number) => {
    const before = nodes[at - 1]
    if (type === 'Combinator') return before?.type === 'Combinator' || at === 0 || at === nodes.length - 1
    return type === 'TypeSelector' && before !== undefined && before.type !== 'Combinator'
  }
  return nodes.some(isWrong) ? NONE : undefined
}

function nameMistake(node: CssNode): string | undefined {
  const { type, name = '' } = node
  if (type === 'PseudoElementSelector')
    return `has ::${name}, which is no element: name the element that it belongs to`
  if (type === 'NestingSelector') return `${NONE}: & is for style sheets`
  if (type === 'TypeSelector' && name.includes('|') && !name.startsWith('*|'))
    return 'has a namespace, which only a style sheet can declare'
  if (type === 'PseudoClassSelector' && !PSEUDO_CLASSES.has(name.toLowerCase()))
    return BY_TEXT.test(name)
      ? `has :${name}, which is of other programs: CSS finds elements by names, classes and attributes, such as [aria-label="Accept"]`
      : `has :${name}, which browsers do not know`
  for (const child of node.children ?? []) {
    const found = nameMistake(child)
    if (found !== undefined) return found
  }
  return undefined
}
