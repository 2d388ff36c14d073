/** The page as it will be printed, with ways to the others, and what is worth a look. */

import type { Shown } from '../shell/previewer'
import { Problem } from '../shell/problem'
import { TEXTS } from './texts'

type PagePictureProps = {
  shown: Shown
  page: number
  onPage: (page: number) => void
  /** What went wrong is told elsewhere, at its place. */
  isFaultElsewhere?: boolean
  label?: string
  /** Whether the label is seen. */
  hasLabel?: boolean
}

export function PagePicture({
  shown,
  page,
  onPage,
  isFaultElsewhere = false,
  label,
  hasLabel = false,
}: PagePictureProps) {
  const { picture, pages = 1, warnings, error, isOld } = shown
  return (
    <section class="paper" aria-label={label ?? TEXTS.preview}>
      {hasLabel && <h2>{label}</h2>}
      <div class="paper-bar">
        <button type="button" class="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <span aria-hidden="true">‹</span>
          <span class="unseen">{TEXTS.formerPage}</span>
        </button>
        <span role="status">
          {picture ? TEXTS.pageOf(page, pages) : error === undefined ? TEXTS.drawing : TEXTS.noPicture}
        </span>
        <button type="button" class="quiet" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <span aria-hidden="true">›</span>
          <span class="unseen">{TEXTS.nextPage}</span>
        </button>
      </div>
      <div class="paper-sheet">
        {picture ? (
          <img src={picture} alt={TEXTS.pageOf(page, pages)} class={isOld ? 'old' : ''} />
        ) : (
          <div class="blank" />
        )}
      </div>
      {error !== undefined && !isFaultElsewhere && <Problem error={error} />}
      {error !== undefined && isFaultElsewhere && picture && <p class="hint">{TEXTS.formerPicture}</p>}
      {warnings && (
        <div class="notice">
          <h2>{TEXTS.warnings}</h2>
          <ul>
            {warnings.split('; ').map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
