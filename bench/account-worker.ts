/** The Worker of `bench/account.mjs`: the real account objects behind two addresses that do nothing else. */
import { mintKey, newAccountId } from '../src/accounts/api-keys'
import { newId } from '../src/ids'

// wrangler.toml names them all.
export { Account } from '../src/accounts/account-object'
export { Pool } from '../src/browser/pool'
export { Dispatcher } from '../src/queue/dispatcher'
export { TaskRunner } from '../src/queue/task-runner'

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/nothing') return Response.json({})
    if (pathname === '/account') return Response.json(await create(env))
    const account = env.ACCOUNT.get(env.ACCOUNT.idFromName(searchParams.get('account') ?? ''))
    const call = { keyHash: searchParams.get('hash') ?? '', scope: 'render', method: 'POST' } as const
    const tasks = Array.from({ length: Number(searchParams.get('tasks')) }, () => newId('tsk'))
    const work = tasks.map((taskId) => ({ taskId, kind: 'transform', credits: 1, ...asynchronous }))
    const authenticate = await timed(async () => await account.authenticate(call))
    const started = performance.now()
    const begun = await account.begin({ call, needs: { entries: tasks.length }, work })
    const begin = performance.now() - started
    if (begun.outcome !== 'go') return Response.json(begun, { status: 500 })
    const settled = await Promise.all(tasks.map((taskId) => timed(() => account.settle({ taskId }))))
    return Response.json({ authenticate, begin, settle: Math.max(...settled) })
  },
} satisfies ExportedHandler<Env>

const asynchronous = { leaseMs: 90_000, synchronous: false }

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function create(env: Env) {
  const accountId = newAccountId()
  const { hash } = await mintKey({ accountId, mode: 'live', secret: 'bench' })
  await env.ACCOUNT.get(env.ACCOUNT.idFromName(accountId)).create({
    ...{ accountId, name: 'bench', plan: 'Max', credits: 1_000_000, webhookSecret: '' },
    ...{ keyId: newId('key'), keyHash: hash, mode: 'live', scopes: ['render'] },
  })
  return { account: accountId, hash }
}
