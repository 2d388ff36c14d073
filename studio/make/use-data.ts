/** The data of a document while it is filled in: at first those of the sample, or of the API's example. Kept in this browser. */
import { useLayoutEffect, useState } from 'preact/hooks'
import type { Operations } from '../../clients/typescript/src/index'
import { draftPlace, forgetDraft, keepDraft, readDraft } from '../editor/drafts'
import { parsed } from '../editor/template-source'
import { isRecord } from '../form/data-path'
import { exampleBody } from '../shell/example-body'
import type { Session } from '../shell/session'
import { useAnswer } from '../shell/use-answer'

type Data = Record<string, unknown>
type Template = Operations['getTemplate']['result']

export type Filling = {
  data: Data
  /** Changes whenever all of it is another. */
  revision: number
  change: (data: Data) => void
  /** Whether a reload would lose what is typed. */
  isLost: boolean
  /** Whether it is what was typed before a reload. */
  isRestored: boolean
  /** Begins with the sample again. */
  discard: () => void
}

export function useData(
  session: Session,
  template: Template | undefined,
  { isExample }: { isExample: boolean },
): Filling {
  const [data, setData] = useState<Data>({})
  const [revision, setRevision] = useState(0)
  const [isRestored, setRestored] = useState(false)
  const [isLost, setLost] = useState(false)
  const example = useAnswer(
    async (signal) => (isExample ? await exampleBody('/v1/generate', signal) : {}),
    [isExample],
  )
  const id = template?.id
  const place = draftPlace(session.key, `make/${id}`)
  const begin = (begun: Data) => {
    setData(begun)
    setRevision((count) => count + 1)
  }
  // Before anybody can type into an empty form.
  useLayoutEffect(() => {
    if (!template) return
    const { template_id, data: shown } = example.value ?? {}
    const kept = isExample ? undefined : parsed(readDraft(place) ?? '')
    setRestored(kept !== undefined)
    begin(kept ?? (template_id === id && isRecord(shown) ? shown : (template.sample ?? {})))
  }, [template, example.value])
  const change = (next: Data) => {
    setData(next)
    // An example has no place: it takes that of nobody's draft.
    if (!isExample) setLost(!keepDraft(place, JSON.stringify(next)))
  }
  const discard = () => {
    forgetDraft(place)
    setRestored(false)
    setLost(false)
    begin(template?.sample ?? {})
  }
  return { data, revision, change, isRestored, isLost, discard }
}
