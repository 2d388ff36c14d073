/** The data of a document as JSON. What is no object yet changes nothing: the page stays. */
import { useState } from 'preact/hooks'
import { CodeEditor } from '../editor/code-editor'
import { parsed } from '../editor/template-source'
import { TEXTS } from '../texts'

type JsonDataProps = { data: Record<string, unknown>; onChange: (data: Record<string, unknown>) => void }

export function JsonData({ data, onChange }: JsonDataProps) {
  const [isBroken, setBroken] = useState(false)
  // Read once: the editor has the text while somebody types.
  const [text] = useState(() => JSON.stringify(data, undefined, 2))
  const typed = (now: string) => {
    const value = parsed(now)
    setBroken(value === undefined)
    if (value) onChange(value)
  }
  return (
    <>
      <CodeEditor language="json" label={TEXTS.dataAs} value={text} onChange={typed} />
      <p class="hint" role="status">
        {isBroken ? TEXTS.brokenJson : TEXTS.leaveEditor}
      </p>
    </>
  )
}
