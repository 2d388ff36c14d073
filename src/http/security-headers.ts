/**
 * What browsers are told: how little an answer of ours may do in one, and which other sites' pages may read it.
 * A handler that needs more (a web page, a file) sets its own headers; these fill in the rest.
 */
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { corsOrigins } from '../settings'
import type { AppEnv } from './context'

/** For every answer, errors and preflights included. */
export const securityHeaders: MiddlewareHandler<AppEnv> = secureHeaders({
  overwrite: false,
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  strictTransportSecurity: 'max-age=31536000',
  xFrameOptions: 'DENY',
})

/** What keeps a file a file: no script of an SVG runs on our origin, and other sites may show a code as an image. */
export const FILE_HEADERS = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/**
 * A picture that is shown, not saved: a sandbox as for files, and the styles of an SVG, which can hold no script then. A PDF
 * has no sandbox: Chromium and Safari show none in one (crbug.com/271452). What it may do is its viewer's matter, which
 * runs apart from our origin; `nosniff` keeps it from being read as a page, and the policy leaves such a page nothing.
 */
export const viewHeaders = (contentType: string) => ({
  'Content-Security-Policy':
    contentType === 'application/pdf'
      ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      : "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
})

/** Headers of ours that a page of another origin may read beside the harmless ones (Fetch, 2.2.2). */
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'X-Cache',
  'X-Conformance',
  'X-Credits-Charged',
  'X-Credits-Left',
  'X-Factur-X',
  'X-Layout',
  'X-Optimization',
  'X-Page-Count',
  'X-Request-Id',
  'X-Task-Id',
  'X-Test-Mode',
  'X-Warnings',
]

const corsHeaders = cors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'Range', 'X-API-Key'],
  exposeHeaders: EXPOSED_HEADERS,
  maxAge: 7200,
})

/**
 * Cross-origin requests (CORS) from the pages of `CORS_ORIGINS`: none by default. Any other origin, and any request
 * without one, is answered as if there were no such thing.
 */
export const crossOriginAccess: MiddlewareHandler<AppEnv> = async (c, next) => {
  const origins = corsOrigins(c.env)
  if (origins.includes(c.req.header('origin') ?? '')) return await corsHeaders(c, next)
  await next()
  if (origins.length > 0) c.header('Vary', 'Origin', { append: true })
}
