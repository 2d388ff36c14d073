/** Addresses that are nearly one of ours: the id was forgotten, or `/v1` was, or the name is another service's. */
import type { Hono } from 'hono'
import { countEdits, nearestName } from '../../text/nearest-name'
import { fits } from '../allowed-methods'
import type { AppEnv } from '../context'

type Route = { method: string; path: string }

/** What is missing of a path that leads nowhere; nothing if it is not near any of ours. */
export function nearPath(app: Hono<AppEnv>, path: string, method: string): string | undefined {
  const routes = app.routes.filter((route) => route.method !== 'ALL')
  const forgotten = forgottenPart(routes, path, method)
  if (forgotten !== undefined) return forgotten
  if (routes.some((route) => fits(route.path, path))) return otherMethod(routes, path, method)
  const near = otherAddress(path, method) ?? similarAddress(routes, path, method)
  if (near !== undefined) return `There is nothing at this address; did you mean ${near}?`
  return method === 'GET' ? undefined : forgottenPart(routes, path, 'GET')
}

/** What stores or changes a thing elsewhere, and is a PUT here. */
const STORES = ['POST', 'PATCH']

/** The ids of a path behind what was sent, for its method, or for PUT if it means that. */
function forgottenPart(routes: readonly Route[], path: string, method: string): string | undefined {
  for (const meant of STORES.includes(method) ? [method, 'PUT'] : [method]) {
    for (const route of routes) {
      const names = route.method === meant ? missingIds(route.path, path) : []
      if (names.length > 0)
        return `The ${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} missing: ${meant} ${route.path.replace(/:([^/]+)/g, '{$1}')}.`
    }
  }
  return undefined
}

/** The names of a pattern's last ids, if a path is the pattern without them. */
function missingIds(pattern: string, path: string): string[] {
  const parts = pattern.split('/')
  const names: string[] = []
  for (let last = parts.pop(); last?.startsWith(':'); last = parts.pop()) {
    names.unshift(last.slice(1))
    if (fits(parts.join('/'), path)) return names
  }
  return []
}

/** Methods that people send to addresses of ours, and what does what they mean. */
const OTHER_METHODS: readonly [method: string, pattern: RegExp, meant: string][] = [
  [
    'POST',
    /^\/v1\/tasks\/?$/,
    'Work is begun where its document is made: POST /v1/transform with "async_mode": true.',
  ],
  ['POST', /^\/v1\/credits\/?$/, 'The operator of the service grants credits.'],
  ['DELETE', /^\/v1\/tasks\/?$/, 'Each task is deleted alone: DELETE /v1/status/{task_id}.'],
  ['DELETE', /^\/v1\/batches\/[^/]+\/?$/, 'Each of its tasks is deleted alone: DELETE /v1/status/{task_id}.'],
  ['GET', /^\/v1\/(?:transform|generate|qrcode)\/?$/, 'Send its fields as a JSON body, not in the address.'],
]

/** What to send to a path that does not take this method. */
function otherMethod(routes: readonly Route[], path: string, method: string): string | undefined {
  if (/\/versions\/restore$/.test(path))
    return `The version is missing: POST ${path.replace(/restore$/, '{version}/restore')}.`
  const other = OTHER_METHODS.find(([sent, pattern]) => sent === method && pattern.test(path))
  if (other !== undefined) return other[2]
  const takesPut = routes.some((route) => route.method === 'PUT' && fits(route.path, path))
  return STORES.includes(method) && takesPut ? 'PUT stores it, as a whole.' : undefined
}

/** Addresses by the names that other services, and people who guess, give them; of one method only if it is given. */
const OTHER_ADDRESSES: readonly [pattern: RegExp, ours: string, method?: string][] = [
  [/^\/v1\/(?:tasks?|jobs?)\/[^/]+$/i, 'GET or DELETE /v1/status/{task_id}'],
  [/^\/v1\/(?:studio|generate)\/[^/]+\/[^/]+$/i, 'POST /v1/generate with "template_id" in its body'],
  [/^\/v1\/template(?:\/|$)/i, 'GET /v1/templates', 'GET'],
  [/^\/v1\/endpoint(?:\/|$)/i, 'GET /v1/endpoints', 'GET'],
  [/^\/v1\/(?:pdfs?|convert|render|html|html2pdf|html-to-pdf|print|documents?)$/i, 'POST /v1/transform'],
  [
    /^\/(?:v\d\/convert\/pdf|docs|forms\/chromium\/convert\/(?:html|url|markdown))$/i,
    'POST /v1/transform',
    'POST',
  ],
  [
    /^\/v1\/(?:tasks?|jobs?|status)\/[^/]+\/(?:result|download|file|pdf)$/i,
    'GET /v1/status/{task_id}',
    'GET',
  ],
  [/^\/v1\/(?:downloads?|results?)\/[^/]+$/i, 'GET /v1/status/{task_id}', 'GET'],
  [/^\/v1\/(?:status|tasks?|jobs?)\/[^/]+\/(?:cancel|stop|abort)$/i, 'DELETE /v1/status/{task_id}'],
  [/^\/render\/[^/]+$/i, 'POST /v1/generate, with "template_id" in its body', 'POST'],
  [/^\/v1\/batch\/[^/]+$/i, 'GET /v1/batches/{batch_id}', 'GET'],
  [/^\/v1\/batches\/[^/]+\/(?:results?|download|zip|status)$/i, 'GET /v1/batches/{batch_id}', 'GET'],
  [/^\/(?:v1|api)\/(?:health|ping)$/i, 'GET /health', 'GET'],
  [/^\/pdf$|^\/v\d\/(?:create-pdf|pdf\/create)$/i, 'POST /v1/transform', 'POST'],
  [/^\/forms\/pdfengines\//i, 'POST /v1/finish', 'POST'],
  [
    /^\/v1\/(?:invoices?|receipts?|letters?)$/i,
    'POST /v1/generate, with "template_id": "invoice/classic"',
    'POST',
  ],
  [/^\/api\/report$/i, 'POST /v1/generate', 'POST'],
  [/^\/v1\/(?:qr|qr-?codes?)$/i, 'POST /v1/qrcode'],
  [/^\/v1\/(?:account|balance|me|credit)$/i, 'GET /v1/credits', 'GET'],
  [
    /^\/v1\/(?:merge|split|rotate|flatten|protect|encrypt|unlock|decrypt|compress|watermark|stamp|pdfa)$/i,
    'POST /v1/finish',
  ],
  [/^\/v1\/(?:info|analy[sz]e|metadata|read)$/i, 'POST /v1/inspect'],
  [/^\/v1\/markdown$/i, 'POST /v1/transform with "markdown"'],
  [/^\/v1\/screenshots?$/i, 'POST /v1/transform with "output": "png"'],
  [
    /^\/v1\/(?:estimates?|quote|prices?|pricing|costs?)$/i,
    'a request with "dry_run": true, which returns its price',
  ],
  [/^\/v1\/(?:branding|theme)$/i, '/v1/brand'],
  [/^\/v1\/(?:uploads?|assets\/[^/]+\/.+)$/i, 'PUT /v1/assets/{asset}, a name without a slash', 'PUT'],
  [/^\/v1\/uploads?$/i, 'PUT /v1/assets/{asset}', 'POST'],
  [/^\/v1\/webhooks$/i, 'a "webhook_url" in each request with "async_mode": true', 'POST'],
  [/^\/v1\/webhooks?$/i, 'GET /v1/webhooks/deliveries', 'GET'],
  [/^\/v1\/templates\/[^/]+\/[^/]+\/publish$/i, 'POST /v1/templates/{category}/{name}/draft/publish'],
  [
    /^\/v1\/templates\/[^/]+\/[^/]+\/(?:rollback|revert|restore)$/i,
    'POST /v1/templates/{category}/{name}/versions/{version}/restore',
  ],
]

function otherAddress(path: string, method: string): string | undefined {
  return OTHER_ADDRESSES.find(([pattern, , only = method]) => only === method && pattern.test(path))?.[1]
}

/** The address that somebody mistyped: another version, none or two, capitals, two slashes, a letter too many. */
function similarAddress(routes: readonly Route[], path: string, method: string): string | undefined {
  const plain = `/v1/${path
    .toLowerCase()
    .replace(/\/{2,9}/g, '/')
    .replace(/^(?:\/api)?(?:\/v\d){1,3}(?=\/)/, '')
    .replace(/^\//, '')}`
  const short = routes.filter((route) => /^\/v1\/[a-z]+$/.test(route.path))
  if (short.some((route) => route.path === plain)) return plain
  const [, word] = /^\/v1\/([^/]+)$/.exec(plain) ?? []
  if (word === undefined || !/^\/v1\//i.test(path)) return undefined
  const ofMethod = short.filter((route) => route.method === method)
  const names = (ofMethod.length > 0 ? ofMethod : short).map((route) => route.path.slice('/v1/'.length))
  const near = nearestName(
    word,
    names.filter((name) => isTypo(word, name)),
  )
  return near === undefined ? undefined : `/v1/${near}`
}

/** Whether a word is another mistyped: nobody mistypes its first letter, nor half of it. */
function isTypo(word: string, meant: string): boolean {
  if (Math.abs(word.length - meant.length) > 2) return false
  const edits = countEdits(word, meant)
  return word[0] === meant[0] && edits <= 2 && edits < word.length / 2
}
