/**
 * Symbols of drawings in other files (`<use href="icons.svg#star">`). A browser takes them from the document's own
 * server only, and a sandboxed document has none: the service fetches the file, and its symbols are put into the page.
 */
import { document } from './document'

const MAX_FILES = 20

/** Addresses of the files that the document uses symbols of. */
export function findSprites(): string[] {
  return [...new Set(uses().flatMap((use) => fileOf(use) ?? []))].slice(0, MAX_FILES)
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
  const holder = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
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

/** The drawing with names of its own, its styles for itself alone, and nothing in it that could run. */
function adopt(root: Element, prefix: string): Element {
  for (const part of root.querySelectorAll('script,foreignObject,iframe')) part.remove()
  root.id ||= ''
  for (const part of [root, ...root.querySelectorAll('*')]) {
    for (const { name, value } of [...part.attributes]) {
      if (/^on/i.test(name)) part.removeAttribute(name)
      else if (name === 'id') part.id = prefix + value
      else if (/^(?:xlink:)?href$/.test(name) && value.startsWith('#'))
        part.setAttribute(name, `#${prefix}${value.slice(1)}`)
      else if (/url\(/i.test(value)) part.setAttribute(name, withPrefix(value, prefix))
    }
    if (part.localName === 'style') {
      part.textContent = `@scope (#${prefix}${root.id.slice(prefix.length)}){${withPrefix(part.textContent ?? '', prefix)}}`
    }
  }
  return root
}

/** What refers to a part of the same file, in attributes and style sheets of its own form (docs/decisions/libraries.md). */
function withPrefix(value: string, prefix: string): string {
  return value.replace(/\burl\(\s{0,9}(["']?)#/gi, `url($1#${prefix}`)
}
