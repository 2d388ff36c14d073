/** A template while it is edited: loaded, kept here until the service has it, previewed and saved. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Shown } from '../shell/previewer'
import type { Session } from '../shell/session'
import { useKept } from '../shell/use-kept'
import { usePreviewer } from '../shell/use-previewer'
import { draftPlace, forgetDraft, keepDraft, readDraft } from './drafts'
import type { Options } from './options-panel'
import { jsonFault, type Place, placesOf } from './problem-places'
import { bodyOf, loadTemplate, parsed, pathOf, type Source, sourceOf } from './template-source'

export type Editing = {
  source: Source | undefined
  /** Rises whenever the source is another one, other than by `change`. */
  revision: number
  change: (change: Partial<Source['files']> | { label: string }) => void
  options: Options
  setOptions: (options: Options) => void
  shown: Shown
  /** Whether margins and findings are asked for. */
  hasMarks: boolean
  setMarks: (on: boolean) => void
  page: number
  setPage: (page: number) => void
  /** What keeps the page from being drawn, each at its place. */
  places: readonly Place[]
  /** `kept`: the service has it; `here`: this browser alone; `lost`: nobody. */
  state: 'kept' | 'here' | 'lost'
  isRestored: boolean
  /** Whether it differs from the latest version. */
  isDraft: boolean
  loadFault: unknown
  saveFault: unknown
  reload: () => void
  /** Drops what is only here, and loads what is stored. */
  discard: () => void
  /** Makes the draft the next version, and returns its number; nothing if that failed. */
  publish: () => Promise<number | undefined>
  /** Shows the latest version; what it returns shows the draft again. */
  leaveDraft: () => Promise<() => void>
}

export function useTemplate(session: Session, id: string): Editing {
  const { platen } = session
  const [{ source, revision }, setEdited] = useState<{ source?: Source; revision: number }>({ revision: 0 })
  /** The latest version, if it is all there is. */
  const [latest, setLatest] = useState<string>()
  const [{ options }, keepOptions] = useKept<{ options: Options }>(`options/${id}`, { options: {} })
  const [page, setPage] = useState(1)
  const [hasMarks, setMarks] = useState(false)
  const [state, setState] = useState<Editing['state']>('kept')
  const [isRestored, setRestored] = useState(false)
  const [loadFault, setLoadFault] = useState<unknown>()
  const [saveFault, setSaveFault] = useState<unknown>()
  const [loads, setLoads] = useState(0)
  const { previewer, shown } = usePreviewer(platen)
  const place = useMemo(() => draftPlace(session.key, `template/${id}`), [session.key, id])
  // Once for each state: this is called for each key, and whenever the page is drawn.
  const text = useMemo(() => source && JSON.stringify(source), [source])
  const replace = (by: Source | undefined) =>
    setEdited((former) => ({ ...(by && { source: by }), revision: former.revision + 1 }))
  const isDraft = text !== undefined && text !== latest

  // Loaded once, and whenever it is asked for
  useEffect(() => {
    let isCurrent = true
    const take = ({ stored, hasDraft }: Awaited<ReturnType<typeof loadTemplate>>) => {
      if (!isCurrent) return
      const kept = readKept(place)
      const loaded = sourceOf(stored)
      const known = JSON.stringify(loaded)
      previewer.assumeStored(hasDraft ? known : undefined)
      setLatest(hasDraft ? undefined : known)
      setRestored(kept !== undefined && JSON.stringify(kept) !== known)
      replace(kept ?? loaded)
      if (kept) setState('here')
      setLoadFault(undefined)
    }
    const fail = (error: unknown) => {
      if (!isCurrent) return
      const kept = readKept(place)
      // Without a connection, what is here is all there is.
      if (kept) {
        replace(kept)
        setState('here')
      }
      setRestored(kept !== undefined)
      setLoadFault(kept ? undefined : error)
    }
    loadTemplate(platen, id).then(take, fail)
    return () => {
      isCurrent = false
    }
  }, [platen, id, loads])

  const { sample = '{}', variables = '' } = source?.files ?? {}
  // Not with each key in the page or its style
  const faults = useMemo(() => faultsIn(sample, variables), [sample, variables])
  const data = useMemo(() => parsed(sample) ?? {}, [sample])
  const store = async (stored: Source) => {
    await platen.call<'putTemplateDraft'>('PUT', `${pathOf(id)}/draft`, { body: bodyOf(stored) })
    if (readDraft(place) === JSON.stringify(stored)) {
      forgetDraft(place)
      setState('kept')
    }
  }
  // `store` is as `id` and `place` are
  useEffect(() => {
    if (!source || text === undefined || faults.length > 0) return
    previewer.want({
      request: {
        endpoint: 'generate',
        request: { template_id: isDraft ? `${id}@draft` : id, data, options },
        pages: String(page),
        ...(hasMarks && { layout: true }),
      },
      ...(isDraft && { store: { state: text, send: () => store(source) } }),
    })
  }, [previewer, id, place, source, text, isDraft, faults, data, options, page, hasMarks])

  const change: Editing['change'] = (changed) => {
    if (!source) return
    const next =
      'label' in changed
        ? { ...source, label: changed.label as string }
        : { ...source, files: { ...source.files, ...changed } }
    setEdited({ source: next, revision })
    setSaveFault(undefined)
    setState(keepDraft(place, JSON.stringify(next)) ? 'here' : 'lost')
  }

  const places = useMemo(
    () => (source && faults.length === 0 ? placesOf(saveFault ?? shown.error, source.files) : faults),
    [source, faults, saveFault, shown.error],
  )

  const publish = () =>
    previewer.alone(async () => {
      if (!source || text === undefined) return undefined
      setSaveFault(undefined)
      try {
        await store(source)
        previewer.assumeStored(text)
        const saved = await platen.call<'publishTemplateDraft'>('POST', `${pathOf(id)}/draft/publish`, {
          body: {},
        })
        previewer.assumeStored(undefined)
        setLatest(text)
        return saved.version
      } catch (error) {
        setSaveFault(error)
        return undefined
      }
    })

  const leaveDraft = async () => {
    const version = sourceOf(await platen.template(id))
    const former = { source, latest }
    forgetDraft(place)
    setLatest(JSON.stringify(version))
    replace(version)
    return () => {
      setLatest(former.latest)
      replace(former.source)
    }
  }
  const reload = () => {
    setRestored(false)
    setLoads((count) => count + 1)
  }
  const discard = () => {
    forgetDraft(place)
    setState('kept')
    reload()
  }
  return {
    ...{
      source,
      revision,
      change,
      options,
      setOptions: (changed) => keepOptions({ options: changed }),
      shown,
      hasMarks,
      setMarks,
      page,
      setPage,
      places,
      state,
      isRestored,
      isDraft,
    },
    ...{ loadFault, saveFault, reload, discard, publish, leaveDraft },
  }
}

function readKept(place: string): Source | undefined {
  const text = readDraft(place)
  return text === undefined ? undefined : (parsed(text) as Source | undefined)
}

/** In a sample and a schema, as they are written. */
function faultsIn(sample: string, variables: string): Place[] {
  const faults = [
    jsonFault('sample', sample),
    variables.trim() === '' ? undefined : jsonFault('variables', variables),
  ]
  return faults.filter((fault) => fault !== undefined)
}
