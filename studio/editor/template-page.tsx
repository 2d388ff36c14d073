/** One template: its files in the editor, the page beside them, its versions and its use. */

import { useMemo, useRef, useState } from 'preact/hooks'
import { ConnectionError } from '../../clients/typescript/src/errors'
import { keepFocus } from '../shell/focus'
import { later } from '../shell/later'
import { Head } from '../shell/page'
import { Problem } from '../shell/problem'
import type { Session } from '../shell/session'
import { deleteLater, toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { CodeEditor, type Target } from './code-editor'
import type { Language } from './codemirror'
import { OptionsPanel } from './options-panel'
import { PagePicture } from './page-picture'
import type { FileName, Place } from './problem-places'
import { Tabs } from './tabs'
import { parsed, pathOf, schemaIn } from './template-source'
import { TEXTS } from './texts'
import { useLive } from './use-live'
import { type Editing, useTemplate } from './use-template'

const UseIt = later(async () => (await import('./use-it')).UseIt)
const Versions = later(async () => (await import('./versions')).Versions)

type Shelf = FileName | 'options' | 'use' | 'versions'

const FILES: readonly { name: FileName; label: string; language: Language }[] = [
  { name: 'page', label: TEXTS.page, language: 'liquid' },
  { name: 'style', label: TEXTS.style, language: 'css' },
  { name: 'sample', label: TEXTS.sample, language: 'json' },
  { name: 'variables', label: TEXTS.schema, language: 'json' },
]

export function TemplatePage({ session, id }: { session: Session; id: string }) {
  const editing = useTemplate(session, id)
  const [shelf, setShelf] = useState<Shelf>('page')
  const [target, setTarget] = useState<Target>()
  const [isLarge, setLarge] = useState(false)
  const [saves, setSaves] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const versions = useVersionNumbers(session, id, saves)
  const { source, places, isDraft } = editing
  const live = useLive(id, editing)
  const save = async () => {
    const giveBack = keepFocus()
    setSaving(true)
    const version = await editing.publish()
    setSaving(false)
    giveBack()
    if (version === undefined) return
    setSaves(saves + 1)
    toast(TEXTS.saved(version))
  }
  const drop = async () => {
    const undo = await editing.leaveDraft()
    deleteLater(
      TEXTS.draftDropped,
      () => session.platen.call<'deleteTemplateDraft'>('DELETE', `${pathOf(id)}/draft`),
      undo,
    )
  }
  const goTo = ({ file, ...place }: Place) => {
    if (file) setShelf(file)
    setTarget(place)
  }
  if (!source) {
    return (
      <>
        <Head title={id} />
        <Problem error={editing.loadFault} onRetry={editing.reload} />
        {editing.loadFault === undefined && <p class="hint">{TEXTS.loading}</p>}
      </>
    )
  }
  const tabs = [
    ...FILES.map(({ name, label }) => ({
      name,
      label,
      faults: places.filter(({ file }) => file === name).length,
    })),
    { name: 'options' as const, label: TEXTS.options },
    { name: 'use' as const, label: TEXTS.use },
    { name: 'versions' as const, label: TEXTS.versions },
  ]
  return (
    <>
      <Head title={source.label} lead={id}>
        <State editing={editing} />
        {/* Its place is kept: neither the first key nor what comes late is to move what is typed into. */}
        <button
          type="button"
          class={isDraft && versions.length > 0 ? 'plain' : 'plain not-yet'}
          onClick={drop}
        >
          {TEXTS.dropDraft}
        </button>
        <button type="button" disabled={isSaving || (!isDraft && versions.length > 0)} onClick={save}>
          {isSaving ? TEXTS.saving : TEXTS.save}
        </button>
      </Head>
      {editing.isRestored && (
        <p class="notice">
          {TEXTS.restored}{' '}
          <button type="button" class="quiet" onClick={editing.discard}>
            {TEXTS.discard}
          </button>
        </p>
      )}
      <div class="workbench">
        <div class="desk">
          <Tabs<Shelf> label={TEXTS.files} tabs={tabs} current={shelf} onChange={setShelf}>
            {shelf === 'options' ? (
              <OptionsPanel options={editing.options} onChange={editing.setOptions} />
            ) : shelf === 'use' ? (
              <UseIt
                session={session}
                id={id}
                label={source.label}
                versions={versions}
                sample={parsed(source.files.sample) ?? {}}
                options={editing.options}
              />
            ) : shelf === 'versions' ? (
              <Versions
                session={session}
                id={id}
                count={saves}
                hasDraft={isDraft}
                onRestored={() => {
                  setSaves(saves + 1)
                  if (!isDraft) editing.reload()
                }}
              />
            ) : (
              <File editing={editing} name={shelf} target={target} />
            )}
          </Tabs>
          <Faults editing={editing} onPlace={goTo} />
        </div>
        <PagePicture
          shown={editing.shown}
          page={editing.page}
          onPage={editing.setPage}
          isFaultElsewhere={places.length > 0}
          live={live}
          hasMarks={editing.hasMarks}
          onMarks={editing.setMarks}
          isLarge={isLarge}
          onLarge={setLarge}
        />
      </div>
    </>
  )
}

function useVersionNumbers({ platen }: Session, id: string, saves: number): number[] {
  const known = useAnswer(
    () => platen.call<'listTemplateVersions'>('GET', `${pathOf(id)}/versions`),
    [platen, id, saves],
  )
  return known.value?.versions.map(({ version }) => version) ?? []
}

function File({ editing, name, target }: { editing: Editing; name: FileName; target: Target | undefined }) {
  const { source, places, change } = editing
  const sample = source?.files.sample ?? ''
  const variables = source?.files.variables ?? ''
  const known = useMemo(() => ({ value: parsed(sample), schema: schemaIn(variables) }), [sample, variables])
  const own = useMemo(() => places.filter(({ file }) => file === name), [places, name])
  const file = FILES.find((one) => one.name === name)
  if (!source || !file) return null
  return (
    <>
      <CodeEditor
        key={`${name}${editing.revision}`}
        language={file.language}
        label={file.label}
        value={source.files[name]}
        onChange={(text) => change({ [name]: text })}
        places={own}
        known={known}
        target={target}
      />
      <p class="hint">{TEXTS.leaveEditor}</p>
    </>
  )
}

/** Faults as a list: for those who do not see marks at a line, and to get there. */
function Faults({ editing, onPlace }: { editing: Editing; onPlace: (place: Place) => void }) {
  const { places, saveFault } = editing
  if (places.length === 0) return <Problem error={saveFault} />
  const nameOf = (file: FileName) => FILES.find(({ name }) => name === file)?.label ?? file
  return (
    <div class="problem" role="alert">
      <h2>{TEXTS.faults}</h2>
      <ul class="faults">
        {places.map((place) => (
          <li key={`${place.file}${place.line}${place.message}`}>
            {place.file && (
              <button type="button" class="quiet" onClick={() => onPlace(place)}>
                {place.line > 0
                  ? TEXTS.placeIn(nameOf(place.file), place.line, place.column)
                  : nameOf(place.file)}
              </button>
            )}{' '}
            {place.message}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Where what was written is. */
function State({ editing: { state, isDraft, shown, places } }: { editing: Editing }) {
  const isForbidden =
    typeof shown.error === 'object' &&
    shown.error !== null &&
    'status' in shown.error &&
    shown.error.status === 403
  const isUnreached = shown.error instanceof ConnectionError
  const told = useRef('')
  const here = isUnreached ? TEXTS.keptHere : TEXTS.keptInBrowser
  // What is on its way is not told with each key.
  const isSent = state === 'here' && !isUnreached && places.length === 0
  if (isForbidden) told.current = TEXTS.needsManage
  else if (!isSent) told.current = { kept: TEXTS.kept, here, lost: TEXTS.notKept }[state]
  return (
    <p class="draft-state" role="status">
      {isDraft && told.current}
    </p>
  )
}
