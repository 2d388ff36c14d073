/** What is typed, for the page that shows it at once. */
import { useMemo, useRef } from 'preact/hooks'
import type { Operations } from '../../clients/typescript/src/index'
import type { WrittenTemplate } from '../live/live-messages'
import { paperOf } from './live-paper'
import type { LiveSheetProps } from './live-sheet'
import { parsed, writtenOf } from './template-source'
import type { Editing } from './use-template'

/** A template with its sample; as it was while its data are no JSON. */
export function useLive(id: string, { source, options }: Editing): LiveSheetProps | undefined {
  const former = useRef<LiveSheetProps | undefined>(undefined)
  const { sample = '', variables = '' } = source?.files ?? {}
  // Not with each key in the page or its style
  const data = useMemo(() => parsed(sample), [sample])
  const schema = useMemo(() => parsed(variables), [variables])
  return useMemo(() => {
    const written = source && writtenOf(id, source, { data, schema })
    if (written) former.current = { written, paper: paperOf(options, { own: true }) }
    return former.current
  }, [id, source, data, schema, options])
}

/** Data in a template that is stored: ours is known where the page is shown. */
export function useLiveData(
  template: Operations['getTemplate']['result'] | undefined,
  data: Record<string, unknown>,
): LiveSheetProps | undefined {
  return useMemo(() => {
    if (!template) return undefined
    const { sample: _sample, preview, ...source } = template
    const written = preview
      ? { builtin: template.id, data }
      : { template: source as unknown as WrittenTemplate['template'], data }
    return { written, paper: paperOf({}, { own: true }) }
  }, [template, data])
}
