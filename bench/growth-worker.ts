/** The Worker of `bench/growth.mjs`: the service, and behind `/grow` what fills an account without a document of its own. */
import { sha256 } from '../src/crypto/hashes'
import { newId } from '../src/ids'
import service from '../src/index'

export { Account, Dispatcher, Pool, TaskRunner } from '../src/index'

/** Held and settled together. */
const AT_ONCE = 200

export default {
  ...service,
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/grow') return await service.fetch(request, env, context)
    const { account = '', key = '', tasks } = Object.fromEntries(searchParams)
    await grow(env.ACCOUNT.get(env.ACCOUNT.idFromName(account)), sha256(key), Number(tasks))
    return Response.json({})
  },
} satisfies ExportedHandler<Env>

/** Holds and settles so many tasks: two lines of the ledger each, and a row of D1. */
async function grow(account: ReturnType<Env['ACCOUNT']['get']>, keyHash: string, count: number) {
  const call = { keyHash, scope: 'render', method: 'POST' } as const
  for (let made = 0; made < count; made += AT_ONCE) {
    const taskIds = Array.from({ length: Math.min(AT_ONCE, count - made) }, () => newId('tsk'))
    const work = taskIds.map((taskId) => ({
      taskId,
      kind: 'qrcode',
      credits: 1,
      leaseMs: 90_000,
      synchronous: true,
    }))
    const begun = await account.begin({ call, needs: { entries: 1 }, work })
    if (begun.outcome !== 'go') throw new Error(JSON.stringify(begun))
    await Promise.all(taskIds.map((taskId) => account.settle({ taskId })))
  }
}
