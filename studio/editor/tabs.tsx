/** Tabs as the ARIA practices have them: arrows, Home and End move between them, and Tab goes into what is shown. */
import type { ComponentChildren } from 'preact'

export type Tab<Name extends string> = {
  name: Name
  label: string
  /** Faults behind it. */
  faults?: number
}

type TabsProps<Name extends string> = {
  label: string
  tabs: readonly Tab<Name>[]
  current: Name
  onChange: (name: Name) => void
  children: ComponentChildren
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export function Tabs<Name extends string>({ label, tabs, current, onChange, children }: TabsProps<Name>) {
  const idOf = (name: string) => `tab-${label.replaceAll(/\W/g, '')}-${name}`
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === current)
    const to = { Home: 0, End: tabs.length - 1 }[event.key] ?? at + (STEPS[event.key] ?? 0)
    const next = tabs[(to + tabs.length) % tabs.length]
    if (!next || to === at) return
    event.preventDefault()
    onChange(next.name)
    document.getElementById(idOf(next.name))?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, label: said, faults = 0 }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={idOf(name)}
            aria-selected={name === current}
            aria-controls={`${idOf('panel')}`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {said}
            {faults > 0 && <span class="count">{faults}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={idOf('panel')} aria-labelledby={idOf(current)} tabIndex={-1}>
        {children}
      </div>
    </div>
  )
}
