/** A secret that is shown this once, or another text to take along. */
import { TEXTS } from '../texts'
import { Copy } from './copy'

export function Secret({ title, text, hint = TEXTS.once }: { title: string; text: string; hint?: string }) {
  return (
    <div class="secret" role="status">
      <p>{title}</p>
      <code>{text}</code>
      <Copy text={text} />
      <p class="hint">{hint}</p>
    </div>
  )
}
