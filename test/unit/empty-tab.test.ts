import { expect, test } from 'vitest'
import type { Cdp } from '../../src/browser/cdp'
import { InPageWorld } from '../../src/browser/in-page-world'
import { emptyTab, SPARE_VIEWPORT, type Tab } from '../../src/browser/tab'

test('a tab whose page asked for files is told to forget them, and no other', async () => {
  const methods: string[] = []
  const send = async (method: string) => {
    methods.push(method)
    return {}
  }
  const cdp = { send, sendTo: (_: string, method: string) => send(method) } as unknown as Cdp
  const ids = { browserContextId: 'context', targetId: 'target', sessionId: 'session' }
  const laidOut = { viewport: SPARE_VIEWPORT, media: '' as const, hidden: true }
  const tab: Tab = { ...ids, ...laidOut, openedAt: 0, documents: 2, world: new InPageWorld(), hasFiles: true }
  await emptyTab(cdp, tab)
  expect(methods).toContain('Network.setCacheDisabled')
  methods.length = 0
  await emptyTab(cdp, tab)
  expect(methods).toEqual(['Page.navigate', 'Runtime.evaluate'])
})
