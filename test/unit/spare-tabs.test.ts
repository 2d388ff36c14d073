/** Which of the tabs that were made in advance a document gets. */
import { expect, it } from 'vitest'
import { SpareTabs } from '../../src/browser/spare-tabs'
import type { Tab } from '../../src/browser/tab'

const viewport = { width: 716, height: 1000 }
const plain = { scripted: false, viewport: { width: 716, height: 16 } }
const scripted = { scripted: true, viewport }
const whenIdle = () => true

/** Spares of a browser whose tabs are called by the order in which they are made. */
function spares(most: number, warm: (tab: Tab) => Promise<Tab> = async (tab) => tab) {
  let made = 0
  const open = async (): Promise<Tab> => ({
    ...{ browserContextId: '', targetId: '', sessionId: `tab ${++made}` },
    ...{ openedAt: 0, documents: 0, viewport: plain.viewport, media: '' },
  })
  return new SpareTabs(
    {
      open,
      warm: async (tab, asked) => ({
        ...(await warm(tab)),
        warm: true,
        ...(asked && { scripted: true, viewport: asked }),
      }),
    },
    most,
  )
}

it('one tab is made ready for scripts once a document had some, and only such a document gets it', async () => {
  const tabs = spares(2)
  tabs.fill()
  await tabs.warm(whenIdle)
  expect(await tabs.take(scripted)).not.toHaveProperty('scripted')
  tabs.fill()
  await tabs.warm(whenIdle)
  for (let n = 0; n < 3; n++) expect(await tabs.take(plain)).not.toHaveProperty('scripted')
  expect(await tabs.take(scripted)).toMatchObject({ scripted: true, viewport })
  expect(await tabs.take(scripted)).not.toHaveProperty('scripted')
})

it('the only spare there is stays one for any document', async () => {
  const tabs = spares(1)
  await tabs.take(scripted)
  tabs.fill()
  await tabs.warm(whenIdle)
  expect(await tabs.take(plain)).toMatchObject({ sessionId: 'tab 2', warm: true })
})

it('no tab is given out twice, and one that cannot be made is forgotten', async () => {
  const tabs = spares(2, () => Promise.reject(new Error('gone')))
  tabs.fill()
  const names = [(await tabs.take(plain)).sessionId, (await tabs.take(scripted)).sessionId]
  tabs.fill()
  await tabs.warm(whenIdle)
  names.push((await tabs.take(scripted)).sessionId, (await tabs.take(plain)).sessionId)
  expect(names).toEqual(['tab 1', 'tab 2', 'tab 5', 'tab 6'])
})
