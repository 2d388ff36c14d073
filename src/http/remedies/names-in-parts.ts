/**
 * Names that people give the fields of objects which have few: a window, a contents list, a brand, a key. An object is
 * known by fields that no other has.
 */
import { all, type Foreign, to } from './foreign-name'

type Names = Readonly<Record<string, Foreign>>

const VIEWPORT: Names = {
  ...all('devicescalefactor scale scalefactor dpr pixelratio devicepixelratio', to('device_scale')),
  ...all('ismobile mobile hastouch device', {
    say: 'leave it out: a width such as 390 shows what a telephone shows',
  }),
  ...all('fullpage islandscape', { say: 'leave it out: the paper has its own "paper" and "orientation"' }),
}

const CONTENTS: Names = {
  ...all('levels level maxdepth maxlevel maxlevels headinglevels', to('depth')),
  ...all('heading caption label name', to('title')),
  ...all('selector headings position page', {
    say: 'leave it out: headings are listed where an empty element has the id "toc", else in front',
  }),
}

const LOGIN: Names = {
  ...all('user login name', to('username')),
  ...all('pass pwd secret', to('password')),
}

const BRAND: Names = {
  ...all(
    'color colour primarycolor primarycolour accentcolor accentcolour brandcolor maincolor primary theme',
    to('accent'),
  ),
  ...all('logourl image icon logosrc picture', to('logo', 'send "logo": "asset:logo.svg"')),
  ...all('fontfamily typeface fontname fonts', to('font', 'send "font": "asset:brand.woff2"')),
  ...all('boldfont fontboldurl fontweight', to('font_bold')),
  ...all('company companyname title label', to('name')),
  ...all('footertext footerhtml foot', to('footer')),
}

const TEMPLATE: Names = {
  ...all('html template body content liquid source', to('page')),
  ...all('css styles stylesheet', to('style')),
  ...all('data example sampledata testdata defaults', to('sample')),
  ...all('name title displayname', to('label')),
  ...all('schema fields jsonschema inputs params', to('variables')),
  ...all('required mandatory', to('essential')),
  ...all('id templateid slug', { say: 'leave it out: the address has it, /v1/templates/{category}/{name}' }),
  ...all('options papersize', {
    say: 'leave it out: paper is in the style ("@page { size: A5 }"), or in "options" of each call',
  }),
}

const ENDPOINT: Names = {
  ...all('page body content liquid template', to('html')),
  ...all('style styles stylesheet', to('css')),
  ...all('sample variables defaults', to('data')),
  ...all('label title', to('name')),
  ...all('slug id', { say: 'leave it out: the address has it, /v1/endpoints/{slug}' }),
  ...all('cache cached', to('express')),
}

const INNER = (endpoint: string, field: string) =>
  to('request', `send {"endpoint": "${endpoint}", "request": {"${field}": …}}`)

const PREVIEW: Names = {
  ...all('html markdown css', INNER('transform', 'html')),
  url: INNER('transform', 'url'),
  ...all('templateid data', INNER('generate', 'template_id')),
  ...all('options gocreditmode', to('request', 'it belongs in "request"')),
  ...all('body payload document json', to('request')),
  ...all('dryrun asyncmode webhookurl deliverto metadata', {
    say: 'leave it out: a preview charges nothing and makes no task',
  }),
}

const OF_ENTRY = 'each entry has its own: {"entries": [{…}]}'
const BATCH: Names = {
  ...all(
    'html markdown url css templateid data options files deliverto gocreditmode',
    to('entries', OF_ENTRY),
  ),
  ...all('rows records requests jobs list tasks batch', to('entries')),
  ...all('callback callbackurl webhook', to('webhook_url')),
  ...all('type kind path', to('endpoint')),
}

const EVENTS: Names = {
  ...all('webhookurl webhook callback callbackurl address endpoint target', to('url')),
  ...all('event type types kinds', to('events')),
  ...all('secret signingsecret token key', {
    say: 'leave it out: deliveries are signed with the secret of your account',
  }),
  ...all('threshold below creditsleft lowcredits', to('credits_below')),
}

const KEY: Names = {
  ...all('name label description', { say: 'leave it out: a key has no name; GET /v1/keys has their ids' }),
  ...all('scope permissions permission roles role access', to('scopes', 'send "scopes": ["render", "read"]')),
  ...all('type env environment test kind', to('mode', 'send "mode": "live" or "test"')),
  ...all('expires expiresin expiresat ttl', {
    say: 'leave it out: a key works until it is revoked (DELETE /v1/keys/{key_id}) or rotated',
  }),
}

const FILE: Names = {
  ...all('path file filename name', to('upload')),
  ...all('href src link address', to('url')),
  ...all('rotation angle turn', to('rotate')),
  ...all('range ranges pageranges pagerange', to('pages')),
  ...all('data content base64 bytes', to('url', 'send "url": "data:application/pdf;base64,…"')),
}

const PAGE_NUMBERS: Names = {
  ...all('text template pattern label', to('format')),
  ...all('align alignment placement location', to('position')),
  ...all('start startat startfrom from', to('first')),
  ...all('fontsize', to('size')),
}

const SPLIT: Names = {
  ...all('size chunk chunks chunksize span pages n', to('every')),
  ...all('range parts at', to('ranges')),
  ...all('mode', { say: 'send {"every": 1}, or {"ranges": ["1-2", "3-"]}' }),
}

const WAIT: Names = {
  ...all('function fn script condition', to('expression')),
  ...all('seconds s time timeout delay milliseconds duration', {
    say: 'send milliseconds: {"ms": 5000}',
  }),
}

const WATERMARK: Names = {
  ...all('label content value', to('text')),
  ...all('rotation rotate', to('angle')),
  ...all('alpha transparency', to('opacity')),
  ...all('fontsize size font position', {
    say: 'leave it out: the text is as large as the page has room for, in its middle',
  }),
  ...all('url href src logo picture', {
    say: 'a watermark is text: put a picture into the HTML, with "position: fixed"',
  }),
  image: { say: 'a watermark is text: put a picture into the HTML, with "position: fixed"' },
}

/** By fields that the object has. */
const PARTS: readonly (readonly [fields: readonly string[], names: Names])[] = [
  [['device_scale'], VIEWPORT],
  [['depth', 'title'], CONTENTS],
  [['username'], LOGIN],
  [['accent', 'footer'], BRAND],
  [['page', 'sample'], TEMPLATE],
  [['express', 'template_id'], ENDPOINT],
  [['request', 'session'], PREVIEW],
  [['entries'], BATCH],
  [['events', 'credits_below'], EVENTS],
  [['scopes', 'mode'], KEY],
  [['upload', 'rotate'], FILE],
  [['position', 'skip'], PAGE_NUMBERS],
  [['every', 'ranges'], SPLIT],
  [['opacity', 'angle'], WATERMARK],
  [['ms'], WAIT],
  [['expression'], WAIT],
]

/** The names of the object whose fields are `known`, if it is one of these. */
export function namesInPart(known: readonly string[]): Names {
  return PARTS.find(([fields]) => fields.every((field) => known.includes(field)))?.[1] ?? {}
}
