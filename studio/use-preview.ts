/** The page of a request as a picture: the old one stays until the new one is there, and the newest request wins. */
import { useEffect, useState } from 'preact/hooks'
import { call } from './api'

const PAUSE_MS = 300
const session = crypto.randomUUID()

type Preview = { picture?: string; old: boolean; pages?: string; warnings?: string; problem: string }

export function usePreview(apiKey: string, request: object | undefined): Preview {
  const [preview, setPreview] = useState<Preview>({ old: false, problem: '' })
  const sent = request && JSON.stringify(request)
  useEffect(() => {
    if (!sent) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      setPreview((former) => ({ ...former, old: true }))
      try {
        const body = { endpoint: 'generate', request: JSON.parse(sent), session, output: 'png', pages: '1' }
        const answer = await call(apiKey, '/v1/preview', body, stop.signal)
        const picture = URL.createObjectURL(await answer.blob())
        if (stop.signal.aborted) return URL.revokeObjectURL(picture)
        const pages = answer.headers.get('X-Page-Count') ?? ''
        const warnings = answer.headers.get('X-Warnings') ?? ''
        setPreview((former) => {
          if (former.picture) URL.revokeObjectURL(former.picture)
          return { picture, old: false, pages, warnings, problem: '' }
        })
      } catch (error) {
        if (stop.signal.aborted) return
        setPreview((former) => ({
          ...former,
          old: false,
          problem: error instanceof Error ? error.message : '',
        }))
      }
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [apiKey, sent])
  return preview
}
