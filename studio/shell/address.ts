/** Where in the Studio one is: the part of the address behind `#/`. */
import { useEffect, useMemo, useState } from 'preact/hooks'

export type Place = { path: string; rest: string[]; query: URLSearchParams }

function placeOf(hash: string): Place {
  const [way = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [path = '', ...rest] = way.split('/').map(decode)
  return { path, rest, query: new URLSearchParams(query) }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function usePlace(): Place {
  const [hash, setHash] = useState(() => location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    // It may have changed before anybody listened.
    follow()
    return () => removeEventListener('hashchange', follow)
  }, [])
  return useMemo(() => placeOf(hash), [hash])
}

/** `#/tasks?status=failed` of `tasks` and its query; empty values are left out. */
export function addressOf(path: string, query: Record<string, string | undefined> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  const search = new URLSearchParams(given).toString()
  return `#/${path}${search && `?${search}`}`
}

/** Goes to a page. With `replace`, the way back leads past where one is. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(history.state, '', address)
    dispatchEvent(new HashChangeEvent('hashchange'))
  } else location.hash = address
}
