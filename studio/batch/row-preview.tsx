/** Any document of a batch as it will look, for nothing. */
import { useEffect, useState } from 'preact/hooks'
import { PagePicture } from '../editor/page-picture'
import type { Session } from '../shell/session'
import { usePreviewer } from '../shell/use-previewer'
import type { Entry } from './plan'
import { TEXTS } from './texts'

type RowPreviewProps = { session: Session; endpoint: string; entries: readonly Entry[] }

export function RowPreview({ session, endpoint, entries }: RowPreviewProps) {
  const [wanted, setWanted] = useState(0)
  const [page, setPage] = useState(1)
  const [isLarge, setLarge] = useState(false)
  const { previewer, shown } = usePreviewer(session.platen)
  const at = Math.min(wanted, entries.length - 1)
  const request = entries[at]?.request
  useEffect(() => {
    if (request) previewer.want({ request: { endpoint, request: request as never, pages: String(page) } })
  }, [previewer, endpoint, request, page])
  const go = (to: number) => {
    setWanted(to)
    setPage(1)
  }
  return (
    <div class="row-preview">
      <div class="paper-bar">
        <button type="button" class="quiet" disabled={at <= 0} onClick={() => go(at - 1)}>
          <span aria-hidden="true">‹</span>
          <span class="unseen">{TEXTS.formerDocument}</span>
        </button>
        <span>{TEXTS.documentOf(at + 1, entries.length)}</span>
        <button type="button" class="quiet" disabled={at >= entries.length - 1} onClick={() => go(at + 1)}>
          <span aria-hidden="true">›</span>
          <span class="unseen">{TEXTS.nextDocument}</span>
        </button>
      </div>
      <PagePicture shown={shown} page={page} onPage={setPage} isLarge={isLarge} onLarge={setLarge} />
    </div>
  )
}
