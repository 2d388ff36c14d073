/**
 * Whether the audit knows on which page a text is printed: the pages that it expects, against those of the file. Runs
 * outside the service, since nothing tells callers of single boxes.
 */
import path from 'node:path'
import esbuild from 'esbuild'
import { root } from '../browser.mjs'
import { openOptimizer } from '../optimizer.mjs'
import { solid } from './measure.mjs'

/** So much of a text is looked for. */
const MAX_LENGTH = 24
const MIN_LENGTH = 4

/** Returns `print(html, address)`, which gives `{pdf, texts}` (`{text, page}`, pages from 0), and `close()`. */
export async function openBoxes() {
  const optimizer = await openOptimizer({
    args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  const askForTexts = textsBeforePrint()
  return {
    async print(html, address) {
      const { pdf, told } = await optimizer.print(html, { base_url: address }, true, askForTexts)
      return { pdf, texts: told }
    },
    close: optimizer.close,
  }
}

/** What `print` of `openOptimizer` calls before it prints: tells each text with the page that the audit expects it on. */
export function textsBeforePrint() {
  const script = bundle()
  return async ({ evaluate, optimizeRequest: { paper, backgrounds }, resize }, scale) => {
    const settings = JSON.stringify({ paper: { ...paper, scale }, backgrounds })
    await evaluate(script)
    for (let round = 0; round < 4; round++) {
      const texts = await evaluate(`boxes.pagesOfTexts(${settings})`)
      if (Array.isArray(texts)) return texts
      await resize(texts.resize)
    }
    return []
  }
}

/**
 * Texts that are on one page of the file, and were expected on others alone, where not even their words are. `byPage` is
 * each page's text without spaces (`solid`).
 */
export function misplaced(texts, byPage) {
  // Style sheets change letters to capitals.
  const pages = byPage.map((printed) => printed.toLowerCase())
  // A text may stand on several pages, and be broken into lines on some of them.
  const expected = Map.groupBy(texts, ({ text }) => solid(text).toLowerCase())
  return [...expected].flatMap(([sought, boxes]) => {
    if (sought.length < MIN_LENGTH) return []
    const [found, ...others] = pages.flatMap((printed, at) => (printed.includes(sought) ? [at] : []))
    if (found === undefined || others.length > 0 || boxes.some(({ page }) => page === found)) return []
    const words = boxes[0]?.text.toLowerCase().split(/\s+/).map(solid) ?? []
    if (boxes.some(({ page }) => words.every((word) => pages[page]?.includes(word)))) return []
    return [`${boxes[0]?.text} (${boxes[0]?.page + 1}, printed ${found + 1})`]
  })
}

function bundle() {
  const contents = `
    import { audit } from './src/in-page/audit'
    import { state } from './src/in-page/audit-state'

    export function pagesOfTexts(settings) {
      const found = audit(settings)
      if ('resize' in found) return found
      const { placed, printed, audited } = state
      const texts = new Set(printed.filter(({ text }) => text).map(({ element }) => element))
      return placed
        .filter(({ element }) => texts.has(element))
        .map(({ element, rects }) => ({ text: textOf(element), page: Math.floor((rects[0].top + 1) / audited.page.height) }))
    }

    /** Its beginning, with a space between texts that boxes of their own may have. */
    function textOf(element) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const texts = []
      while (walker.nextNode()) texts.push(walker.currentNode.data.trim())
      return texts.filter(Boolean).join(' ').slice(0, ${MAX_LENGTH})
    }`
  const { outputFiles } = esbuild.buildSync({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    tsconfig: path.join(root, 'src/in-page/tsconfig.json'),
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'boxes',
    logLevel: 'error',
  })
  return outputFiles[0].text
}
