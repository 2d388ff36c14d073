/** What callers install, against one real `npm start`. */
import { afterAll, beforeAll } from 'vitest'
import { launchService } from '../../bench/service.mjs'
import { commandLine } from './clients/command-line'
import { modelContextProtocol } from './clients/mcp'
import { typescriptClient } from './clients/typescript-client'

let service: Awaited<ReturnType<typeof launchService>>

beforeAll(async () => {
  service = await launchService({}, { ownState: true })
})
afterAll(() => service?.stop())

const account = (init: { plan: string; credits: number }) => service.account(init)
const origin = () => service.origin

typescriptClient({ origin, account })
modelContextProtocol({ origin, account })
commandLine({ origin, account })
