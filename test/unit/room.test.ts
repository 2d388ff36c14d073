import { expect, it } from 'vitest'
import type { Cdp, CdpParams } from '../../src/render/cdp'
import { measureTemplates } from '../../src/render/room'

/** A page that shows what `answers` says, one after the other, and how often it was given the document. */
function page(answers: { header: number | null; footer: number | null }[]) {
  const told = { documents: 0 }
  const send = async (method: string): Promise<CdpParams> => {
    if (method === 'Page.setDocumentContent') told.documents++
    if (method === 'Runtime.evaluate') return { result: { value: answers.shift() ?? answers[0] } }
    return { targetId: 'page', sessionId: 'session' }
  }
  return { cdp: { send, listen: () => undefined } as unknown as Cdp, told }
}

const sheet = { browserContextId: 'context', targetId: 'page', sessionId: 'session' }
const wish = { width: 800, header: 'head', footer: 'foot' }
const gone = { header: null, footer: null }

it('lays header and footer out again where the empty page came after them', async () => {
  const { cdp, told } = page([gone, { header: 12, footer: 14 }])
  expect(await measureTemplates(cdp, sheet, wish)).toEqual({ header: 12, footer: 14 })
  expect(told.documents).toBe(2)
})

it('gives up soon where the markup of the header swallows the footer', async () => {
  const swallowed = { header: 12, footer: null }
  const { cdp } = page([swallowed, swallowed, swallowed])
  expect(await measureTemplates(cdp, sheet, wish)).toEqual({ header: 12, footer: 0 })
})
