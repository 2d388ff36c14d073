/** The DevTools protocol client against a browser that says what the test wants. */
import { expect, test } from 'vitest'
import { BrowserLost, Cdp } from '../../src/browser/cdp'

/** A client, and what its browser says to it. */
function connected() {
  const listeners = new Map<string, (event: { data?: string }) => void>()
  const socket = {
    accept: () => undefined,
    addEventListener: (name: string, listener: (event: { data?: string }) => void) =>
      void listeners.set(name, listener),
    send: () => undefined,
    close: () => undefined,
  }
  const cdp = new Cdp(socket as unknown as WebSocket)
  return {
    cdp,
    say: (message: object) => listeners.get('message')?.({ data: JSON.stringify(message) }),
    hangUp: () => listeners.get('close')?.({}),
  }
}

test('a session is heard until it ends, and another one of its page goes on', () => {
  const { cdp, say } = connected()
  const heard: string[] = []
  for (const session of ['page', 'frame'])
    cdp.listen(session, ({ method }) => heard.push(`${session} ${method}`))
  const speak = () => {
    for (const sessionId of ['page', 'frame']) say({ sessionId, method: 'Event' })
  }
  speak()
  say({ sessionId: 'page', method: 'Target.detachedFromTarget', params: { sessionId: 'frame' } })
  speak()
  expect(heard).toEqual(['page Event', 'frame Event', 'page Target.detachedFromTarget', 'page Event'])
})

test('a command that is unanswered when the connection ends is a lost browser', async () => {
  const { cdp, hangUp } = connected()
  const asked = cdp.send('Browser.getVersion')
  hangUp()
  await expect(asked).rejects.toBeInstanceOf(BrowserLost)
  await expect(cdp.send('Browser.getVersion')).rejects.toBeInstanceOf(BrowserLost)
  expect(cdp.open).toBe(false)
})

test('round trips are those that wait for each other, of a page and of what is done on its behalf, without replies', async () => {
  const { cdp, say } = connected()
  const send = (session: string) => cdp.sendTo(session, 'Runtime.evaluate', { expression: '0' })
  // Commands have the numbers in which they are sent.
  const [one, two] = [send('page'), send('page')]
  say({ id: 1, result: {} })
  const three = send('page')
  say({ id: 2, result: {} })
  say({ id: 3, result: {} })
  await Promise.all([one, two, three])
  expect(cdp.roundTrips('page')).toBe(2)
  const four = cdp.sendOnBehalfOf('page', 'Target.createTarget', { url: 'about:blank' })
  say({ id: 4, result: {} })
  await four
  cdp.countAs('helper', 'page')
  const five = send('helper')
  say({ id: 5, result: {} })
  await five
  const six = cdp.reply('page', 'Fetch.continueRequest', { requestId: 'one' })
  say({ id: 6, result: {} })
  await six
  expect(cdp.roundTrips('page')).toBe(4)
  expect(cdp.roundTrips('other page')).toBe(0)
})

test('a long piece of a file comes as it was sent, and so does a text with escapes', async () => {
  const { cdp, say } = connected()
  const read = () => cdp.sendTo('page', 'IO.read', { handle: '1' })
  const pieces = [
    { base64Encoded: true, data: 'QUJD'.repeat(50_000), eof: false },
    { base64Encoded: true, data: '', eof: true },
    { base64Encoded: false, data: '"\\\n'.repeat(50_000), eof: true },
    { data: '"\\"base64Encoded\\":true,'.repeat(50_000), eof: true },
  ]
  for (const [at, result] of pieces.entries()) {
    const piece = read()
    say({ id: at + 1, result, sessionId: 'page' })
    expect(await piece).toEqual(result)
  }
})
