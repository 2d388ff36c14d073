/** The page of a request as a picture: the old one stays until the new one is there, and the newest request wins. */
import { useEffect, useState } from 'preact/hooks'
import type { GenerateRequest } from '../../clients/typescript/src/schemas'
import type { Session } from '../shell/session'

const PAUSE_MS = 300
const session = crypto.randomUUID()

type Preview = {
  picture?: string
  old: boolean
  pages?: number | undefined
  warnings?: string | undefined
  error: unknown
}

export function usePreview({ platen }: Session, request: GenerateRequest | undefined): Preview {
  const [preview, setPreview] = useState<Preview>({ old: false, error: undefined })
  const sent = request && JSON.stringify(request)
  useEffect(() => {
    if (!sent) return
    const stop = new AbortController()
    const { signal } = stop
    const timer = setTimeout(async () => {
      setPreview((former) => ({ ...former, old: true }))
      try {
        const asked = { endpoint: 'generate', request: JSON.parse(sent), session, output: 'png', pages: '1' }
        const made = await platen.preview(asked as Parameters<typeof platen.preview>[0], { signal })
        const picture = URL.createObjectURL(await made.blob())
        if (signal.aborted) return URL.revokeObjectURL(picture)
        const { pages, warnings } = made
        setPreview((former) => {
          if (former.picture) URL.revokeObjectURL(former.picture)
          return { picture, old: false, pages, warnings, error: undefined }
        })
      } catch (error) {
        if (!signal.aborted) setPreview((former) => ({ ...former, old: false, error }))
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [platen, sent])
  return preview
}
