/**
 * `/view/`: pages of a PDF that somebody has on their machine, drawn by the engine that the service has. The Studio shows
 * nothing of this page; it is a frame of an opaque origin, so that whatever a file does to the engine stays in it. The file
 * leaves the browser for nobody.
 */
import { PDFiumLibrary } from '@hyzyla/pdfium/dist/index.esm.browser.js'
import type { ViewAnswer, ViewRequest } from './view-messages'

/** Of a text that is looked for, pages that are looked through. */
const MAX_SEARCHED = 500

type Opened = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>

let library: Promise<PDFiumLibrary> | undefined
let opened: Opened | undefined
let working: Promise<unknown> = Promise.resolve()

addEventListener('message', ({ source, data }: MessageEvent<ViewRequest>) => {
  if (source !== parent) return
  working = working.then(async () => tell(await answerTo(data).catch(() => ({ id: data.id, failed: true }))))
})
tell({ ready: true })

/** To the Studio, whose origin this page was loaded from; it has none itself. */
function tell(answer: ViewAnswer): void {
  parent.postMessage(answer, location.origin, 'drawn' in answer ? [answer.drawn] : [])
}

async function answerTo(request: ViewRequest): Promise<ViewAnswer> {
  const { id } = request
  if ('open' in request) {
    opened?.destroy()
    library ??= PDFiumLibrary.init({ wasmUrl: '/view/pdfium.wasm' })
    opened = await (await library).loadDocument(request.open, request.password)
    return { id, pages: opened.getPageCount() }
  }
  if (!opened) throw new Error('no file is open')
  if ('draw' in request) return { id, drawn: await draw(opened, request) }
  return { id, found: find(opened, request.find) }
}

async function draw(
  file: Opened,
  { draw: at, width }: { draw: number; width: number },
): Promise<ImageBitmap> {
  const page = file.getPage(at)
  const scale = width / page.getOriginalSize().originalWidth
  const { data, ...size } = await page.render({ scale, render: 'bitmap' })
  const pixels = new Uint8ClampedArray(data)
  return await createImageBitmap(new ImageData(pixels, size.width, size.height))
}

function find(file: Opened, text: string): number[] {
  const wanted = plain(text)
  const count = Math.min(file.getPageCount(), MAX_SEARCHED)
  return Array.from({ length: count }, (_, at) => at).filter((at) =>
    plain(file.getPage(at).getText()).includes(wanted),
  )
}

/** Lines of a page break where its text does not. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase()
}
