/** What somebody meant by a value, for the fields of pages by their address, files, pictures, keys and contents lists. */
import { named, type Remedy } from './named-values'
import { MAX_SHOWN, shown } from './type-remedy'

const BY_NAME = 'send them by name'
const SELECTOR = 'send the selector itself, as a text: "#banner"'
const SPLIT = 'send {"every": 1}, or {"ranges": ["1-2", "3-"]}'
const TURNS = 'pages are turned clockwise by quarters'
const ADDRESS = 'send the address itself, as a text: "https://…"'

const OUTPUTS = named({
  image: 'png',
  picture: 'png',
  screenshot: 'png',
  thumbnail: 'png',
  bitmap: 'png',
  jpg: 'jpeg',
  document: 'pdf',
  binary: 'pdf',
  docx: 'pdf',
  html: 'pdf',
  base64: 'pdf',
  buffer: 'pdf',
})

/** By the field's name. Secrets are never repeated. */
export const PART_REMEDIES: Readonly<Record<string, Remedy>> = {
  viewport: (value) => {
    const [width, height] = Array.isArray(value) ? value : sizesOf(value)
    return `send {"width": ${wholeOr(1280, width)}, "height": ${wholeOr(800, height)}}`
  },
  cookies: () => `${BY_NAME}: {"session": "…"}`,
  fetch_headers: () => `${BY_NAME}: {"X-Token": "…"}`,
  basic_auth: () => 'send {"username": "…", "password": "…"}',
  url: (value) =>
    /^tsk_\w{1,60}$/.test(shown(value))
      ? `send {"task_id": "${shown(value)}"}`
      : Array.isArray(value)
        ? 'one call prints one page: send each as an entry of POST /v1/batch'
        : undefined,
  deliver_to: (value) =>
    typeof value === 'object' ? 'send the presigned address of one PUT, as a text: "https://…"' : undefined,
  webhook_url: (value) => (typeof value === 'object' ? ADDRESS : undefined),
  click: selectorOf,
  hide: selectorOf,
  scroll: () => 'send true: the whole page is scrolled through',
  depth: (value) => {
    const [, level] =
      typeof value === 'string' ? (/^\s*h?([1-6])\s*$/i.exec(value.slice(0, MAX_SHOWN)) ?? []) : []
    return level === undefined ? '1 lists h1 alone, 6 all headings' : `send ${level}`
  },
  output: (value) => (Array.isArray(value) ? 'one call makes files of one type' : OUTPUTS(value)),
  style: (value) => {
    if (/[{}:]/.test(shown(value))) return 'send rules as "css"'
    return /^(?:rounded?|dots?|circles?|classy.*|diamonds?)$/i.test(shown(value))
      ? 'leave it out: modules are squares, which every scanner reads'
      : undefined
  },
  rotate: (value) => {
    if (value === -90 || /^(?:left|ccw|counter-?clockwise)$/i.test(shown(value)))
      return `${TURNS}: left is 270`
    return /^(?:right|cw|clockwise)$/i.test(shown(value)) ? `${TURNS}: right is 90` : TURNS
  },
  split: (value) =>
    typeof value === 'number' && value >= 1 ? `send {"every": ${Math.trunc(value)}}` : SPLIT,
  page_numbers: (value) =>
    typeof value === 'string'
      ? `send {"format": ${JSON.stringify(/\{page/.test(value) ? value.slice(0, MAX_SHOWN) : '{page} / {pages}')}}`
      : 'send true, or {"format": "{page} / {pages}"}',
  position: named({
    bottom: 'bottom-center',
    footer: 'bottom-center',
    center: 'bottom-center',
    top: 'top-center',
    header: 'top-center',
    right: 'bottom-right',
    left: 'bottom-left',
  }),
  fields: (value) => (Array.isArray(value) ? `${BY_NAME}: {"name": "Ada", "terms": true}` : undefined),
  conformance: (value) => {
    if (typeof value !== 'string') return 'send a list such as ["PDF/A-2b", "PDF/UA-1"]'
    const [, part, level = 'b'] = /([1-4])\W?([abu])?$/i.exec(shown(value)) ?? []
    if (part === '4') return 'of PDF/A, parts 1 to 3 are judged'
    return part === undefined ? undefined : `send ["PDF/A-${part}${level.toLowerCase()}"]`
  },
  scopes: named({ write: 'manage', admin: 'manage', all: 'manage', '*': 'manage', create: 'render' }),
  mode: named({ sandbox: 'test', dev: 'test', development: 'test', prod: 'live', production: 'live' }),
}

function selectorOf(value: unknown): string | undefined {
  return typeof value === 'object' && !Array.isArray(value) ? SELECTOR : undefined
}

/** Width and height out of `1280x800` or `1280`. */
function sizesOf(value: unknown): unknown[] {
  const [, width, height] = /^(\d{2,5})\s?(?:[x×*,]\s?(\d{2,5}))?/i.exec(shown(value)) ?? []
  return [Number(width), Number(height)]
}

function wholeOr(otherwise: number, value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : otherwise
}
