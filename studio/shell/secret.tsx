/** A secret that is shown this once. */
import { TEXTS } from '../texts'
import { Copy } from './copy'

export function Secret({ title, text }: { title: string; text: string }) {
  return (
    <div class="secret" role="status">
      <p>{title}</p>
      <code>{text}</code>
      <Copy text={text} />
      <p class="hint">{TEXTS.once}</p>
    </div>
  )
}
