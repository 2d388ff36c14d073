/** A button that copies a text and says so. */
import { useEffect, useState } from 'preact/hooks'
import { TEXTS } from '../texts'

export function Copy({ label = TEXTS.copyThis, text }: { label?: string; text: string }) {
  const [copied, setCopied] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setCopied(''), 3000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(text))
  return (
    <button type="button" class="quiet" onClick={copy}>
      <span aria-live="polite">{copied === text ? TEXTS.copied : label}</span>
    </button>
  )
}
