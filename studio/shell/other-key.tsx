/**
 * A link with a key was opened where somebody is signed in already. Whoever made the link could have them work in an account
 * of his own: nothing changes before they say so.
 */
import { useEffect, useRef } from 'preact/hooks'
import { TEXTS } from '../texts'
import { Facts } from './facts'
import { nameOfKey } from './session'

const words = TEXTS.otherKey

type OtherKeyProps = { current: string; offered: string; onTake: () => void; onStay: () => void }

export function OtherKey({ current, offered, onTake, onStay }: OtherKeyProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby="other-key" onClose={onStay}>
      <h2 id="other-key">{words.title}</h2>
      <p>{words.lead}</p>
      <Facts
        facts={[
          [words.current, <code key="current">{nameOfKey(current)}</code>],
          [words.offered, <code key="offered">{nameOfKey(offered)}</code>],
        ]}
      />
      <div class="buttons">
        {/* Of the two, this one changes nothing */}
        <button type="button" autofocus onClick={() => dialog.current?.close()}>
          {words.stay}
        </button>
        <button type="button" class="plain" onClick={onTake}>
          {words.take}
        </button>
      </div>
    </dialog>
  )
}
