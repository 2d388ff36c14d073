/** The HTTP service: what happens to every request, in order, and where each path leads. */
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { type ErrorCode, errorTable, Problem, toProblem } from './errors'
import { allowedMethods } from './http/allowed-methods'
import { type AppContext, type AppEnv, publicOrigin, regionOf } from './http/context'
import { describeApi } from './http/openapi/describe-api'
import { problemResponse } from './http/problem'
import { nearPath } from './http/remedies/missing-parts'
import { requireOperator } from './http/require-operator'
import { crossOriginAccess, securityHeaders } from './http/security-headers'
import { drainBody } from './http/unread-body'
import { newId } from './ids'
import { logFor, loggedPath } from './log'
import { WorkMemory } from './memory/isolate-memory'
import { outcomeOf, writePoint } from './metrics/points'
import { accountEvents } from './routes/account-events'
import { keys as accountKeys } from './routes/admin/account-keys'
import { accounts } from './routes/admin/accounts'
import { credits as accountCredits } from './routes/admin/grant-credits'
import { metrics } from './routes/admin/metrics'
import { parts } from './routes/admin/operator-health'
import { poolStatus } from './routes/admin/pool-status'
import { usageOfAll } from './routes/admin/usage-csv'
import { assets } from './routes/assets'
import { batch } from './routes/batch'
import { batches } from './routes/batches'
import { brand } from './routes/brand'
import { credits } from './routes/credits'
import { endpoints } from './routes/endpoints'
import { files } from './routes/files'
import { finish } from './routes/finish'
import { generate } from './routes/generate'
import { health } from './routes/health'
import { inspect } from './routes/inspect'
import { invoice } from './routes/invoice'
import { keys } from './routes/keys'
import { mcp } from './routes/mcp'
import { pagePictures } from './routes/page-pictures'
import { preview } from './routes/preview'
import { qrcode } from './routes/qrcode'
import { status } from './routes/status'
import { studio } from './routes/studio'
import { taskViews } from './routes/task-views'
import { tasks } from './routes/tasks'
import { templateDrafts } from './routes/template-drafts'
import { templateVersions } from './routes/template-versions'
import { templates } from './routes/templates'
import { transform } from './routes/transform'
import { tryOut } from './routes/try'
import { usage } from './routes/usage'
import { versionPictures } from './routes/version-pictures'
import { webhooks } from './routes/webhooks'
import { requireSecrets } from './settings'
import { Timings } from './time/timings'

// A slash at the end of an address changes nothing.
export const app = new Hono<AppEnv>({ strict: false })

app.use(async (c, next) => {
  const requestId = newId('req')
  c.set('startedAt', Date.now())
  c.set('requestId', requestId)
  c.set('log', logFor(requestId))
  c.set('timings', new Timings(() => Date.now()))
  const memory = new WorkMemory()
  c.set('memory', memory)
  const ended = Promise.withResolvers<void>()
  // Else a caller who hangs up would end the request wherever it stands, and what it holds would be held until a lease is
  // over: memory, credits, places among the account's renders. So it comes to its own end, where it gives all back.
  c.executionCtx.waitUntil(ended.promise)
  try {
    await next()
    memory.release()
    // A caller who is still sending is waited for, which is no time of the service.
    const ms = Date.now() - c.get('startedAt')
    await drainBody(c.req.raw)
    finishResponse(c, ms)
  } finally {
    ended.resolve()
  }
})

app.use(securityHeaders)
for (const path of ['/v1/*', '/files/*', '/openapi.json', '/problems/*']) app.use(path, crossOriginAccess)

app.route('/health', health)
// Half configured is not configured: a service that works but cannot be managed would not be noticed.
app.use(async (c, next) => {
  requireSecrets(c.env)
  await next()
})
app.route('/v1/transform', transform)
app.route('/v1/generate', generate)
app.route('/v1/studio', studio)
app.route('/v1/preview', preview)
app.route('/v1/try', tryOut)
app.route('/v1/qrcode', qrcode)
app.route('/v1/finish', finish)
app.route('/v1/inspect', inspect)
app.route('/v1/invoice', invoice)
app.route('/v1/batch', batch)
app.route('/v1/batches', batches)
app.route('/v1/status', status)
app.route('/v1/status', pagePictures)
app.route('/v1/status', taskViews)
app.route('/v1/tasks', tasks)
app.route('/files', files)
app.route('/v1/templates', templates)
app.route('/v1/templates', templateVersions)
app.route('/v1/templates', templateDrafts)
app.route('/v1/templates', versionPictures)
app.route('/v1/assets', assets)
app.route('/v1/brand', brand)
app.route('/v1/endpoints', endpoints)
app.route('/v1/webhooks', webhooks)
app.route('/v1/webhooks/events', accountEvents)
app.route('/v1/keys', keys)
app.route('/v1/credits', credits)
app.route('/v1', usage)
app.route(
  '/mcp',
  mcp((request, c) => app.fetch(request, c.env, c.executionCtx)),
)

app.use('/admin/v1/*', async (c, next) => {
  await requireOperator(c)
  await next()
})
app.route('/admin/v1/accounts', accounts)
app.route('/admin/v1/accounts', accountCredits)
app.route('/admin/v1/accounts', accountKeys)
app.route('/admin/v1', parts)
app.route('/admin/v1', poolStatus)
app.route('/admin/v1', metrics)
app.route('/admin/v1', usageOfAll)

/** Stands for the service's origin in the description that is kept. */
const ANY_ORIGIN = 'https://origin.invalid'
let description: string | undefined
app.get('/openapi.json', (c) => {
  description ??= JSON.stringify(describeApi(app.routes, ANY_ORIGIN))
  const origin = JSON.stringify(publicOrigin(c)).slice(1, -1)
  return c.body(
    description.replaceAll(ANY_ORIGIN, () => origin),
    200,
    {
      'Content-Type': 'application/json',
      // Without PUBLIC_URL it names the host that this caller asked for, which no cache may show to others.
      'Cache-Control': `${c.env.PUBLIC_URL ? 'public' : 'private'}, max-age=300`,
    },
  )
})
app.get('/problems/:code', (c) => {
  const code = c.req.param('code')
  if (!Object.hasOwn(errorTable, code))
    throw new Problem('not_found', { detail: 'There is no such problem type.' })
  c.header('Vary', 'Accept', { append: true })
  // A person who opens the `type` of a problem.
  if (c.req.header('accept')?.includes('text/html')) return c.redirect(`/docs/errors/${code}/`)
  return c.json({ code, ...errorTable[code as ErrorCode] })
})

app.notFound((c) => {
  const methods = allowedMethods(app, c.req.path)
  const near = nearPath(app, c.req.path, c.req.method)
  if (methods.length === 0) {
    return problemResponse(
      c,
      new Problem('not_found', {
        detail: near ?? 'There is nothing at this address. See /openapi.json.',
      }),
    )
  }
  c.header('Allow', methods.join(', '))
  return problemResponse(
    c,
    new Problem('method_not_allowed', {
      detail: `This address accepts ${methods.join(' and ')}, not ${c.req.method}.${near ? ` ${near}` : ''}`,
    }),
  )
})

app.onError((error, c) => {
  const problem = toProblem(error)
  if (problem.status >= 500)
    c.get('log')('request.failed', { code: problem.code, error: problem.cause ?? problem })
  return problemResponse(c, problem)
})

/** The headers that every answer has, its line in the log and its data point. It took `ms` milliseconds. */
function finishResponse(c: AppContext, ms: number) {
  const { headers, status } = c.res
  headers.set('X-Request-Id', c.get('requestId'))
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
  const timing = c.get('timings').header()
  if (timing) headers.set('Server-Timing', timing)
  c.get('log')('request', {
    method: c.req.method,
    path: loggedPath(c.req.path),
    status,
    ms,
    ...(c.get('accountId') && { account_id: c.get('accountId') }),
    ...c.get('timings').toJSON(),
  })
  measureRequest(c, ms)
}

function measureRequest(c: AppContext, ms: number) {
  const { status, headers } = c.res
  const { wait_ms: waitMs, round_trips: roundTrips, bytes } = c.get('timings').counts
  const code = c.get('problemCode') ?? ''
  writePoint(c.env, {
    kind: 'request',
    // Of a path that nothing stands at, only the method: anybody may make up as many as they like.
    name: status === 404 && code === 'not_found' ? c.req.method : `${c.req.method} ${routePath(c, -1)}`,
    outcome: outcomeOf(status, code),
    code,
    region: regionOf(c),
    account: c.get('accountId'),
    ms,
    waitMs,
    roundTrips,
    bytes: bytes ?? Number(headers.get('Content-Length') ?? 0),
  })
}
