/** Which spare tabs are made, and which document gets one. */
import { describe, expect, it } from 'vitest'
import { InPageWorld } from '../../src/browser/in-page-world'
import { SpareTabs } from '../../src/browser/spare-tabs'
import type { Tab, TabUse } from '../../src/browser/tab'

const viewport = { width: 800, height: 600 }
const WITH_SCRIPTS = { scripted: true, viewport }
const WITHOUT = { scripted: false, viewport }

/** Two spares; what was made for which kind, started and destroyed. */
function browser({ starts = true } = {}) {
  const made: string[] = []
  const disposed: string[] = []
  const open = async ({ scripted }: TabUse): Promise<Tab> => {
    const name = `${scripted ? 'scripts' : 'bare'}-${made.length}`
    made.push(name)
    const ids = { browserContextId: name, targetId: name, sessionId: name }
    const fresh = { openedAt: 0, documents: 0, viewport, media: '' as const, world: new InPageWorld() }
    return { ...ids, ...fresh, scripted }
  }
  const warm = async (tab: Tab) => {
    if (!starts) throw new Error('the spare crashed')
    return { ...tab, warm: true }
  }
  const spares = new SpareTabs(2, { open, warm, dispose: ({ sessionId }) => disposed.push(sessionId) })
  const print = async (use: TabUse) => {
    const { sessionId } = await spares.take(use)
    spares.fill()
    return sessionId
  }
  return { spares, made, disposed, print }
}

describe('spare tabs', () => {
  it('are bare until a document with scripts has come, and then as that one', async () => {
    const { spares, made, disposed, print } = browser()
    spares.fill()
    expect(await print(WITH_SCRIPTS)).toBe('bare-0')
    expect(await print(WITH_SCRIPTS)).toBe('scripts-2')
    expect(made).toEqual(['bare-0', 'bare-1', 'scripts-2', 'scripts-3'])
    expect(disposed).toEqual([])
  })

  it('are of both kinds where documents of both take turns', async () => {
    const { spares, disposed, print } = browser()
    spares.fill()
    await print(WITH_SCRIPTS)
    for (let turn = 0; turn < 3; turn++) {
      expect(await print(WITHOUT)).toMatch(/^bare/)
      expect(await print(WITH_SCRIPTS)).toMatch(/^scripts/)
    }
    expect(disposed).toEqual([])
  })

  it('never give a document without scripts what was made ready for them: one makes way', async () => {
    const { spares, made, disposed, print } = browser()
    await spares.take(WITH_SCRIPTS)
    spares.fill()
    expect(made).toEqual(['scripts-0', 'scripts-1', 'scripts-2'])
    expect(await print(WITHOUT)).toBe('bare-3')
    expect(disposed).toEqual(['scripts-1'])
    expect(await print(WITHOUT)).toBe('bare-4')
  })

  it('are destroyed if they do not start, and the next document gets a new one', async () => {
    const { spares, disposed, print } = browser({ starts: false })
    spares.fill()
    await spares.warm(() => true)
    expect(disposed).toEqual(['bare-0', 'bare-1'])
    expect(await print(WITHOUT)).toBe('bare-2')
  })

  it('are not started while a document is printed', async () => {
    const { spares } = browser()
    spares.fill()
    await spares.warm(() => false)
    expect((await spares.take(WITHOUT)).warm).toBeUndefined()
    await spares.warm(() => true)
    expect((await spares.take(WITHOUT)).warm).toBe(true)
  })
})
