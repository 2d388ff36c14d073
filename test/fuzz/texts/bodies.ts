/** Bodies that nobody means to send: good ones with values changed, and texts that are hardly JSON. */
import { damage } from '../mutate'
import { type Random, randomFrom } from '../random'

export type Case = { name: string; method: string; path: string; body: Uint8Array }

/** Stands for an account that may be suspended. */
export const SUSPENDED = '/admin/v1/accounts/{suspended}'

const deep = (open: string, close: string, count: number) => `${open.repeat(count)}${close.repeat(count)}`

/**
 * A good request to each address that takes a body, a POST if it says no method; nothing in them waits or renders long.
 * Addresses of the operator name an account that nobody renders with.
 */
const good: Record<string, unknown> = {
  '/v1/transform': {
    html: '<p>x',
    css: 'p{color:red}',
    options: {
      paper: 'A4',
      margin_top: 1,
      scale: 1,
      wait_for: { ms: 1 },
      timeout: 5,
      page_ranges: '1',
      watermark: 'x',
      viewport: { width: 800, height: 600, device_scale: 2 },
      click: ['.a > b'],
      hide: ['#a', '[b="c"]'],
      toc: { depth: 2, title: 'x' },
      forms: true,
      scroll: true,
    },
    return_type: 'binary',
    dry_run: true,
    metadata: { a: [1, { b: null }] },
  },
  '/v1/transform?markdown': {
    markdown: '# x $x^2$\n\n[^1]\n\n[^1]: note',
    style: 'manual',
    css: '@page{@top-left{content:string(a)}}h1{string-set:a content();bookmark-level:1}.f{float:footnote}',
    output: 'png',
    dpi: 36,
    pages: '1',
    options: { timeout: 5 },
  },
  // Of a name that nobody resolves.
  '/v1/transform?address': {
    url: 'https://example.com/x?y#z',
    fetch_headers: { 'X-Token': 'x' },
    cookies: { session: 'x' },
    basic_auth: { username: 'x', password: 'y' },
    user_agent: 'x/1',
    accept_language: 'de-AT, en;q=0.5',
    options: { media: 'screen', scroll: false, single_page: true, timeout: 5 },
  },
  '/v1/generate': {
    template_id: 'letter/formal',
    data: { subject: 'x', body: 'y', sender: { name: 'z' } },
    options: { timeout: 5 },
  },
  '/v1/studio/hello': {
    data: { name: 'x' },
    options: { orientation: 'landscape', timeout: 5 },
    goCreditMode: false,
  },
  '/v1/qrcode': {
    data: 'x',
    type: 'text',
    size: 'small',
    color: [0, 0, 0],
    background: '#ffffff',
    margin: 10,
  },
  '/v1/qrcode?queued': {
    data: 'x',
    async_mode: true,
    deliver_to: 'https://bucket.example.com/x?X-Amz-Signature=5f',
    webhook_url: 'https://example.com/hook',
    metadata: { order: 17 },
  },
  '/v1/preview': {
    endpoint: 'generate',
    request: { template_id: 'letter/formal', data: { subject: 'x' }, options: { timeout: 5 } },
    session: 'page',
    output: 'png',
    dpi: 36,
    pages: '1',
  },
  '/v1/batch': {
    endpoint: 'transform',
    entries: [
      { html: '<p>x', options: { timeout: 5 } },
      { html: '<p>x', options: { single_page: true, timeout: 5 } },
      {
        markdown: '# x $x^2$\n\n```mermaid\npie\n"a": 1\n```\n\n[^1]\n\n[^1]: note',
        style: 'letter',
        options: { timeout: 5 },
      },
    ],
    async_mode: true,
  },
  '/v1/webhooks/secret/rotate': { grace_seconds: 60 },
  '/v1/keys': { mode: 'test', scopes: ['read'] },
  'PUT /v1/brand': {
    name: 'Halden & Moor',
    logo: 'asset:logo.svg',
    accent: '#7a1f3d',
    font: 'asset:font.woff2',
    font_bold: 'asset:bold.woff2',
    footer: 'Keizersgracht 12',
  },
  'PUT /v1/webhooks/events': {
    url: 'https://example.com/events',
    events: ['credits.low', 'task.failed'],
    credits_below: 100,
  },
  '/v1/webhooks/events/test': {},
  '/v1/status/tsk_0000000000000000000000/view': { expires_in: 3600 },
  [`PATCH ${SUSPENDED}`]: { suspended: true, name: 'x', plan: 'Pro' },
}

/** Method and address of a key of `good`; what follows a question mark tells two of one address apart. */
function requestOf(key: string): { method: string; path: string } {
  const [first = '', second] = (key.split('?')[0] ?? '').split(' ')
  return second === undefined ? { method: 'POST', path: first } : { method: first, path: second }
}

const values: unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 53,
    '',
    ' ',
    '0',
    'true',
    'null',
    [],
    {},
    [[]],
    [null],
  ],
  ...[
    '\0',
    '\ud800',
    '\u202e',
    '💩'.repeat(99),
    'x'.repeat(100_000),
    '../../etc/passwd',
    '<script>',
    "' OR 1=1 --",
  ],
  ...[
    'http://127.0.0.1/',
    'data:,x',
    'file:///etc/passwd',
    'javascript:1',
    '{{ x }}',
    '%00%ff',
    '\r\nX-Evil: 1',
  ],
  ...[
    { __proto__: null, constructor: 1 },
    JSON.parse('{"__proto__":{"x":1}}'),
    { toString: 1 },
    Array(2000).fill(0),
  ],
]
const names = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'margin-top',
  'Paper',
  '/',
  '~',
  'a'.repeat(5000),
  '\ud800',
]

const hardly: Record<string, string | Uint8Array> = {
  nothing: '',
  'white space': ' \n\t ',
  'a brace': '{',
  'a NUL': '\0',
  'a byte order mark': '\ufeff{}',
  'two bodies': '{}{}',
  'a text': '"text"',
  'a number': '1e999',
  null: 'null',
  'a list': '[]',
  'a list of everything': '[{"html":"x"}]',
  'single quotes': "{'html':'x'}",
  'a comma too many': '{"html":"x",}',
  'a comment': '{"html":"x"}// x',
  'the same field twice': '{"html":"a","html":"b","data":"a","data":"b"}',
  'a field of the prototype': '{"__proto__":{"html":"x"},"html":"x","data":"x"}',
  'numbers beyond numbers': '{"data":1e999,"options":{"scale":-1e999}}',
  'half of a pair': '{"html":"\\ud800","data":"\\udc00"}',
  'an escape that is none': '{"html":"\\x41"}',
  'lists ten thousand deep': deep('[', ']', 10_000),
  'lists a million deep': deep('[', ']', 1_000_000),
  'objects a hundred thousand deep': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  'data a hundred thousand deep': `{"template_id":"letter/formal","html":"x","data":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  'metadata sixty-five deep': `{"html":"x","data":"x","metadata":${'{"a":'.repeat(65)}1${'}'.repeat(65)}}`,
  'a hundred thousand fields': `{${Array.from({ length: 100_000 }, (_, n) => `"f${n}":1`).join()}}`,
  'a text of nine megabytes': `{"data":"${'x'.repeat(9_000_000)}","html":1}`,
  'more than ten megabytes': `{"html":"${'x'.repeat(10_000_001)}"}`,
  'bytes that are no UTF-8': Buffer.from('{"html":"\xff\xfe\xc0\x80","data":"\xff"}', 'latin1'),
  'UTF-16': Buffer.from('{"html":"x"}', 'utf16le'),
  'form fields': 'html=x&data=y',
  XML: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
}

/** Every address with everything that is hardly JSON, and `count` good bodies changed at random. */
export function bodies(count: number, seed: number): Case[] {
  const keys = Object.keys(good)
  const texts = keys.flatMap((key) =>
    Object.entries(hardly).map(([name, text]) => ({
      name: `${key}: ${name}`,
      ...requestOf(key),
      body: new Uint8Array(Buffer.from(text as string)),
    })),
  )
  const changed = Array.from({ length: count }, (_, index): Case => {
    const random = randomFrom(seed + index)
    const key = random.pick(keys)
    const value = structuredClone(good[key])
    for (let n = 1 + random.integer(3); n > 0; n--) change(value, random)
    const body = Buffer.from(JSON.stringify(value))
    const broken = random.chance(25)
      ? damage(body, random, ['"', '{', ']', ',', ':', '\\', '\0', '1e9', 'null']).bytes
      : body
    return {
      name: `body ${index} to ${key}: ${Buffer.from(broken).toString().slice(0, 300)}`,
      ...requestOf(key),
      body: new Uint8Array(broken),
    }
  })
  return [...texts, ...changed]
}

/** Changes, adds or takes away one value, somewhere. */
function change(root: unknown, random: Random): void {
  let at = root as Record<string, unknown>
  for (;;) {
    const name = random.pick(Object.keys(at).length > 0 ? Object.keys(at) : names)
    const inner = at[name]
    if (typeof inner === 'object' && inner !== null && random.chance(60)) {
      at = inner as Record<string, unknown>
      continue
    }
    if (random.chance(10)) delete at[name]
    else if (random.chance(20)) at[random.pick(names)] = structuredClone(random.pick(values))
    else at[name] = structuredClone(random.pick(values))
    return
  }
}
