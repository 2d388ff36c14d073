/** Addresses that are nearly one of ours: the id was forgotten, or `/v1` was, or the name is another service's. */
import type { Hono } from 'hono'
import { countEdits, nearestName } from '../../text/nearest-name'
import type { AppEnv } from '../context'
import { fits } from '../methods'

type Route = { method: string; path: string }

/** What is missing of a path that leads nowhere; nothing if it is not near any of ours. */
export function nearPath(app: Hono<AppEnv>, path: string, method: string): string | undefined {
  const routes = app.routes.filter((route) => route.method !== 'ALL')
  const forgotten = routes.find(
    (route) => route.method === method && /\/:[^/]+$/.test(route.path) && fits(parentOf(route.path), path),
  )
  if (forgotten) {
    const name = forgotten.path.slice(forgotten.path.lastIndexOf(':') + 1)
    return `The ${name} is missing: ${method} ${forgotten.path.replace(/:([^/]+)/g, '{$1}')}.`
  }
  if (routes.some((route) => fits(route.path, path))) return undefined
  const near = otherAddress(path, method) ?? similarAddress(routes, path, method)
  return near === undefined ? undefined : `There is nothing at this address; did you mean ${near}?`
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
  [/^\/api\/report$/i, 'POST /v1/generate', 'POST'],
  [/^\/v1\/(?:qr|qr-?codes?)$/i, 'POST /v1/qrcode'],
  [/^\/v1\/(?:account|balance|me|credit)$/i, 'GET /v1/credits', 'GET'],
  [/^\/v1\/(?:merge|split|protect|encrypt|compress|watermark)$/i, 'POST /v1/finish'],
]

function otherAddress(path: string, method: string): string | undefined {
  return OTHER_ADDRESSES.find(([pattern, , only = method]) => only === method && pattern.test(path))?.[1]
}

/** The address that somebody mistyped: another version, none or two, capitals, two slashes, a letter too many. */
function similarAddress(routes: readonly Route[], path: string, method: string): string | undefined {
  const plain = `/v1/${path
    .toLowerCase()
    .replace(/\/{2,9}/g, '/')
    .replace(/^(?:\/v\d){1,3}(?=\/)/, '')
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

function parentOf(pattern: string): string {
  return pattern.slice(0, pattern.lastIndexOf('/'))
}
