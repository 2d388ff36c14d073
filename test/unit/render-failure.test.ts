/** Which failures of a document are its own, and which are the browser's. */
import { expect, test } from 'vitest'
import type { Browser } from '../../src/browser/browser'
import { CdpError } from '../../src/browser/cdp'
import { failureOf } from '../../src/browser/render-failure'
import type { Tab } from '../../src/browser/tab'

const gone = new CdpError('Session with given id not found.')

test.each([
  // A browser that ends closes its pages some milliseconds before its connection.
  { what: 'a page that is gone', error: gone, answers: false, failure: 'page_crashed' },
  { what: 'a frame that is gone', error: gone, answers: true, failure: 'refused' },
  {
    what: 'a command that is refused',
    error: new CdpError('Printing failed'),
    answers: true,
    failure: 'refused',
  },
])('$what is $failure', async ({ error, answers, failure }) => {
  const browser = { cdp: { open: true }, answers: async () => answers } as unknown as Browser
  expect(await failureOf(error, browser, {} as Tab)).toMatchObject({ ok: false, failure })
})
