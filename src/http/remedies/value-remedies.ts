/** What somebody meant by a value that a field does not take, by the field's name: said after what is wrong with it. */
import { archiveLevel, profileOf } from './archive-remedy'
import { hexOf } from './color-remedy'
import { lengthOf } from './length-remedy'
import { named, type Remedy } from './named-values'
import { pageRanges } from './page-ranges-remedy'
import { OWN_SIZE, otherPaper } from './paper-remedy'
import { PART_REMEDIES } from './part-remedies'
import { isNumbered, isPlain, MAX_SHOWN, ofAnotherType, shown } from './type-remedy'
import { otherWait } from './wait-remedy'

const LENGTHS = ['margin_top', 'margin_bottom', 'margin_left', 'margin_right', 'paper_width', 'paper_height']
const FILE_OF_YOURS = 'a file of yours can be sent as "data:application/pdf;base64,…"'

const REMEDIES: Readonly<Record<string, Remedy>> = {
  pages: pageRanges,
  timeout: (value) => {
    if (typeof value === 'string') return 'it is a number of seconds: send 30, without a unit and quotes'
    if (value === 0) return 'no document may take forever: send 60 at most'
    return typeof value === 'number' && value > 60
      ? `it is in seconds${meant(value / 1000, value >= 1000)}`
      : undefined
  },
  scale: (value) => {
    const percent =
      typeof value === 'string' ? /^(\d{1,3})\s?%$/.exec(value.slice(0, MAX_SHOWN).trim())?.[1] : undefined
    if (percent) return `1 is 100 %: send ${Number(percent) / 100}`
    return typeof value === 'number' && value > 2
      ? `1 is 100 %${meant(value / 100, value >= 10 && value <= 200)}`
      : undefined
  },
  opacity: (value) =>
    typeof value === 'number' && value > 1 ? `1 is opaque${meant(value / 100, value <= 100)}` : undefined,
  print: (value) => {
    if (value === false) return 'send "none"'
    return value === true || /^(?:all|full|yes|allow(?:ed)?|true)$/i.test(shown(value))
      ? 'send "high"'
      : undefined
  },
  password: (value) => (value === '' ? 'leave it out for a file that opens without one' : undefined),
  header_html: textOfHtml,
  footer_html: textOfHtml,
  header_first_html: textOfHtml,
  footer_first_html: textOfHtml,
  header_last_html: textOfHtml,
  footer_last_html: textOfHtml,
  watermark: (value) => (typeof value === 'string' ? undefined : 'send its text, such as "DRAFT"'),
  stamp: (value) => (typeof value === 'string' ? undefined : 'send its text, such as "PAID"'),
  toc: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 6
      ? `send {"depth": ${value}}`
      : 'send true, or an object such as {"depth": 2, "title": "Contents"}',
  keywords: (value) => (typeof value === 'string' ? undefined : 'send a text, or a list of texts'),
  permissions: () => 'send an object such as {"print": "none", "copy": false}',
  factur_x: (value) => {
    const profile = typeof value === 'object' && value !== null && 'profile' in value ? value.profile : value
    return typeof profile === 'string' && !/^(true|false|yes|no|on|off)$/i.test(profile)
      ? `send {"profile": ${JSON.stringify(profileOf(profile))}}`
      : 'send true for EN 16931'
  },
  vat: (value) => (isPlain(value) ? `send {"rate": ${Number.parseFloat(String(value)) || 19}}` : undefined),
  seller: partyOf,
  buyer: partyOf,
  invoice: (value) =>
    typeof value === 'string' && /^\s*</.test(value) ? 'send XML as "invoice_xml"' : undefined,
  css: (value) =>
    typeof value === 'object' ? 'send the rules as one text, such as "p { color: #333 }"' : undefined,
  lang: (value) =>
    typeof value === 'string' && /^[a-z]{2,3}_[a-z]{2}$/i.test(value)
      ? `send "${value.replace('_', '-')}"`
      : undefined,
  issue_date: dateOf,
  due_date: dateOf,
  from: dateOf,
  to: dateOf,
  day: dateOf,
  status: named({
    done: 'completed',
    success: 'completed',
    succeeded: 'completed',
    finished: 'completed',
    ok: 'completed',
    error: 'failed',
    queued: 'pending',
    waiting: 'pending',
    running: 'processing',
  }),
  files: (value) => {
    if (typeof value === 'string' && /^tsk_\w{1,60}$/.test(value)) return `send {"task_id": "${value}"}`
    return typeof value === 'string' && !/^https?:/.test(value) ? FILE_OF_YOURS : undefined
  },
  file: (value) =>
    typeof value === 'string' && !/^https?:/.test(value) ? FILE_OF_YOURS : 'send the address of a PDF',
  wait_for: otherWait,
  pdf_format: (value) =>
    typeof value === 'string' ? archiveLevel(value) : '"PDF/A-2b" is right for most archives',
  paper: (value) => (typeof value === 'string' ? otherPaper(value) : OWN_SIZE),
  orientation: named({
    horizontal: 'landscape',
    l: 'landscape',
    p: 'portrait',
    wide: 'landscape',
    vertical: 'portrait',
    upright: 'portrait',
  }),
  ...PART_REMEDIES,
  ...Object.fromEntries(LENGTHS.map((name) => [name, lengthOf])),
  margin: (value) =>
    typeof value === 'string'
      ? `it is in pixels: send ${Number.parseInt(value, 10) || 10}, without a unit and quotes`
      : undefined,
  html: textOfHtml,
  data: (value) =>
    typeof value === 'string' && /^(?:https?:|www\.)/.test(value)
      ? 'an address is not fetched: send the object that it has'
      : undefined,
  metadata: (value) =>
    typeof value === 'string' || Array.isArray(value)
      ? 'give it a name of yours, such as {"note": "order 7"}'
      : undefined,
  page_ranges: pageRanges,
  attachments: addressOf,
  embed_files: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !('url' in value)
      ? 'send each as one text: "data:text/csv;name=list.csv;base64,…", or its address'
      : addressOf(value),
  media: named({ all: 'print', paper: 'print', display: 'screen' }),
  type: named({
    phone: 'tel',
    telephone: 'tel',
    call: 'tel',
    mail: 'email',
    mailto: 'email',
    link: 'url',
    website: 'url',
    http: 'url',
    contact: 'vcard',
    card: 'vcard',
    mecard: 'vcard',
    location: 'geo',
    gps: 'geo',
    map: 'geo',
    wlan: 'wifi',
    barcode: 'product',
    message: 'sms',
    string: 'text',
    whatsapp: 'url" with "data": "https://wa.me/49301234567',
    event: 'text" with "data": "BEGIN:VEVENT…',
    bitcoin: 'text" with "data": "bitcoin:…',
    crypto: 'text" with "data": "bitcoin:…',
    payment: 'text" with "data": "BCD…',
    epc: 'text" with "data": "BCD…',
    girocode: 'text" with "data": "BCD…',
    sepa: 'text" with "data": "BCD…',
    calendar: 'text" with "data": "BEGIN:VEVENT…',
  }),
  lat: degreesOf,
  lng: degreesOf,
  entries: (value) =>
    typeof value === 'object' && !Array.isArray(value) ? 'send a list: [{…}, {…}]' : undefined,
  size: () => 'small is 200, default 400 and big 800 px wide',
  error_level: named({
    ...{ l: 'low', m: 'medium', q: 'quartile', h: 'high' },
    ...{ '7%': 'low', '15%': 'medium', '25%': 'quartile', '30%': 'high' },
  }),
  logo_width: (value) =>
    /%\s*$/.test(shown(value)) ? 'it is in pixels: a logo is usually 22 % of the size, 88 of 400' : undefined,
  color: (value) => (typeof value === 'string' ? hexOf(value) : undefined),
  background: (value) => {
    if (typeof value !== 'string') return undefined
    return /^\s*(?:none|no|clear)\s*$/i.test(value) ? 'send "transparent"' : hexOf(value)
  },
  encryption: (value) => {
    if (typeof value !== 'string') return undefined
    if (/^wpa/i.test(value)) return '"WPA" is right for WPA2 and WPA3, too'
    return /^(?:none|no|open|false|off)$/i.test(value.trim()) ? 'did you mean "nopass"?' : undefined
  },
  return_type: named({
    base64: 'binary',
    pdf: 'binary',
    file: 'binary',
    link: 'url',
    json: 'url',
    address: 'url',
  }),
  format: named({ jpeg: 'png', jpg: 'png', webp: 'png', pdf: 'svg', vector: 'svg' }),
}

/** `; …` for a field of the name, or what follows from the value's type; nothing if neither tells. */
export function remedyOf(field: string, value: unknown, expected?: string): string {
  // Whatever a field holds, a list is one.
  const own = expected === 'array' && isNumbered(value) ? undefined : field
  const remedy = own !== undefined && Object.hasOwn(REMEDIES, own) ? REMEDIES[own]?.(value) : undefined
  const said = remedy ?? ofAnotherType(value, { field, expected })
  return said === undefined ? '' : `; ${said}`
}

/** What fields hold that are missing, where people put them elsewhere. */
const MISSING: Readonly<Record<string, string>> = {
  endpoint: 'beside "entries" and once for all of them, or beside "request", such as "transform"',
}

/** What follows "is required" of a field of the name. */
export function missingRemedy(field: string): string {
  return Object.hasOwn(MISSING, field) ? `, ${MISSING[field]}` : ''
}

/** A latitude or longitude with a comma. */
function degreesOf(value: unknown): string | undefined {
  const text = shown(value)
  if (/^[NESW]|[NESW°]$/i.test(text)) return 'send 52.5, and -52.5 in the south or west'
  return /^-?\d{1,3},\d{1,9}$/.test(text) ? `send ${text.replace(',', '.')}` : undefined
}

/** The address itself, or how a file is sent that has none. */
function addressOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return undefined
  if (typeof value === 'object' && value !== null)
    return 'send the address itself, as a text: "https://example.com/a.pdf"'
  return typeof value === 'string' && !/^https?:/.test(value) ? FILE_OF_YOURS : undefined
}

/** A party of an invoice by its name alone. */
function partyOf(value: unknown): string | undefined {
  return typeof value === 'string' ? `send {"name": ${JSON.stringify(value.slice(0, MAX_SHOWN))}}` : undefined
}

/** Markup that was sent as an object or a list. */
function textOfHtml(value: unknown): string | undefined {
  return typeof value === 'object' || typeof value === 'boolean'
    ? 'send the markup as one text, such as "<h1>Hello</h1>"'
    : undefined
}

function meant(value: number, isLikely: boolean): string {
  return isLikely ? `: did you mean ${Math.round(value * 100) / 100}?` : ''
}

/** A day as people write it, in the form that is taken; not where day and month may be mistaken. */
function dateOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.slice(0, MAX_SHOWN).trim()
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  if (year) return `send "${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}"`
  return /^\d{4}\/\d{2}\/\d{2}$/.test(text) ? `send "${text.replaceAll('/', '-')}"` : undefined
}
