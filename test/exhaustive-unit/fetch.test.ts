import { afterAll, beforeAll, describe } from 'vitest'
import { fetchSuite } from '../net/fetch-suite'
import { startServers } from '../net/servers'

let servers: Awaited<ReturnType<typeof startServers>>
beforeAll(async () => {
  servers = await startServers()
})
afterAll(() => servers.stop())

describe('the guarded fetch in Node', () => {
  fetchSuite(() => servers.origins)
})
