/** What callers install, against one real `npm start`. */
import { inject } from 'vitest'
import { newKey as account } from '../support/shared-account'
import { commandLine } from './clients/command-line'
import { modelContextProtocol } from './clients/mcp'
import { typescriptClient } from './clients/typescript-client'

const service = inject('service')
const origin = () => service.origin

typescriptClient({ origin, account })
modelContextProtocol({ origin, account })
commandLine({ origin, account })
