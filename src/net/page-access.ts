/** How a page that is printed by its address is asked for: what a caller may send along, and what never. */
import { z } from 'zod'
import type { SentHeaders } from './sent-headers'

const MAX_HEADERS = 30
const MAX_COOKIES = 50
const MAX_VALUE = 4000

/** A token (RFC 9110, 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const VALUE = /^[\x20-\x7e]*$/
const COOKIE_VALUE = /^[\x20-\x3a\x3c-\x7e]*$/
/** Headers of the connection and of ours, and those that have a field of their own. */
const REFUSED =
  /^(?:host|connection|keep-alive|te|trailer|upgrade|expect|range|via|date|origin|referer|cookie2?|user-agent|accept-(?:encoding|language)|content-.*|transfer-.*|proxy-.*|sec-.*|cf-.*|cdn-.*|x-forwarded-.*|x-real-ip|forwarded|if-.*)$/i
const OWN_FIELD: Readonly<Record<string, string>> = {
  cookie: 'cookies',
  'user-agent': 'user_agent',
  'accept-language': 'accept_language',
}

/** Of a login (RFC 7617, 2), which is sent in UTF-8. */
const WITHOUT_CONTROLS = /^\P{Cc}*$/u

const printable = (most: number) => z.string().max(most).regex(VALUE, 'must be printable ASCII')
const loginPart = (most: number) =>
  z.string().max(most).regex(WITHOUT_CONTROLS, 'must not have control characters')
const atMost = (most: number, what: string) => ({
  test: (fields: object) => Object.keys(fields).length <= most,
  message: `must not have more than ${most} ${what}`,
})
const headers = atMost(MAX_HEADERS, 'headers')
const cookies = atMost(MAX_COOKIES, 'cookies')

/** The fields beside `url`. Headers, cookies and the password go to its origin only, and are stored encrypted. */
export const accessFields = {
  fetch_headers: z
    .record(z.string(), printable(MAX_VALUE))
    .refine(headers.test, headers.message)
    .superRefine((fields, context) => {
      for (const name of Object.keys(fields)) {
        const message = wrongHeader(name)
        if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message })
      }
    })
    .optional()
    .describe('Headers that the page at `url` and its files of the same origin are asked for with.'),
  cookies: z
    .record(z.string(), z.string().max(MAX_VALUE).regex(COOKIE_VALUE, 'must be printable ASCII without ;'))
    .refine(cookies.test, cookies.message)
    .refine(
      (fields) => Object.keys(fields).every((name) => NAME.test(name)),
      'has a name that is no cookie’s',
    )
    .optional()
    .describe('Cookies by name, for the origin of `url` only.'),
  basic_auth: z
    .strictObject({
      username: loginPart(200)
        .regex(/^[^:]*$/, 'must not have a colon')
        .describe('Without a colon.'),
      password: loginPart(1000).describe('Stored encrypted, and never logged.'),
    })
    .optional()
    .describe('HTTP Basic authentication in UTF-8, for the origin of `url` only.'),
  user_agent: printable(500)
    .min(1)
    .optional()
    .describe('Default `Platen/1.0`. The page’s scripts see it too.'),
  accept_language: z
    .string()
    .regex(/^[A-Za-z0-9*][A-Za-z0-9*,;=. -]{0,199}$/, 'must be languages, such as "de-AT, de;q=0.8"')
    .optional()
    .describe('The languages that the page is asked for in, which its scripts see too.'),
}

const access = z.object(accessFields)
export type PageAccess = z.output<typeof access>

/** What the fields say, as it is sent for a page at `url`; `undefined` if they say nothing. */
export function sentHeaders(url: string, fields: PageAccess): SentHeaders | undefined {
  const { fetch_headers = {}, cookies = {}, basic_auth, user_agent, accept_language } = fields
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const secret = {
    ...Object.fromEntries(Object.entries(fetch_headers).map(([name, value]) => [name.toLowerCase(), value])),
    ...(pairs.length > 0 && { cookie: pairs.join('; ') }),
    ...(basic_auth && {
      authorization: `Basic ${Buffer.from(`${basic_auth.username}:${basic_auth.password}`).toString('base64')}`,
    }),
  }
  const open = {
    ...(user_agent !== undefined && { 'user-agent': user_agent }),
    ...(accept_language !== undefined && { 'accept-language': accept_language }),
  }
  if (Object.keys(secret).length + Object.keys(open).length === 0) return undefined
  return { origin: new URL(url).origin, secret, open }
}

/** Who the scripts of a page take the browser for; `undefined` if the fields do not say. */
export function navigatorOf({ user_agent, accept_language }: PageAccess) {
  if (user_agent === undefined && accept_language === undefined) return undefined
  const languages = (accept_language ?? '').split(',').map((each) => each.split(';', 1)[0]?.trim() ?? '')
  const acceptLanguage = languages.filter((each) => /^[A-Za-z]/.test(each)).join(',')
  // An empty name leaves the browser its own.
  return { userAgent: user_agent ?? '', ...(acceptLanguage && { acceptLanguage }) }
}

function wrongHeader(name: string): string | undefined {
  if (!NAME.test(name)) return 'is not the name of a header'
  const own = name.toLowerCase()
  const field = Object.hasOwn(OWN_FIELD, own) ? OWN_FIELD[own] : undefined
  if (field !== undefined) return `is sent as "${field}"`
  return REFUSED.test(name) ? 'is a header that is not taken from callers' : undefined
}
