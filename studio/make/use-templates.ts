/** All templates: the first page of them is shown while an account with a thousand is still read. */
import { useEffect, useState } from 'preact/hooks'
import type { Operations } from '../../clients/typescript/src/index'
import { nextOf } from '../editor/template-list'
import type { Session } from '../shell/session'

export type Listed = Operations['listTemplates']['result'][number] & { version?: number }

export type Templates = {
  list: readonly Listed[]
  /** Whether there are more to come. */
  isReading: boolean
  error: unknown
  again: () => void
}

const BEGIN = { list: [], isReading: true, error: undefined }

/** By pages: only those say which templates are one's own, by their version. */
export function useTemplates({ platen, send }: Session): Templates {
  const [known, setKnown] = useState<Omit<Templates, 'again'>>(BEGIN)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const read = async () => {
      let list: readonly Listed[] = []
      for (let path: string | undefined = '/v1/templates?limit=100'; path; ) {
        const answer: Response = await send({ method: 'GET', path, signal })
        list = [...list, ...((await answer.json()) as Listed[])]
        path = nextOf(answer)
        signal.throwIfAborted()
        setKnown({ list, isReading: path !== undefined, error: undefined })
      }
    }
    setKnown(BEGIN)
    read().catch((error) => !signal.aborted && setKnown(({ list }) => ({ list, isReading: false, error })))
    return () => stop.abort()
  }, [platen, tries])
  return { ...known, again: () => setTries(tries + 1) }
}
