/** A secret that is shown this once, or another text to take along. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { TEXTS } from '../texts'
import { Copy } from './copy'

export function Secret({ title, text, hint = TEXTS.once }: { title: string; text: string; hint?: string }) {
  const place = useRef<HTMLDivElement>(null)
  // It may stand far from what asked for it. A later scroll would move what somebody is about to press.
  useLayoutEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [text])
  return (
    <div ref={place} class="secret" role="status">
      <p>{title}</p>
      <code>{text}</code>
      <Copy text={text} />
      <p class="hint">{hint}</p>
    </div>
  )
}
