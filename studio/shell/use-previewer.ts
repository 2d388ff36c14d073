/** A previewer that lives as long as its page. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Platen } from '../../clients/typescript/src/index'
import { Previewer, type Shown } from './previewer'

export function usePreviewer(platen: Platen): { previewer: Previewer; shown: Shown } {
  const [shown, setShown] = useState<Shown>({ isOld: false })
  const previewer = useMemo(() => new Previewer(platen, setShown), [platen])
  useEffect(() => () => previewer.close(), [previewer])
  return { previewer, shown }
}
