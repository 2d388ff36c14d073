/** The pages of the dropped file, with zoom and search. They are drawn in this browser (`studio/view`). */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Switch } from '../shell/switch'
import { TEXTS } from '../texts'
import { PdfFrame } from './pdf-frame'

const words = TEXTS.viewer
/** CSS pixels of a page's width; zoomed in, twice that. */
const WIDTH = 620

export function PageViewer({ file }: { file: File }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pdf, setPdf] = useState<PdfFrame>()
  const [pages, setPages] = useState(0)
  const [page, setPage] = useState(0)
  const [isLarge, setLarge] = useState(false)
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<readonly number[]>()
  const [isBroken, setBroken] = useState(false)
  // Before the frame can say that it is there: it says so once.
  useLayoutEffect(() => {
    if (!frame.current) return
    const made = new PdfFrame(frame.current)
    setPdf(made)
    return () => made.close()
  }, [])
  useEffect(() => {
    if (!pdf) return
    let isGone = false
    setPages(0)
    setFound(undefined)
    setBroken(false)
    file
      .arrayBuffer()
      .then((bytes) => (isGone ? 0 : pdf.open(new Uint8Array(bytes))))
      .then((count) => {
        if (isGone) return
        setPage(0)
        setPages(count)
      })
      // What is wrong with it the report says.
      .catch(() => !isGone && setBroken(true))
    return () => {
      isGone = true
    }
  }, [pdf, file])
  useEffect(() => {
    if (!pdf || pages === 0) return
    let isGone = false
    const width = Math.round(WIDTH * (isLarge ? 2 : 1) * Math.min(2, devicePixelRatio))
    pdf
      .draw(page, width)
      .then((drawn) => {
        const { current } = canvas
        if (isGone || !current) return
        current.width = drawn.width
        current.height = drawn.height
        current.getContext('bitmaprenderer')?.transferFromImageBitmap(drawn)
      })
      .catch(() => setBroken(true))
    return () => {
      isGone = true
    }
  }, [pdf, pages, page, isLarge])
  const look = async (event: Event) => {
    event.preventDefault()
    if (search.trim() === '') return setFound(undefined)
    const hits = (await pdf?.find(search.trim())) ?? []
    setFound(hits)
    if (hits[0] !== undefined) setPage(hits[0])
  }
  return (
    <section class="viewer" aria-label={words.title}>
      <iframe ref={frame} src="/view/" sandbox="allow-scripts" title={words.engine} hidden />
      {isBroken && <p class="hint">{words.broken}</p>}
      {pages > 0 && (
        <>
          <div class="paper-bar">
            <button type="button" class="quiet" disabled={page <= 0} onClick={() => setPage(page - 1)}>
              <span aria-hidden="true">‹</span>
              <span class="unseen">{words.former}</span>
            </button>
            <span role="status">{words.pageOf(page + 1, pages)}</span>
            <button
              type="button"
              class="quiet"
              disabled={page + 1 >= pages}
              onClick={() => setPage(page + 1)}
            >
              <span aria-hidden="true">›</span>
              <span class="unseen">{words.next}</span>
            </button>
            <Switch label={words.large} on={isLarge} onChange={setLarge} />
          </div>
          <search>
            <form class="find" onSubmit={look}>
              <label>
                <span>{words.search}</span>
                <input
                  type="search"
                  value={search}
                  onInput={({ currentTarget }) => setSearch(currentTarget.value)}
                />
              </label>
              <button type="submit" class="plain">
                {words.find}
              </button>
            </form>
          </search>
          {found && (
            <p role="status" class="hits">
              {found.length === 0 ? words.notFound : words.foundOn}
              {found.map((at) => (
                <button
                  key={at}
                  type="button"
                  class="quiet"
                  aria-current={at === page ? 'page' : undefined}
                  onClick={() => setPage(at)}
                >
                  {at + 1}
                </button>
              ))}
            </p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <section class="viewer-page" tabIndex={0} aria-label={words.pageOf(page + 1, pages)}>
            <canvas
              ref={canvas}
              class={isLarge ? 'large' : ''}
              role="img"
              aria-label={words.picture(page + 1)}
            />
          </section>
        </>
      )}
    </section>
  )
}
