/** An `Accept` that the answer is not of: what is sent does not depend on it, so it is told. */
import type { AppContext } from './context'
import { putWarningsFirst } from './put-warnings-first'

/** Types that are looked at, and characters that are shown. */
const MAX_TYPES = 30
const MAX_SHOWN = 80

/** Tells in `X-Warnings` of an answer in a type that its caller does not accept, and of the field that asks for another. */
export function warnOfAccept(c: AppContext, res: Response): void {
  const accept = c.req.header('accept')?.trim() ?? ''
  const sent = mediaType(res.headers.get('content-type') ?? '')
  if (res.status !== 200 || accept === '' || sent === '') return
  const asked = accept.split(',', MAX_TYPES).map(mediaType)
  if (asked.some((type) => includes(type, sent))) return
  const text = `Accept is not obeyed (${accept.slice(0, MAX_SHOWN)}), and ${sent} is sent: ${remedyFor(asked, sent, c.req.path)}`
  putWarningsFirst(res, [text])
}

/** A type without its parameters, in small letters. */
function mediaType(part: string): string {
  return part.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** Whether a range of types has the one. A caller of bytes takes any file, and one of JSON any of its kinds. */
function includes(range: string, type: string): boolean {
  if (range === '*/*' || range === '*' || range === type) return true
  if (range.endsWith('/*')) return type.startsWith(range.slice(0, -1))
  if (range === 'application/octet-stream') return type !== 'application/json'
  return type === 'application/json' && /[/+]json$/.test(range)
}

function remedyFor(asked: readonly string[], sent: string, path: string): string {
  const wants = (type: RegExp) => asked.some((one) => type.test(one))
  if (path === '/v1/usage' && wants(/csv/)) return 'GET /v1/usage.csv has the days as a table'
  if (sent === 'application/json') return 'leave Accept out, or send application/json'
  if (wants(/json/)) return 'for its address as JSON send "return_type": "url"'
  if (path === '/v1/qrcode' && wants(/svg/)) return 'send "format": "svg"'
  const [, picture] =
    asked.map((one) => /^image\/(png|jpeg|webp)$/.exec(one)).find((one) => one !== null) ?? []
  return picture !== undefined && sent === 'application/pdf'
    ? `for a picture of each page send "output": "${picture}"`
    : 'leave Accept out'
}
