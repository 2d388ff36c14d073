/** What callers install, against one real `npm start`. */
import { inject } from 'vitest'
import { askOperator } from '../../scripts/ask-operator.mjs'
import { commandLine } from './clients/command-line'
import { modelContextProtocol } from './clients/mcp'
import { typescriptClient } from './clients/typescript-client'

const service = inject('service')
const origin = () => service.origin

async function account(init: { plan: string; credits: number }): Promise<string> {
  const made = await askOperator<{ api_key: string }>(service.origin, service.token, '/accounts', {
    name: 'client',
    ...init,
  })
  return made.api_key
}

typescriptClient({ origin, account })
modelContextProtocol({ origin, account })
commandLine({ origin, account })
