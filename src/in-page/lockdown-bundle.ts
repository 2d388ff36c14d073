/**
 * Entry of what runs before a document's first line, in every frame of a document with scripts (`browser/tab.ts`). The
 * page must not be able to undo it: all that it needs later is taken from the global object now, and nothing of it looks
 * anything up where the page could have put something else: no trap or default that is inherited, no iterator of a list
 * (which destructuring and spreading ask for).
 */
import { limitBlobs } from './lockdown/blobs'
import { limitMessages } from './lockdown/limit-messages'
import { recordErrors } from './lockdown/recorder'
import { limitRequests } from './lockdown/requests'
import { removeWaysOut } from './lockdown/ways-out'

removeWaysOut()
limitRequests()
limitMessages()
limitBlobs()
recordErrors()
