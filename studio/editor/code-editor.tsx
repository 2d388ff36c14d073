/**
 * A field for code: a plain text area at once, CodeMirror in its place when the browser is idle, or when somebody wants it.
 * Where it does not load, the plain field goes on.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLatest } from '../shell/use-latest'
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
const MAX_IDLE_WAIT_MS = 2000
const COMPOSED_MS = 100
/** A phone, where most look and do not write: there it is not fetched before somebody does. */
const NARROW = '(max-width: 56rem)'

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
  const plain = useRef<HTMLTextAreaElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const [isWanted, setWanted] = useState(false)
  const isComposing = useRef(false)
  /** What was typed into the plain field. */
  const typed = useRef<string>(undefined)
  const latest = useLatest({ value: typed.current ?? value, onChange, known })
  useEffect(() => whenIdle(() => setWanted(true)), [])
  const isNeeded = isWanted || target !== undefined || places.length > 0
  // One editor for its whole life; what changes is told below
  useEffect(() => {
    if (!isNeeded) return
    let made: Editor | undefined
    let isGone = false
    const make = async () => {
      const { createEditor } = await import('./codemirror')
      // What it takes is divided: keys that are pressed meanwhile go between. A letter that is half composed would be lost.
      do await new Promise((resolve) => setTimeout(resolve, isComposing.current ? COMPOSED_MS : 0))
      while (isComposing.current)
      if (isGone || !host.current) return
      const held = document.activeElement === plain.current ? plain.current : null
      made = createEditor(host.current, {
        language,
        label,
        isReadOnly,
        value: latest.current.value,
        onChange: (text) => latest.current.onChange(text),
        known: () => latest.current.known ?? {},
      })
      host.current.hidden = false
      if (held) made.select(held.selectionStart, held.selectionEnd)
      setEditor(made)
    }
    // Offline: the plain field goes on.
    make().catch(() => undefined)
    return () => {
      isGone = true
      made?.destroy()
    }
  }, [language, label, isNeeded])
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
          ref={plain}
          aria-label={label}
          spellcheck={false}
          readOnly={isReadOnly}
          value={typed.current ?? value}
          onFocus={() => setWanted(true)}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={() => {
            isComposing.current = false
          }}
          onInput={(event) => {
            typed.current = event.currentTarget.value
            onChange(typed.current)
          }}
        />
      )}
    </div>
  )
}

/** Calls once nothing else is to be done, on a wide screen; what it returns ends the wait. */
function whenIdle(call: () => void): (() => void) | undefined {
  if (matchMedia(NARROW).matches) return undefined
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, MAX_IDLE_WAIT_MS)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(call, { timeout: MAX_IDLE_WAIT_MS })
  return () => cancelIdleCallback(asked)
}
