/** A day. While it is typed, digit by digit, the field is the typist's: what is half typed is told to nobody. */
import { useLayoutEffect, useState } from 'preact/hooks'

type DayFieldProps = {
  label: string
  /** As `2026-11-26`, or empty. */
  value: string
  /** Whether it may be empty. */
  isOptional?: boolean
  onChange: (value: string) => void
  max?: string
  min?: string
}

export function DayField({ label, value, isOptional = false, onChange, max, min }: DayFieldProps) {
  const [typed, setTyped] = useState(value)
  // A later effect would take back what was typed meanwhile.
  useLayoutEffect(() => setTyped(value), [value])
  const change = (next: string) => {
    setTyped(next)
    const isWhole = next === '' ? isOptional : next >= '1970'
    if (isWhole && next !== value) onChange(next)
  }
  return (
    <label>
      <span>{label}</span>
      <input
        type="date"
        value={typed}
        max={max}
        min={min}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  )
}
