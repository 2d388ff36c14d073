/** A button that copies a text and says so, or that the browser did not allow it. */
import { useEffect, useState } from 'preact/hooks'
import { TEXTS } from '../texts'

export function Copy({ label = TEXTS.copyThis, text }: { label?: string; text: string }) {
  const [copied, setCopied] = useState('')
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setCopied('')
      setRefused(false)
    }, 3000)
    return () => clearTimeout(timer)
  }, [copied, isRefused])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setRefused(true),
    )
  return (
    <button type="button" class="quiet" onClick={copy}>
      <span aria-live="polite">{isRefused ? TEXTS.notCopied : copied === text ? TEXTS.copied : label}</span>
    </button>
  )
}
