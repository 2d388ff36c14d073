/** A template as it is typed, for the page that shows it at once; as it was while its data are no JSON. */
import { useMemo, useRef } from 'preact/hooks'
import { paperOf } from './live-paper'
import type { LiveSheetProps } from './live-sheet'
import { writtenOf } from './template-source'
import type { Editing } from './use-template'

export function useLive(id: string, { source, options }: Editing): LiveSheetProps | undefined {
  const former = useRef<LiveSheetProps | undefined>(undefined)
  return useMemo(() => {
    const written = source && writtenOf(id, source)
    if (written) former.current = { written, paper: paperOf(options, { own: true }) }
    return former.current
  }, [id, source, options])
}
