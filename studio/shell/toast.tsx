/**
 * Lines at the foot of the window that go by themselves, with a way back where there is one. They stay while the pointer or
 * the focus is on them.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { TEXTS } from '../texts'
import { focusHeading } from './focus'
import { wordsOf } from './problem'

const SHOWN_MS = 6000
/** Of what one may want to read twice, or undo. */
const LONG_SHOWN_MS = 10_000
/** The oldest makes room. */
const MAX_SHOWN = 3

type Shown = {
  id: number
  message: string
  isError: boolean
  undo: (() => void) | undefined
  /** Called when it is gone and was not undone. */
  onGone: (() => void) | undefined
  /** Whether the focus goes to it: what had it is gone. */
  takesFocus: boolean
}

let shown: readonly Shown[] = []
let count = 0
const listeners = new Set<(shown: readonly Shown[]) => void>()

function show(next: readonly Shown[]): void {
  shown = next
  for (const listener of listeners) listener(next)
}

function add(added: Omit<Shown, 'id'>): number {
  const id = ++count
  const [oldest] = shown
  if (oldest && shown.length >= MAX_SHOWN) end(oldest.id)
  show([...shown, { id, ...added }])
  return id
}

function takeOut(id: number): Shown | undefined {
  const removed = shown.find((one) => one.id === id)
  if (removed) show(shown.filter((one) => one !== removed))
  return removed
}

/** Its time is over. */
function end(id: number): void {
  takeOut(id)?.onGone?.()
}

export function toast(message: string, { isError = false } = {}): void {
  add({ message, isError, undo: undefined, onGone: undefined, takesFocus: false })
}

/**
 * Deletes once it can no longer be undone: after some seconds, or when the page is left. `undone` shows again what the
 * page has hidden; it is also called if the deletion fails.
 */
export function deleteLater(message: string, remove: () => Promise<unknown>, undone: () => void): void {
  const begin = () => {
    removeEventListener('pagehide', begin)
    remove().catch((error) => {
      undone()
      toast(wordsOf(error), { isError: true })
    })
  }
  const undo = () => {
    removeEventListener('pagehide', begin)
    undone()
  }
  addEventListener('pagehide', begin)
  // By keys: whoever pressed the button would have to look for the way back, and the button may be gone.
  const takesFocus = document.activeElement?.matches(':focus-visible') === true
  add({ message, isError: false, undo, onGone: begin, takesFocus })
}

export function Toasts() {
  const [all, setAll] = useState(shown)
  useLayoutEffect(() => {
    listeners.add(setAll)
    return () => void listeners.delete(setAll)
  }, [])
  return (
    <div class="toasts" role="status">
      {all.map((one) => (
        <Toast key={one.id} toast={one} />
      ))}
    </div>
  )
}

function Toast({ toast: { id, message, isError, undo, takesFocus } }: { toast: Shown }) {
  const place = useRef<HTMLDivElement>(null)
  const [isHeld, setHeld] = useState(false)
  useLayoutEffect(() => {
    if (takesFocus) place.current?.querySelector('button')?.focus()
  }, [takesFocus])
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => end(id), undo || isError ? LONG_SHOWN_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isHeld, undo, isError])
  const takeBack = () => {
    takeOut(id)
    undo?.()
    focusHeading()
  }
  const hold = () => setHeld(true)
  const letGo = () => setHeld(false)
  return (
    <div
      ref={place}
      class={isError ? 'toast bad' : 'toast'}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocusCapture={hold}
      onBlurCapture={letGo}
    >
      <span>{message}</span>
      {undo && (
        <button type="button" onClick={takeBack}>
          {TEXTS.undo}
        </button>
      )}
    </div>
  )
}
