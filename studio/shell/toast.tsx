/** A line at the foot of the window that goes by itself, with a way back where there is one. */
import { useEffect, useState } from 'preact/hooks'
import { TEXTS } from '../texts'
import { wordsOf } from './problem'

const SHOWN_MS = 6000

type Shown = { id: number; message: string; isError: boolean; undo: (() => void) | undefined }

let latest: Shown | undefined
let count = 0
const listeners = new Set<(shown: Shown | undefined) => void>()

function show(shown: Shown | undefined): void {
  latest = shown
  for (const listener of listeners) listener(shown)
}

export function toast(
  message: string,
  { isError = false, undo }: { isError?: boolean; undo?: () => void } = {},
): void {
  const id = ++count
  show({ id, message, isError, undo })
  setTimeout(() => latest?.id === id && show(undefined), SHOWN_MS)
}

/**
 * Deletes once it can no longer be undone: after some seconds, or when the page is left. `undone` shows again what the
 * page has hidden; it is also called if the deletion fails.
 */
export function deleteLater(message: string, remove: () => Promise<unknown>, undone: () => void): void {
  const begin = () => {
    stop()
    remove().catch((error) => {
      undone()
      toast(wordsOf(error), { isError: true })
    })
  }
  const timer = setTimeout(begin, SHOWN_MS)
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('pagehide', begin)
  }
  addEventListener('pagehide', begin)
  const undo = () => {
    stop()
    undone()
    show(undefined)
  }
  toast(message, { undo })
}

export function Toasts() {
  const [shown, setShown] = useState(latest)
  useEffect(() => {
    listeners.add(setShown)
    return () => void listeners.delete(setShown)
  }, [])
  return (
    <div class="toasts" role="status">
      {shown && (
        <div class={shown.isError ? 'toast bad' : 'toast'} key={shown.id}>
          <span>{shown.message}</span>
          {shown.undo && (
            <button type="button" onClick={shown.undo}>
              {TEXTS.undo}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
