/** A colour: picked, or typed as it stands in a style guide. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { TEXTS } from '../texts'

const HEX = /^#[0-9a-f]{6}$/i
const TYPED = /^#?([0-9a-f]{6})$/i

type ColorFieldProps = {
  label: string
  /** What is shown while there is none. */
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  /** The ids of what is said of it. */
  about?: string | undefined
}

/** Tells colours of six digits alone: what is typed is nobody's before it is one. */
export function ColorField({ label, value, onChange, disabled = false, about }: ColorFieldProps) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  // Another one from elsewhere takes the place of what was typed.
  useLayoutEffect(() => {
    if (value !== told.current) setTyped(value)
    told.current = value
  }, [value])
  const type = (text: string) => {
    setTyped(text)
    const hex = hexOf(text)
    if (!hex || hex === value) return
    told.current = hex
    onChange(hex)
  }
  const said = { disabled, 'aria-describedby': about }
  return (
    <div class="color-field">
      <label>
        <span>{label}</span>
        <input
          {...said}
          type="color"
          value={HEX.test(value) ? value : '#000000'}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      </label>
      <input
        {...said}
        aria-label={TEXTS.colorAsText(label)}
        aria-invalid={hexOf(typed) === undefined || undefined}
        spellcheck={false}
        maxLength={7}
        value={typed}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => setTyped(value)}
      />
    </div>
  )
}

/** `#1b4b66` of `1B4B66`; nothing of what is no colour yet. */
function hexOf(text: string): string | undefined {
  const [, digits] = TYPED.exec(text.trim().toLowerCase()) ?? []
  return digits && `#${digits}`
}
