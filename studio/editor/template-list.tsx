/** One's own templates, and the way to a new one. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Operations } from '../../clients/typescript/src/index'
import { addressOf, go } from '../shell/address'
import { focusHeading } from '../shell/focus'
import { timeOf } from '../shell/format'
import { Empty, Head } from '../shell/page'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { type Column, Table } from '../shell/table'
import { deleteLater } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { useKept } from '../shell/use-kept'
import { EndpointList } from './endpoint-list'
import { STARTERS } from './starters'
import { pathOf, slugOf } from './template-source'
import { TEXTS } from './texts'

type Listed = Operations['listTemplates']['result'][number] & { version?: number; updated_at?: string }

/** Rows of a page of the API, and of the table. */
const LIMIT = 100
/** From so many on, one looks for one of them. */
const MANY = 12
const NEW = { category: 'my', name: '', label: '', starter: 0 }

export function TemplateList({ session }: { session: Session }) {
  const [isMaking, setMaking] = useState(false)
  const { platen, send } = session
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [pages, setPages] = useState(1)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const isSearched = wanted !== ''
  const known = useAnswer(async () => {
    // Ours come first: pages are read until there are so many of one's own.
    const own: Listed[] = []
    let path: string | undefined = `/v1/templates?limit=${LIMIT}`
    while (path && (isSearched || own.length < pages * LIMIT)) {
      const answer: Response = await send({ method: 'GET', path })
      own.push(...((await answer.json()) as Listed[]).filter(({ version }) => version !== undefined))
      path = nextOf(answer)
    }
    return { own, isMore: path !== undefined }
  }, [platen, send, pages, isSearched])
  const rows = (known.value?.own ?? []).filter(
    ({ id, label }) => !hidden.includes(id) && `${label} ${id}`.toLowerCase().includes(wanted),
  )
  const hasMany = isSearched || rows.length >= MANY || known.value?.isMore
  const remove = (id: string) => {
    setHidden((former) => [...former, id])
    deleteLater(
      TEXTS.removed(id),
      () => platen.call<'deleteTemplate'>('DELETE', pathOf(id)),
      () => setHidden((former) => former.filter((one) => one !== id)),
    )
  }
  const cancel = () => {
    setMaking(false)
    focusHeading()
  }
  const columns: Column<Listed>[] = [
    { name: TEXTS.label, cell: ({ id, label }) => <a href={addressOf(`templates/${id}`)}>{label}</a> },
    { name: TEXTS.template, cell: ({ id }) => <code>{id}</code> },
    { name: TEXTS.version, cell: ({ version }) => version },
    {
      name: TEXTS.changed,
      cell: ({ updated_at }) => updated_at && timeOf(updated_at),
    },
    {
      name: TEXTS.actions,
      isNumber: true,
      isUnnamed: true,
      cell: ({ id }) => (
        <button type="button" class="quiet" aria-label={`${TEXTS.remove} ${id}`} onClick={() => remove(id)}>
          {TEXTS.remove}
        </button>
      ),
    },
  ]
  return (
    <>
      <Head title={TEXTS.templates} lead={TEXTS.templatesLead}>
        {!isMaking && (
          <button type="button" onClick={() => setMaking(true)}>
            {TEXTS.newTemplate}
          </button>
        )}
      </Head>
      {isMaking && <NewTemplate session={session} onCancel={cancel} />}
      <Problem error={known.error} onRetry={known.again} />
      {hasMany && (
        <search class="filters">
          <label>
            <span>{TEXTS.search}</span>
            <input
              type="search"
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          </label>
        </search>
      )}
      {known.value && rows.length === 0 && !isMaking && !isSearched && (
        <Empty title={TEXTS.noTemplates}>
          <button type="button" onClick={() => setMaking(true)}>
            {TEXTS.newTemplate}
          </button>
        </Empty>
      )}
      {rows.length > 0 && (
        <Table
          caption={TEXTS.templates}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          isOld={known.isLoading}
        />
      )}
      {known.value?.isMore && (
        <button type="button" class="plain" onClick={() => setPages(pages + 1)}>
          {TEXTS.more}
        </button>
      )}
      {/* Below the list, once it has its place */}
      {(known.value || known.error !== undefined) && <EndpointList session={session} />}
    </>
  )
}

/** The next page's path, from `Link`. */
export function nextOf(answer: Response): string | undefined {
  const address = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1]
  if (address === undefined) return undefined
  const { pathname, search } = new URL(address, location.origin)
  return pathname + search
}

function NewTemplate({ session: { platen }, onCancel }: { session: Session; onCancel: () => void }) {
  const [form, keep] = useKept('new-template', NEW)
  const { category, label, starter } = form
  // Called as its label, until it is given another name.
  const name = form.name || slugOf(label)
  const [fault, setFault] = useState<unknown>()
  const place = useRef<HTMLFormElement>(null)
  // It takes the place of what was pressed.
  useLayoutEffect(() => place.current?.querySelector('input')?.focus(), [])
  const create = async (event: Event) => {
    event.preventDefault()
    const id = `${category}/${name}`
    const { page, style, sample } = STARTERS[starter] ?? { page: '', style: '', sample: {} }
    try {
      if ((await platen.templates()).some((one) => one.id === id)) throw new Error(TEXTS.taken(id))
      const body = { label: label || name, page, style, sample: sample as Record<string, unknown> }
      await platen.call<'putTemplate'>('PUT', pathOf(id), { body })
      keep(NEW)
      go(addressOf(`templates/${id}`))
    } catch (error) {
      setFault(error)
    }
  }
  const field = (said: string, value: string, change: (value: string) => void, pattern?: string) => (
    <label>
      <span>{said}</span>
      <input
        required={pattern !== undefined}
        {...(pattern && { pattern, title: TEXTS.nameRule })}
        spellcheck={false}
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  )
  const word = '[a-z0-9]([a-z0-9\\-]{0,38}[a-z0-9])?'
  return (
    <form ref={place} class="new-template" onSubmit={create}>
      <div class="filters">
        {field(TEXTS.label, label, (text) => keep({ ...form, label: text }))}
        {field(TEXTS.category, category, (text) => keep({ ...form, category: text }), word)}
        {field(TEXTS.name, name, (text) => keep({ ...form, name: text }), word)}
        <label>
          <span>{TEXTS.starter}</span>
          <select
            value={starter}
            onChange={(event) => keep({ ...form, starter: Number(event.currentTarget.value) })}
          >
            {STARTERS.map((one, at) => (
              <option key={one.name} value={at}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p class="hint">{TEXTS.nameRule}</p>
      <Problem error={fault} />
      <div class="buttons">
        <button type="submit">{TEXTS.create}</button>
        <button type="button" class="quiet" onClick={onCancel}>
          {TEXTS.cancel}
        </button>
      </div>
    </form>
  )
}
