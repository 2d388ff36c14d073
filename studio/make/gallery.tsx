/** All templates as pages: ours as they come or, with a brand, as they look with it; one's own drawn from their samples. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Brand, readBrand } from '../brand/read-brand'
import { addressOf, go } from '../shell/address'
import { Head } from '../shell/page'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import { drawnPage } from './draw-queue'
import { type Listed, useTemplates } from './use-templates'

/** Cards at a time: an account may have a thousand templates. */
const LIMIT = 48
const words = TEXTS.gallery

/** What is searched for, and how many are shown, stand in the address: the way back leads to the same cards. */
export function Gallery({ session, query }: { session: Session; query: URLSearchParams }) {
  const { platen } = session
  const search = query.get('search') ?? ''
  const shown = Number(query.get('shown')) || LIMIT
  const show = (asked: { search: string; shown?: string }) => go(addressOf('make', asked), { replace: true })
  const { list, isReading, error, again } = useTemplates(session)
  const brand = useAnswer(() => readBrand(platen), [platen])
  const asked = search.trim().toLowerCase()
  const found = list.filter(({ id, label }) => `${label} ${id}`.toLowerCase().includes(asked))
  const cards = useRef<HTMLUListElement>(null)
  const more = () => {
    // The focus goes to the first that is new: what was pressed may be gone.
    const showsNew = () => cards.current?.querySelectorAll('a')[shown]?.focus()
    show({ search, shown: String(shown + LIMIT) })
    requestAnimationFrame(() => requestAnimationFrame(showsNew))
  }
  return (
    <>
      <Head title={words.title} lead={brand.value ? words.leadWith(brand.value.name) : words.lead}>
        <a class="button plain" href="#/brand">
          {brand.value ? words.changeBrand : words.setBrand}
        </a>
      </Head>
      <search class="filters">
        <label>
          <span>{words.search}</span>
          <input
            type="search"
            value={search}
            onInput={({ currentTarget }) => show({ search: currentTarget.value })}
          />
        </label>
      </search>
      <Problem error={error} onRetry={again} />
      <p role="status" class="hint">
        {isReading ? TEXTS.reading : words.count(found.length)}
      </p>
      <ul ref={cards} class="gallery">
        {found.slice(0, shown).map((item) => (
          <Card key={item.id} session={session} item={item} brand={brand.value} canDraw={!isReading} />
        ))}
      </ul>
      {found.length > shown && (
        <button type="button" class="plain" onClick={more}>
          {TEXTS.showMore}
        </button>
      )}
    </>
  )
}

type CardProps = {
  session: Session
  item: Listed
  brand: Brand | undefined
  /** Not before all are listed: that would take longer. */
  canDraw: boolean
}

function Card({ session, item: { id, label, orientation, version }, brand, canDraw }: CardProps) {
  const place = useRef<HTMLLIElement>(null)
  const [drawn, setDrawn] = useState<string>()
  const isOwn = version !== undefined
  const mustDraw = isOwn || brand !== undefined
  // Only what somebody sees is drawn.
  useEffect(() => {
    const { current } = place
    if (!mustDraw || !canDraw || !current) return
    let isGone = false
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watch.disconnect()
      drawnPage(session, { id, version, brand }, () => isGone)
        .then((picture) => !isGone && setDrawn(picture))
        // The card says what it is by its name.
        .catch(() => undefined)
    })
    watch.observe(current)
    return () => {
      isGone = true
      watch.disconnect()
    }
  }, [session.key, id, version, brand, mustDraw, canDraw])
  const picture = drawn ?? (isOwn ? undefined : `/home/${id.replace('/', '-')}.png`)
  return (
    <li ref={place}>
      <a class="card" href={addressOf(`make/${id}`)}>
        <span class={`card-sheet ${orientation}`}>
          {picture && <img loading="lazy" src={picture} alt="" class={mustDraw && !drawn ? 'old' : ''} />}
        </span>
        <strong>{label}</strong>
        <span class="soft">{id}</span>
      </a>
    </li>
  )
}
