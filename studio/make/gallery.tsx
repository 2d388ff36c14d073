/** All templates as pages: ours as they come or, with a brand, as they look with it; one's own drawn from their samples. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Operations } from '../../clients/typescript/src/index'
import { type Brand, readBrand } from '../brand/read-brand'
import { nextOf } from '../editor/template-list'
import { addressOf, go } from '../shell/address'
import { Head } from '../shell/page'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import { drawnPage } from './draw-queue'

type Listed = Operations['listTemplates']['result'][number] & { version?: number }

/** Cards at a time: an account may have a thousand templates. */
const LIMIT = 48
const words = TEXTS.gallery

/** What is searched for, and how many are shown, stand in the address: the way back leads to the same cards. */
export function Gallery({ session, query }: { session: Session; query: URLSearchParams }) {
  const { platen } = session
  const search = query.get('search') ?? ''
  const shown = Number(query.get('shown')) || LIMIT
  const show = (asked: { search: string; shown?: string }) => go(addressOf('make', asked), { replace: true })
  const list = useAnswer(() => readAll(session), [platen])
  const brand = useAnswer(() => readBrand(platen), [platen])
  const asked = search.trim().toLowerCase()
  const found = (list.value ?? []).filter(({ id, label }) => `${label} ${id}`.toLowerCase().includes(asked))
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
      <Problem error={list.error} onRetry={list.again} />
      <p role="status" class="hint">
        {list.value && words.count(found.length)}
      </p>
      <ul class="gallery">
        {found.slice(0, shown).map((item) => (
          <Card key={item.id} session={session} item={item} brand={brand.value} />
        ))}
      </ul>
      {found.length > shown && (
        <button type="button" class="plain" onClick={() => show({ search, shown: String(shown + LIMIT) })}>
          {TEXTS.showMore}
        </button>
      )}
    </>
  )
}

/** By pages: only those say which templates are one's own, by their version. */
async function readAll({ send }: Session): Promise<readonly Listed[]> {
  const all: Listed[] = []
  for (let path: string | undefined = '/v1/templates?limit=100'; path; ) {
    const answer: Response = await send({ method: 'GET', path })
    all.push(...((await answer.json()) as Listed[]))
    path = nextOf(answer)
  }
  return all
}

type CardProps = { session: Session; item: Listed; brand: Brand | undefined }

function Card({ session, item: { id, label, orientation, version }, brand }: CardProps) {
  const place = useRef<HTMLLIElement>(null)
  const [drawn, setDrawn] = useState<string>()
  const isOwn = version !== undefined
  const mustDraw = isOwn || brand !== undefined
  // Only what somebody sees is drawn.
  useEffect(() => {
    const { current } = place
    if (!mustDraw || !current) return
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
  }, [session.key, id, version, brand, mustDraw])
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
