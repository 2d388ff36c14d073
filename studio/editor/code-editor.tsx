/** A field for code: CodeMirror once its chunk is there, a plain text area until then and where it does not load. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Editor, Language } from './codemirror'
import type { Known } from './liquid-paths'
import type { Place } from './problem-places'

export type Target = Pick<Place, 'line' | 'column'>

type CodeEditorProps = {
  language: Language
  label: string
  /** What it begins with. A page that is slower than the typing must not set it back: another text needs another `key`. */
  value: string
  onChange: (value: string) => void
  places?: readonly Place[]
  /** What the variables of the template are. */
  known?: Known
  isReadOnly?: boolean
  /** Where the cursor goes, whenever this is another object. */
  target?: Target | undefined
}

const NONE: readonly Place[] = []

export function CodeEditor({
  language,
  label,
  value,
  onChange,
  places = NONE,
  known,
  isReadOnly = false,
  target,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const latest = useRef({ value, onChange, known })
  latest.current = { value, onChange, known }
  // One editor for its whole life; what changes is told below
  useEffect(() => {
    let made: Editor | undefined
    let isGone = false
    import('./codemirror')
      .then(({ createEditor }) => {
        if (isGone || !host.current) return
        made = createEditor(host.current, {
          language,
          label,
          isReadOnly,
          value: latest.current.value,
          onChange: (text) => latest.current.onChange(text),
          known: () => latest.current.known ?? {},
        })
        setEditor(made)
      })
      // Offline: the plain field goes on.
      .catch(() => undefined)
    return () => {
      isGone = true
      made?.destroy()
    }
  }, [language, label])
  useEffect(() => editor?.setPlaces(places.filter(({ line }) => line > 0)), [editor, places])
  useEffect(() => editor?.setReadOnly(isReadOnly), [editor, isReadOnly])
  useEffect(() => {
    if (target) editor?.goTo(target)
  }, [editor, target])
  return (
    <div class="code-editor">
      <div ref={host} class="code-host" hidden={!editor} />
      {!editor && (
        <textarea
          aria-label={label}
          spellcheck={false}
          readOnly={isReadOnly}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
