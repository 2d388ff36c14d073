/**
 * Entry of what runs in a worker before its first line: the part of the lockdown (`lockdown-bundle.ts`) that a worker has
 * the means for.
 */
import { limitBlobs } from './lockdown/blobs'
import { limitConsole, limitErrors } from './lockdown/limit-messages'
import { limitRequests } from './lockdown/requests'
import { removeWaysOut } from './lockdown/ways-out'

removeWaysOut()
// A document has one in its own memory, which a worker cannot see.
Reflect.deleteProperty(globalThis, 'indexedDB')
limitRequests()
limitConsole()
limitErrors()
limitBlobs()
