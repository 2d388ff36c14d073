import { describe, expect, it } from 'vitest'
import { rejectOnAbort } from '../../src/time/waiting'

const never = new Promise<never>(() => undefined)
const reason = new Error('given up')

describe('work under a signal', () => {
  it('returns or throws what it comes to', async () => {
    const { signal } = new AbortController()
    await expect(rejectOnAbort(signal, Promise.resolve(1))).resolves.toBe(1)
    await expect(rejectOnAbort(undefined, Promise.resolve(2))).resolves.toBe(2)
    await expect(rejectOnAbort(signal, Promise.reject(new Error('its own')))).rejects.toThrow('its own')
  })

  it('ends with the reason of the signal, at once, and also if that was aborted before', async () => {
    const controller = new AbortController()
    const ends = expect(rejectOnAbort(controller.signal, never)).rejects.toBe(reason)
    controller.abort(reason)
    await ends
    await expect(rejectOnAbort(AbortSignal.abort(reason), never)).rejects.toBe(reason)
  })

  it('that fails after it was given up disturbs nobody', async () => {
    const late = Promise.withResolvers<never>()
    await expect(rejectOnAbort(AbortSignal.abort(reason), late.promise)).rejects.toBe(reason)
    late.reject(new Error('too late'))
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
})
