/** Reads PDFs back with pdf.js (in `unpdf`'s build for places without a DOM), which shares no code with ours or Chromium's. */
import { getDocumentProxy } from 'unpdf'

/** A run of text; lengths in points, the origin in the top left corner, `y` at the baseline. */
export type Run = { text: string; x: number; y: number; width: number; size: number }
export type PageText = { width: number; height: number; text: string; runs: Run[] }
export type Pdf = {
  pages: PageText[]
  /** The text of all pages. */
  text: string
  title: string | undefined
  lang: string | undefined
  tagged: boolean
  /** Titles of the outline, children after their parents. */
  outline: string[]
}

type OutlineItem = { title: string; items: OutlineItem[] }

/** Opens a file and reads all its pages. */
export async function readPdf(bytes: Uint8Array): Promise<Pdf> {
  // pdf.js takes the buffer for itself.
  const file = await getDocumentProxy(bytes.slice())
  const pages = await Promise.all(
    Array.from({ length: file.numPages }, async (_, index) => {
      const page = await file.getPage(index + 1)
      const { width, height } = page.getViewport({ scale: 1 })
      const { items } = await page.getTextContent()
      const runs = items
        .filter((item) => 'str' in item)
        .filter(({ str }) => str.trim() !== '')
        .map(({ str, transform, width: length }) => ({
          text: str,
          x: transform[4],
          y: height - transform[5],
          width: length,
          size: Math.hypot(transform[2], transform[3]),
        }))
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      return { width, height, text, runs }
    }),
  )
  const { info } = (await file.getMetadata()) as { info: { Title?: string; Language?: string } }
  const mark = (await file.getMarkInfo()) as { Marked?: boolean } | null
  const flat = (items: OutlineItem[]): string[] =>
    items.flatMap(({ title, items }) => [title, ...flat(items)])
  const outline = flat(((await file.getOutline()) as OutlineItem[] | null) ?? [])
  await file.loadingTask.destroy()
  return {
    pages,
    text: pages.map(({ text }) => text).join('\n'),
    title: info.Title,
    lang: info.Language ?? undefined,
    tagged: mark?.Marked ?? false,
    outline,
  }
}

/** The first run that contains `text`; throws with what there is instead. */
export function find(page: PageText | undefined, text: string): Run {
  const found = page?.runs.find((run) => run.text.includes(text))
  if (!found) throw new Error(`no "${text}" on the page: ${page?.text}`)
  return found
}
