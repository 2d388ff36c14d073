/**
 * Takes the bodies from requests: none is ever sent, but each would come to us within the event, over the connection that
 * all documents share. And bounds requests of scripts in number.
 */
import { spend } from './budget'
import { replaceCalls, replaceClass } from './intrinsics'

/** To be done before the document's first line. */
export function limitRequests(): void {
  replaceCalls(globalThis, 'fetch', (real) => async (self, values) => {
    takeOne()
    return await real(self, [values[0], withoutBody(values[1])])
  })
  replaceCalls(XMLHttpRequest.prototype, 'send', (real) => (self) => {
    takeOne()
    return real(self, [])
  })
  replaceClass('Request', (real) => (values, target) => {
    return real([values[0], withoutBody(values[1])], target)
  })
}

function takeOne(): void {
  if (!spend('requests', 1)) throw new TypeError('this document has made as many requests as it may')
}

function withoutBody(init: unknown): unknown {
  return init && { ...init, body: undefined }
}
