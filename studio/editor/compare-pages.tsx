/** Two versions side by side as pages, or what differs between them alone. */
import { useEffect, useState } from 'preact/hooks'
import { NotFoundError } from '../../clients/typescript/src/errors'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from './texts'

/** Pixels: A4 at 96 dpi. */
const WIDTH = 794

/** Without a picture, it has fewer pages. */
type Side = { name: string; pages: number; picture?: string }

type ComparePagesProps = { session: Session; id: string; names: readonly [string, string] }

export function ComparePages({ session: { platen }, id, names }: ComparePagesProps) {
  const [page, setPage] = useState(1)
  const [isDifference, setDifference] = useState(false)
  const [one, other] = names
  const drawn = useAnswer(async () => {
    // Both with the same data, so that only the template differs.
    const query = { width: WIDTH, sample_of: other }
    const draw = async (name: string): Promise<Side> => {
      try {
        const version = name === 'draft' ? name : Number(name)
        const made = await platen.versionPicture(id, version, page, query)
        return { name, pages: made.pages ?? 1, picture: URL.createObjectURL(await made.blob()) }
      } catch (error) {
        // One may have more pages than the other.
        if (error instanceof NotFoundError) return { name, pages: page - 1 }
        throw error
      }
    }
    return [await draw(one), await draw(other)] as const
  }, [platen, id, one, other, page])
  const { value } = drawn
  useEffect(
    () => () => {
      for (const { picture } of value ?? []) if (picture) URL.revokeObjectURL(picture)
    },
    [value],
  )
  const pages = Math.max(1, ...(value ?? []).map((side) => side.pages))
  return (
    <div class="compare-pages">
      <div class="paper-bar">
        <button type="button" class="quiet" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          <span aria-hidden="true">‹</span>
          <span class="unseen">{TEXTS.formerPage}</span>
        </button>
        <span>{TEXTS.pageOf(page, pages)}</span>
        <button type="button" class="quiet" disabled={page >= pages} onClick={() => setPage(page + 1)}>
          <span aria-hidden="true">›</span>
          <span class="unseen">{TEXTS.nextPage}</span>
        </button>
        <label class="switch">
          <input
            type="checkbox"
            checked={isDifference}
            onChange={(event) => setDifference(event.currentTarget.checked)}
          />
          {TEXTS.difference}
        </label>
      </div>
      <Problem error={drawn.error} />
      {!value && drawn.error === undefined && <p class="hint">{TEXTS.drawing}</p>}
      {value && (
        <div class={isDifference ? 'overlaid' : 'side-by-side'}>
          {value.map(({ name, picture }) => (
            <figure key={name}>
              {picture ? (
                <img
                  src={picture}
                  alt={`${nameOf(name)}, ${TEXTS.pageOf(page, pages)}`}
                  class={drawn.isLoading ? 'old' : ''}
                />
              ) : (
                <p class="hint">{TEXTS.hasNoPage(page)}</p>
              )}
              <figcaption>{nameOf(name)}</figcaption>
            </figure>
          ))}
        </div>
      )}
    </div>
  )
}

function nameOf(name: string): string {
  return name === 'draft' ? TEXTS.draft : `${TEXTS.version} ${name}`
}
