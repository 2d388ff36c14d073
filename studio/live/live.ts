/**
 * `/live/`: what is being written, as it is typed. The Studio shows this page in a frame of an opaque origin, whose policy
 * runs no script but this one and the engine: what is shown can neither run, load nor reach anything.
 */
import { measurePageArea } from '../../src/in-page/page-area'
import { forPaper } from './for-paper'
import type { LiveAnswer, LiveRequest, Written, WrittenTemplate } from './live-messages'

addEventListener('message', async ({ source, data }: MessageEvent<LiveRequest>) => {
  if (source === parent) tell(await answerTo(data))
})
// A link would lead away from what is written.
addEventListener('click', (event) => event.preventDefault(), { capture: true })
tell({ ready: true })

/** To the Studio, whose origin this page was loaded from; it has none itself. */
function tell(answer: LiveAnswer): void {
  parent.postMessage(answer, location.origin)
}

async function answerTo({ id, written, paper }: LiveRequest): Promise<LiveAnswer> {
  try {
    show(withCss(await documentOf(written)))
    const area = measurePageArea(paper)
    setMargins(area.margins, paper.scale)
    return { id, paper: area.paper }
  } catch {
    // What is wrong is told by the service, at its place; the former page stays.
    return { id, failed: true }
  }
}

async function documentOf(written: Written): Promise<{ html: string; css: string }> {
  if ('html' in written) return written
  const { render } = await import('./liquid.js')
  if ('template' in written) return await render(written)
  const { builtin, data } = written
  const address = new URL(`templates/${builtin.replace('/', '-')}.js`, import.meta.url).href
  const { default: template }: { default: WrittenTemplate['template'] } = await import(address)
  return await render({ template, data })
}

function withCss({ html, css }: { html: string; css: string }): string {
  return css ? `${html}<style>${css.replaceAll('</', '<\\/')}</style>` : html
}

/** Elements that load or run something, or lead elsewhere. The policy forbids the same. */
const REFUSED = 'script,noscript,iframe,frame,object,embed,base,link,meta[http-equiv]'

function show(html: string): void {
  const written = new DOMParser().parseFromString(html, 'text/html')
  for (const element of written.querySelectorAll(REFUSED)) element.remove()
  for (const element of written.querySelectorAll('*'))
    for (const name of element.getAttributeNames()) if (/^on/i.test(name)) element.removeAttribute(name)
  document.documentElement.replaceWith(document.adoptNode(written.documentElement))
  forPaper(document)
}

type Margins = Record<'top' | 'right' | 'bottom' | 'left', number>

/** The margins of the paper, which a window has not. */
function setMargins({ top, right, bottom, left }: Margins, zoom: number): void {
  const style = document.createElement('style')
  style.textContent = `html{box-sizing:border-box;min-height:100vh;background:#fff;padding:${top}px ${right}px ${bottom}px ${left}px!important;zoom:${zoom}}`
  document.head.append(style)
}
