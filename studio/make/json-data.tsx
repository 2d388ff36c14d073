/** The data of a document as JSON. What is no object yet changes nothing: the page stays, and it is told where it fails. */
import { useMemo, useState } from 'preact/hooks'
import { CodeEditor } from '../editor/code-editor'
import { jsonFault } from '../editor/problem-places'
import { parsed } from '../editor/template-source'
import { TEXTS } from '../texts'

type JsonDataProps = { data: Record<string, unknown>; onChange: (data: Record<string, unknown>) => void }

export function JsonData({ data, onChange }: JsonDataProps) {
  const [broken, setBroken] = useState<string>()
  // Read once: the editor has the text while somebody types.
  const [text] = useState(() => JSON.stringify(data, undefined, 2))
  const typed = (now: string) => {
    const value = parsed(now)
    setBroken(value ? undefined : now)
    if (value) onChange(value)
  }
  const places = useMemo(
    () => [broken === undefined ? [] : (jsonFault('sample', broken) ?? [])].flat(),
    [broken],
  )
  const [fault] = places
  return (
    <>
      <CodeEditor language="json" label={TEXTS.dataAs} value={text} onChange={typed} places={places} />
      <p class="hint" role="status">
        {fault ? TEXTS.brokenJson : TEXTS.leaveEditor}
      </p>
      {/* Not told with each key */}
      {fault && <p class="bad-text">{TEXTS.faultAt(fault)}</p>}
    </>
  )
}
