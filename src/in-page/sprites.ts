/**
 * Symbols of drawings in other files (`<use href="icons.svg#star">`). A browser takes them from the document's own
 * server only, and a sandboxed document has none: the service fetches the file, and its symbols are put into the page.
 */
import { document } from './true-document'

const MAX_FILES = 20
const SVG = 'http://www.w3.org/2000/svg'

/**
 * Addresses of the files that the document uses symbols of: those of its own server, as in a browser, and `foreign` those
 * of others. A document at `documentOrigin` has no server, and may name any.
 */
export function findSprites(documentOrigin: string): { own: string[]; foreign: string[] } {
  const files = [...new Set(uses().flatMap((use) => fileOf(use) ?? []))]
  const isOwn = (file: string) =>
    location.origin === documentOrigin || URL.parse(file)?.origin === location.origin || isAsset(file)
  return { own: files.filter(isOwn).slice(0, MAX_FILES), foreign: files.filter((file) => !isOwn(file)) }
}

/** A stored file of the caller's: no server has such a name (RFC 6761, 6.4). */
function isAsset(file: string): boolean {
  return URL.parse(file)?.hostname === 'asset.invalid'
}

/** Elements of other namespaces may have the name, too. */
function uses(): SVGUseElement[] {
  return [...document.querySelectorAll('use')].filter((use) => use instanceof SVGUseElement)
}

/** The file's address, if it is another than the document. */
function fileOf(use: SVGUseElement): string | undefined {
  const href = use.href.baseVal
  if (!href || href.startsWith('#')) return undefined
  return URL.parse(href, document.baseURI)?.href.split('#', 1)[0]
}

/** Puts the files (texts by their addresses) into the page, and has each use refer to what is there. */
export function inlineSprites(files: { [address: string]: string }): void {
  const holder = document.createElementNS(SVG, 'svg')
  holder.setAttribute('aria-hidden', 'true')
  holder.style.cssText = 'position:absolute;top:0;left:0;width:0;height:0;overflow:hidden'
  const prefixes = new Map<string, string>()
  for (const [address, text] of Object.entries(files)) {
    const prefix = `platen-sprite-${prefixes.size}-`
    const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
    if (root.localName !== 'svg') continue
    prefixes.set(address, prefix)
    holder.append(adopt(root, prefix))
  }
  document.documentElement.append(holder)
  for (const use of uses()) {
    const prefix = prefixes.get(fileOf(use) ?? '')
    const [, id = ''] = use.href.baseVal.split('#')
    if (prefix === undefined) continue
    use.removeAttribute('xlink:href')
    use.setAttribute('href', `#${prefix}${decoded(id)}`)
  }
}

/** What an address names; a text that is badly encoded as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The drawing built anew, with names of its own, its styles for itself alone, and nothing in it that could run. A handler
 * would stay what the parser made of it for the document's own world, even if its attribute is removed in this one.
 */
function adopt(root: Element, prefix: string): Element {
  const adopted = bareCopy(root, prefix)
  if (!root.id) adopted.id = prefix
  const waiting: [Element, Element][] = [[root, adopted]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [source, copy] = next
    if (source.localName === 'style') {
      copy.textContent = `@scope (#${CSS.escape(adopted.id)}){${withPrefix(ownRules(source.textContent ?? ''), prefix)}}`
      continue
    }
    for (const child of source.childNodes) {
      if (child instanceof Text) copy.append(child.data)
      if (!(child instanceof Element) || isActive(child)) continue
      const part = bareCopy(child, prefix)
      copy.append(part)
      waiting.push([child, part])
    }
  }
  return adopted
}

/** What holds or runs something else than a drawing, or changes what runs. */
function isActive(element: Element): boolean {
  if (element.namespaceURI !== SVG || /^(?:script|foreignObject)$/i.test(element.localName)) return true
  return /^\s*on|href/i.test(element.getAttribute('attributeName') ?? '')
}

/** The element with the attributes that draw. */
function bareCopy(element: Element, prefix: string): Element {
  const copy = document.createElementNS(SVG, element.localName)
  for (const { name, namespaceURI, value } of element.attributes) {
    if (/^(?:on|xmlns)/i.test(name)) continue
    if (name === 'id') copy.id = prefix + value
    else if (!/href$/i.test(name))
      copy.setAttributeNS(namespaceURI, name, /url\(/i.test(value) ? withPrefix(value, prefix) : value)
    else if (value.startsWith('#')) copy.setAttribute('href', `#${prefix}${value.slice(1)}`)
    else if (/^(?:https?:|data:image\/)/i.test(value)) copy.setAttribute('href', value)
  }
  return copy
}

/** The rules of a style sheet, as the browser read them: none of them ends what stands around it. */
function ownRules(text: string): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return [...sheet.cssRules].map(({ cssText }) => cssText).join('')
}

/** What refers to a part of the same file, in attributes and style sheets of its own form (docs/decisions/libraries.md). */
function withPrefix(value: string, prefix: string): string {
  return value.replace(/\burl\(\s{0,9}(["']?)#/gi, `url($1#${prefix}`)
}
