/** Headers and addresses that nobody means to send. */
import { randomFrom } from '../random'

export type Case = {
  name: string
  path: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** By header: values that its readers may trip over. Only what HTTP can carry: no NUL and no line's end. */
const values: Record<string, string[]> = {
  'X-API-Key': [
    ...[
      '',
      ' ',
      'x',
      'plt_live_',
      'plt_test_x',
      'Bearer x',
      '\xff\xfe',
      'plt_live_acc_0000000000000000_x',
      `plt_live_${'A'.repeat(60)}`,
    ],
    ...[
      'plt_live_'.repeat(500),
      'null',
      'undefined',
      '__proto__',
      "' OR 1=1 --",
      '../../x',
      '%00',
      '{}',
      'plt_live_é',
    ],
  ],
  'Idempotency-Key': [
    '',
    ' ',
    'x'.repeat(255),
    'x'.repeat(256),
    'x'.repeat(7000),
    '\xe9',
    '\t',
    '__proto__',
    'a/b',
    '%00',
    '"quoted"',
  ],
  'Content-Type': [
    ...[
      '',
      ' ',
      'text/plain',
      'application/xml',
      'application/json',
      'application/JSON; charset=utf-16',
      'json',
      '/',
      'x/',
    ],
    ...[
      'application/json;;;',
      'application/vnd.x+json',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      '\xff',
    ],
    ...[
      'multipart/form-data; boundary="a b"',
      `multipart/form-data; boundary=${'x'.repeat(5000)}`,
      'application/json, text/html',
    ],
    ...[
      'application/x-www-form-urlencoded',
      `application/${'x'.repeat(5000)}`,
      'application/json\t',
      'application/pdf',
    ],
  ],
  Accept: [
    '',
    '*/*',
    'text/html',
    'image/png',
    'application/pdf;q=0',
    'x',
    ',,,',
    `a/b,${'c/d,'.repeat(1000)}`,
    '\xff/\xff',
  ],
  // Not `identity;q=0`: the local platform refuses it itself, before us.
  'Accept-Encoding': ['', 'br;q=9', 'nosuch', ',', 'gzip, '.repeat(500)],
  'Accept-Language': ['', 'x', 'de;q=2', '*', '\xff'],
  Authorization: [
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Basic eDp5',
    'Bearer \xff',
    'bearer test',
    `Bearer ${'x'.repeat(7000)}`,
  ],
  Range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=9-1',
    'bytes=a-b',
    'bytes=0-1,2-3',
    'lines=1-2',
    'bytes=99999999999999999999-',
    '',
    '=',
  ],
  'If-None-Match': ['*', '"x"', 'W/"x"', 'x', '""', ',', '"'],
  'If-Modified-Since': ['x', 'Thu, 01 Jan 1970 00:00:00 GMT', '99999999999999', ''],
  Origin: ['null', 'https://evil.example', 'x', '', 'file://'],
  Cookie: ['x', 'a=b; '.repeat(500), '=', ''],
  'X-HTTP-Method-Override': ['DELETE', 'PUT'],
  'X-Forwarded-For': ['127.0.0.1', '::1', 'x'],
  'X-Forwarded-Host': ['evil.example', '127.0.0.1'],
  'X-Request-Id': ['x', '\xff', 'x'.repeat(5000)],
  'CF-Connecting-IP': ['x', '999.999.999.999'],
  'Content-Encoding': ['gzip', 'br', 'identity', 'nosuch'],
  Expect: ['x'],
  'Content-Language': ['\xff'],
  'X-Content-Type-Options': ['sniff'],
}

const addresses: [method: string, path: string][] = [
  ['POST', '/v1/qrcode'],
  ['POST', '/v1/transform'],
  ['POST', '/v1/batch'],
  ['POST', '/v1/webhooks/secret/rotate'],
  ['GET', '/v1/credits'],
  ['GET', '/v1/usage'],
  ['GET', '/v1/templates/invoice/classic'],
  ['GET', '/v1/status/tsk_x'],
  ['PUT', '/v1/templates/fuzz/headers'],
  ['GET', '/files/tsk_x/x.pdf?expires=1&signature=x'],
  ['GET', '/admin/v1/accounts'],
  ['GET', '/health'],
  ['GET', '/openapi.json'],
]

/**
 * Addresses that are nowhere, or strange spellings of some that are. None of a static page, which the platform answers for
 * itself (`//` is the home page).
 */
const strange = [
  ...[
    '/v1//',
    '/v1',
    '/v1/',
    '/V1/credits',
    '/v1/credits/',
    '/v1//credits',
    '/v1/credits?',
    '/v1/credits?x=%',
    '/v1/%63redits',
  ],
  ...[
    '/v1/../admin/v1/accounts',
    '/v1/%2e%2e/admin/v1/accounts',
    '/v1/status/',
    '/v1/status/%00',
    '/v1/status/%ff',
    '/v1/status/..%2f..',
  ],
  ...[
    `/v1/status/${'x'.repeat(7000)}`,
    '/v1/status/__proto__',
    '/v1/studio/%F0%9F%92%A9',
    '/v1/templates/a/b/c',
    '/v1/templates/%2F/%2F',
  ],
  ...[
    '/v1/templates/__proto__/constructor',
    '/v1/tasks?limit=-1',
    '/v1/tasks?limit=1e9',
    '/v1/tasks?cursor=%00',
    '/v1/tasks?cursor=!!!',
  ],
  ...[
    '/v1/tasks?status=x&status=y',
    '/v1/usage?from=x',
    '/v1/usage?day=2026-02-31',
    '/v1/usage?cursor=-1',
    '/v1/batches/x',
  ],
  ...[
    '/v1/usage?from=99999-01-01T00:00:00Z',
    '/v1/usage?to=0000-01-01',
    '/files/x',
    '/files/x/y',
    '/files/%00/%00?expires=x&signature=%ff',
  ],
  ...[
    '/files/..%2f..%2fx/y',
    '/problems/x',
    '/problems/__proto__',
    '/problems/constructor',
    '/problems/toString',
    '/openapi.json/x',
  ],
  ...[
    '/v1/webhooks/deliveries/%00',
    '/v1/webhooks/deliveries?task=',
    '/cdn-cgi/x',
    '/.dev.vars',
    '/.env',
    '/index.php',
    '/%',
    '/%zz',
  ],
]

/** Each value of each header at one address or another, every strange address with each method, and `count` mixtures. */
export function requests(count: number, seed: number): Case[] {
  const random = randomFrom(seed)
  const at = (): Pick<Case, 'path' | 'method' | 'body'> => {
    const [method, path] = random.pick(addresses)
    return {
      method,
      path,
      ...(method !== 'GET' && { body: random.pick(['{"data":"x","html":"x"}', '', '{}', 'x']) }),
    }
  }
  const single = Object.entries(values).flatMap(([name, all]) =>
    all.map(
      (value): Case => ({ name: `${name}: ${value.slice(0, 60)}`, ...at(), headers: { [name]: value } }),
    ),
  )
  const places = strange.flatMap((path) =>
    ['GET', 'POST', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD', 'PUT'].map(
      (method): Case => ({ name: `${method} ${path.slice(0, 60)}`, method, path, headers: {} }),
    ),
  )
  const mixed = Array.from({ length: count }, (_, index): Case => {
    const headers = Object.fromEntries(
      Array.from({ length: 1 + random.integer(5) }, () => {
        const [name, all] = random.pick(Object.entries(values))
        return [name, random.pick(all)]
      }),
    )
    return { name: `mixture ${index}: ${JSON.stringify(headers).slice(0, 200)}`, ...at(), headers }
  })
  return [...single, ...places, ...mixed]
}
