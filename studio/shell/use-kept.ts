/**
 * What a form has, kept in this tab until it is sent or somebody signs out: it survives a reload. Like the key it goes with
 * the tab: a form may have a password in it, which has no place in this browser for good.
 */
import { useCallback, useState } from 'preact/hooks'
import { isRecord } from '../form/data-path'

const PREFIX = 'platen-form/'

/** State under a name of its own. What is kept counts as far as it has the types of `first`. */
export function useKept<Form extends Record<string, unknown>>(
  name: string,
  first: Form,
): [Form, (next: Form) => void] {
  const [form, setForm] = useState(() => ({ ...first, ...ofTypesIn(first, readForm(name)) }))
  const change = useCallback(
    (next: Form) => {
      setForm(next)
      keepForm(name, next)
    },
    [name],
  )
  return [form, change]
}

/** Whoever signs out leaves nothing behind: of all forms, or of those whose names begin so. */
export function forgetKept(begin = ''): void {
  for (const place of Object.keys(sessionStorage))
    if (place.startsWith(PREFIX + begin)) sessionStorage.removeItem(place)
}

function keepForm(name: string, form: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(form))
  } catch {
    // Full, or switched off: the form has it as long as the page is open.
  }
}

function readForm(name: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}')
    return isRecord(kept) ? kept : {}
  } catch {
    return {}
  }
}

/** Those of the kept values that a field of the form may have; one that is null may be an object. */
function ofTypesIn<Form extends Record<string, unknown>>(
  first: Form,
  kept: Record<string, unknown>,
): Partial<Form> {
  const fitting = Object.entries(kept).filter(
    ([name, value]) => name in first && typeof value === typeof first[name],
  )
  return Object.fromEntries(fitting) as Partial<Form>
}
