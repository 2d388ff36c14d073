/** A list in the data, such as the lines of an invoice: its entries, one more, one less. The focus goes along. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { TEXTS } from '../texts'
import { entryName } from './entry-name'

type RowsProps = {
  label: string
  rows: readonly unknown[]
  /** What an entry is called by its own data; empty if by nothing. */
  nameOf?: (row: unknown) => string
  /** What a new entry is. */
  blank: unknown
  onChange: (rows: readonly unknown[]) => void
  /** The fields of an entry. */
  entry: (row: unknown, at: number, replace: (row: unknown) => void) => ComponentChildren
}

export function Rows({ label, rows, nameOf = () => '', blank, onChange, entry }: RowsProps) {
  const place = useRef<HTMLDivElement>(null)
  /** Where the focus goes when the list has changed: to the entry at this place, or to what adds one. */
  const next = useRef<number>(undefined)
  useLayoutEffect(() => {
    const { current: at } = next
    next.current = undefined
    if (at === undefined) return
    const entries = place.current?.querySelectorAll<HTMLElement>(':scope > fieldset')
    const field = entries?.[at]?.querySelector<HTMLElement>('input, select, textarea')
    const more = place.current?.querySelector<HTMLElement>(':scope > button')
    const found = field ?? more
    found?.focus()
  }, [rows.length])
  const add = () => {
    next.current = rows.length
    onChange([...rows, blank])
  }
  const remove = (at: number) => {
    next.current = at
    onChange(rows.toSpliced(at, 1))
  }
  return (
    <div ref={place} class="rows">
      {rows.map((row, at) => (
        <fieldset key={at}>
          <legend>{[entryName(label, at), nameOf(row)].filter(Boolean).join(': ')}</legend>
          {entry(row, at, (changed) => onChange(rows.with(at, changed)))}
          <button type="button" class="quiet" onClick={() => remove(at)}>
            {TEXTS.remove}
            <span class="unseen">{` ${entryName(label, at)}`}</span>
          </button>
        </fieldset>
      ))}
      <button type="button" class="plain" onClick={add}>
        {TEXTS.add}
        <span class="unseen">{`: ${label}`}</span>
      </button>
    </div>
  )
}
