/** The page as it will be printed or, if one asks, as it is typed; with ways to the others, and what is worth a look. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { sentenceOf } from '../shell/fault-words'
import type { Shown } from '../shell/previewer'
import { Problem } from '../shell/problem'
import { Switch } from '../shell/switch'
import { splitWarnings } from '../shell/warnings'
import { TEXTS as WORDS } from '../texts'
import { readLayout } from './layout'
import { LiveSheet, type LiveSheetProps } from './live-sheet'
import { MarkList, PageMarks } from './page-marks'
import { TEXTS } from './texts'

type PagePictureProps = {
  shown: Shown
  page: number
  onPage: (page: number) => void
  /** What is worth a look, in place of all that the answer warns of. */
  notes?: readonly string[]
  /** What went wrong is told elsewhere, at its place. */
  isFaultElsewhere?: boolean
  label?: string
  /** Whether the label is seen. */
  hasLabel?: boolean
  /** What is typed, where it can be shown at once. */
  live?: LiveSheetProps | undefined
  /** Whether margins and findings are drawn over the page. */
  hasMarks?: boolean
  onMarks?: (on: boolean) => void
  /** Whether the page has the size in which its text can be read; without `onLarge`, another page's switch says so. */
  isLarge?: boolean
  onLarge?: (on: boolean) => void
}

export function PagePicture({
  shown,
  page,
  onPage,
  notes,
  isFaultElsewhere = false,
  label,
  hasLabel = false,
  live,
  hasMarks = false,
  onMarks,
  isLarge = false,
  onLarge,
}: PagePictureProps) {
  const { picture, pages = 1, warnings, error } = shown
  const [isLive, setLive] = useState(false)
  const showsLive = live !== undefined && isLive
  // The printed page stays until there is something in its place: what shows it may have to be fetched.
  const [hasLive, setHasLive] = useState(false)
  const onShown = useCallback(() => setHasLive(true), [])
  useEffect(() => {
    if (!showsLive) setHasLive(false)
  }, [showsLive])
  const place = useRef<HTMLDivElement>(null)
  const said = notes ?? (warnings ? splitWarnings(warnings) : [])
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
        {said.length > 0 && (
          <button type="button" class="quiet to-notes" onClick={() => place.current?.focus()}>
            {WORDS.remarks(said.length)}
          </button>
        )}
        <span class="switches">
          {onLarge && !showsLive && <Switch label={TEXTS.large} on={isLarge} onChange={onLarge} />}
          {live && <Switch label={TEXTS.live} on={isLive} onChange={setLive} />}
          {onMarks && <Switch label={TEXTS.marks} on={hasMarks} onChange={onMarks} />}
        </span>
      </div>
      <div class={showsLive ? 'sheets' : ''}>
        {showsLive && (
          <div class={hasLive ? '' : 'not-yet'}>
            <LiveSheet {...live} onShown={onShown} />
            <p class="hint">{TEXTS.liveHint}</p>
          </div>
        )}
        {!(showsLive && hasLive) && (
          <div>
            <Sheet shown={shown} page={page} hasMarks={hasMarks} isLarge={isLarge && !showsLive} />
          </div>
        )}
      </div>
      {error !== undefined && !isFaultElsewhere && <Problem error={error} />}
      {error !== undefined && isFaultElsewhere && picture && <p class="hint">{TEXTS.formerPicture}</p>}
      {said.length > 0 && (
        <div ref={place} class="notice" tabIndex={-1}>
          <h2>{TEXTS.warnings}</h2>
          <ul>
            {said.map((warning) => (
              <li key={warning}>{sentenceOf(warning)}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

type SheetProps = { shown: Shown; page: number; hasMarks: boolean; isLarge: boolean }

/** The picture, and over it what the same answer says of it. */
function Sheet({ shown: { picture, pages = 1, layout: told, isOld }, page, hasMarks, isLarge }: SheetProps) {
  const layout = useMemo(() => (hasMarks && told ? readLayout(told) : undefined), [hasMarks, told])
  if (!picture)
    return (
      <div class="paper-sheet">
        <div class="blank" />
      </div>
    )
  return (
    <>
      {/* What scrolls must be reached by keys */}
      <div class={isLarge ? 'paper-sheet large' : 'paper-sheet'} tabIndex={isLarge ? 0 : undefined}>
        <div class="marked">
          <img src={picture} alt={TEXTS.pageOf(page, pages)} class={isOld ? 'old' : ''} />
          {layout && <PageMarks layout={layout} page={page} />}
        </div>
      </div>
      {layout && <MarkList layout={layout} page={page} />}
    </>
  )
}
