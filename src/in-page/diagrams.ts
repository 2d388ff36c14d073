/**
 * Draws the diagrams of a Markdown text with Mermaid, which the service sends before. It runs as our own code does: no
 * script of the document can, whatever a diagram holds.
 */
import type { DrawnDiagrams } from './contract'
import { document } from './true-document'

/** What is used of Mermaid (`mermaid-library.mjs`). */
type Mermaid = {
  initialize(config: object): void
  render(id: string, source: string): Promise<{ svg: string }>
}

const MAX_DIAGRAMS = 50
/** Characters of one, and lines between its parts. */
const MAX_SOURCE = 20_000
const MAX_EDGES = 300
/** Characters of what a reader of the page is told in the place of a drawing. */
const MAX_LABEL = 1000

/** Draws each `pre.diagram`; one that cannot be drawn stays as it is written, and is told. */
export async function drawDiagrams(): Promise<DrawnDiagrams> {
  const mermaid: Mermaid = Reflect.get(globalThis, 'platenMermaid')
  mermaid.initialize(settings())
  const warnings: string[] = []
  let drawn = 0
  const blocks = [...document.querySelectorAll<HTMLElement>('pre.diagram')]
  for (const [at, block] of blocks.entries()) {
    const source = block.textContent
    const problem =
      at < MAX_DIAGRAMS
        ? await draw(mermaid, block, { source, id: `platen-diagram-${at + 1}` })
        : `a text may have ${MAX_DIAGRAMS}`
    if (problem === undefined) drawn++
    else warnings.push(`markdown: diagram ${at + 1} is printed as it is written: ${problem}`)
  }
  return { drawn, warnings: warnings.slice(0, 10) }
}

/** What is wrong with it, if it could not be drawn. */
async function draw(
  mermaid: Mermaid,
  block: HTMLElement,
  { source, id }: { source: string; id: string },
): Promise<string | undefined> {
  if (source.length > MAX_SOURCE) return `it has more than ${MAX_SOURCE} characters`
  try {
    const { svg } = await mermaid.render(id, source)
    const figure = document.createElement('figure')
    figure.className = 'diagram'
    figure.innerHTML = svg
    const drawing = figure.querySelector('svg')
    if (!drawing) return 'nothing came of it'
    const title = drawing.querySelector(':scope > title')?.textContent
    drawing.removeAttribute('aria-roledescription')
    drawing.setAttribute('role', 'img')
    drawing.setAttribute('aria-label', title || source.trim().slice(0, MAX_LABEL))
    block.replaceWith(figure)
    return undefined
  } catch (error) {
    // Its draft stays behind.
    for (const draft of [id, `d${id}`]) document.getElementById(draft)?.remove()
    return problemOf(error)
  }
}

function problemOf(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
  if (text.includes('dynamically imported module')) return 'diagrams of its kind are not drawn'
  return (text.split(' Expecting ', 1)[0] ?? '').slice(0, 200)
}

/** Of pies and branches, light enough for dark text. */
const PALETTE = ['#b9d0dc', '#e3d9bd', '#d9c4b5', '#c9d4c2', '#d5cfe0', '#e8e6df', '#a9bfae', '#e6c9a8']

/** In the fonts and colours of the text, without anything that waits for a reader. */
function settings(): object {
  const { fontFamily, color } = window.getComputedStyle(document.body)
  const property = (name: string) =>
    window.getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  const [accent, wash, soft] = [property('--accent'), property('--wash'), property('--soft')]
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    maxTextSize: MAX_SOURCE,
    maxEdges: MAX_EDGES,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily,
    theme: 'base',
    themeVariables: {
      fontFamily,
      fontSize: '14px',
      primaryColor: wash,
      primaryTextColor: color,
      primaryBorderColor: accent,
      lineColor: soft,
      textColor: color,
      background: '#ffffff',
      edgeLabelBackground: '#ffffff',
      secondaryColor: '#ffffff',
      tertiaryColor: '#ffffff',
      noteBkgColor: '#f8f2dc',
      noteBorderColor: '#cfc49a',
      pieStrokeWidth: '1px',
      pieOuterStrokeWidth: '1px',
      pieTitleTextSize: '16px',
      pieSectionTextSize: '13px',
      pieLegendTextSize: '13px',
      pieOpacity: '1',
      ...Object.fromEntries(
        PALETTE.flatMap((shade, at) => [
          [`pie${at + 1}`, shade],
          [`git${at}`, shade],
        ]),
      ),
    },
  }
}
