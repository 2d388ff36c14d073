/**
 * The editor of code: CodeMirror in a shadow root, where it puts its styles in sheets that the policy allows. A chunk of
 * its own, fetched when an editor is first shown.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { completeLiquid, liquidColors } from './liquid-language'
import type { Known } from './liquid-paths'
import type { Place } from './problem-places'

export type Language = 'liquid' | 'html' | 'css' | 'json'

export type EditorSettings = {
  language: Language
  label: string
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
  known: () => Known
}

export type Editor = {
  setPlaces: (places: readonly Place[]) => void
  setReadOnly: (isReadOnly: boolean) => void
  goTo: (place: Pick<Place, 'line' | 'column'>) => void
  /** Takes the focus, with this selection: characters from the beginning. */
  select: (from: number, to: number) => void
  destroy: () => void
}

/** Colours are the page's own: custom properties reach into a shadow root. */
const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--code-keyword)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-name)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.unit, tags.color], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.docComment], color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.className, tags.labelName], color: 'var(--code-name)' },
])

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--card)', color: 'var(--ink)', fontSize: '0.875rem' },
  // The ring is around the whole of it: here lines would lie over it.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'PlexMono, ui-monospace, Menlo, Consolas, monospace', lineHeight: '1.6' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 1rem 0 0.6rem' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--soft)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 0.5rem 0 0.75rem' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--code-line)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--code-selected)',
  },
  '.cm-liquid, .cm-liquid *': { color: 'var(--code-liquid)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--card)',
    color: 'var(--ink)',
    border: '1px solid var(--rule)',
    borderRadius: '6px',
    boxShadow: '0 8px 30px #0003',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.2rem 0.7rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionDetail': { color: 'inherit', opacity: '0.75', fontStyle: 'normal' },
  '.cm-diagnostic': { padding: '0.35rem 0.75rem', fontFamily: 'Plex, sans-serif' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
})

const LANGUAGES: Record<Language, () => Extension> = {
  liquid: () => [html(), liquidColors],
  html: () => html(),
  css: () => css(),
  json: () => json(),
}

/** Puts an editor into an element that is nobody else's. */
export function createEditor(host: HTMLElement, settings: EditorSettings): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const frame = document.createElement('div')
  frame.style.height = '100%'
  root.replaceChildren(frame)
  const readOnly = new Compartment()
  // One function for the whole life: a new one would be another source, whose answers are dropped.
  const liquidData = [{ autocomplete: completeLiquid(settings.known) }]
  const view = new EditorView({
    root,
    parent: frame,
    state: EditorState.create({
      doc: settings.value,
      extensions: [
        lineNumbers(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        lintGutter(),
        EditorView.lineWrapping,
        LANGUAGES[settings.language](),
        syntaxHighlighting(colors),
        look,
        autocompletion({ icons: false, activateOnTypingDelay: 80 }),
        settings.language === 'liquid' ? EditorState.languageData.of(() => liquidData) : [],
        // Once something is typed, Escape and then Tab leave the editor.
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': settings.label, spellcheck: 'false', tabindex: '0' }),
        readOnly.of(readOnlyIf(settings.isReadOnly)),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) settings.onChange(state.doc.toString())
        }),
        tabLeavesUntilTyped(),
      ],
    }),
  })
  return {
    setPlaces: (places) => view.dispatch(setDiagnostics(view.state, places.map(diagnosticIn(view)))),
    setReadOnly: (is) => view.dispatch({ effects: readOnly.reconfigure(readOnlyIf(is)) }),
    goTo(place) {
      const at = offsetOf(view, place)
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
      view.focus()
    },
    select(from, to) {
      const { length } = view.state.doc
      const [anchor, head] = [Math.min(from, length), Math.min(to, length)]
      view.dispatch({ selection: { anchor, head }, scrollIntoView: true })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}

/** Whoever comes by Tab goes on by Tab, and changes nothing: it indents from the first key or click in the text on. */
function tabLeavesUntilTyped(): Extension {
  let isPressed = false
  return [
    EditorView.domEventHandlers({
      mousedown: (_, view) => {
        isPressed = true
        view.setTabFocusMode(false)
      },
      focus: (_, view) => {
        view.setTabFocusMode(!isPressed)
        isPressed = false
      },
    }),
    EditorView.updateListener.of(({ view, transactions }) => {
      if (transactions.some((one) => one.isUserEvent('input') || one.isUserEvent('delete')))
        view.setTabFocusMode(false)
    }),
  ]
}

function readOnlyIf(is: boolean): Extension {
  return EditorState.readOnly.of(is)
}

function offsetOf({ state: { doc } }: EditorView, { line, column }: Pick<Place, 'line' | 'column'>): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines))
  return Math.min(found.from + Math.max(column - 1, 0), found.to)
}

/** Marks the word that begins at the place, or a character. */
function diagnosticIn(view: EditorView) {
  return (place: Place): Diagnostic => {
    const { doc } = view.state
    const from = offsetOf(view, place)
    const rest = doc.sliceString(from, doc.lineAt(from).to)
    const length = Math.max(1, /^(?:\{[{%][^}]{0,200}\}\}?|[\w."-]+)/.exec(rest)?.[0].length ?? 1)
    const to = Math.min(from + length, doc.length)
    return { from: Math.min(from, to), to, severity: 'error', message: place.message }
  }
}
