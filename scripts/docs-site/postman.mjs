/** A collection of all operations for Postman, Bruno and Insomnia (Postman Collection v2.1), from the description. */

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** What stands for a part of an address, unless the operation names its own; the last response names the ids. */
const PATH_VALUES = {
  category: 'letters',
  name: 'note',
  version: '1',
  slug: 'invoice',
  asset: 'logo.svg',
  page: '1.png',
}
const PATH_VALUES_OF = {
  getTemplate: { category: 'invoice', name: 'classic' },
  // Not one that every account has.
  putEndpoint: { slug: 'note' },
  deleteEndpoint: { slug: 'note' },
}
/** Bodies that are no JSON. */
const RAW_BODIES = {
  putAsset:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="teal"/></svg>',
}
/** Run from the first to the last, what is stored is stored first and removed last, parts of a thing before the thing. */
const RANKS = { PUT: 0, DELETE: 2 }

/** Ids that a response sets, for the requests that follow: in its header, or in its body. */
const IDS = ['task_id', 'batch_id', 'key_id', 'view_id', 'account_id', 'delivery_id']
const REMEMBER_IDS = [
  "const task = pm.response.headers.get('X-Task-Id')",
  // A PDF has pages, which later requests show.
  "const isPdf = /pdf/.test(pm.response.headers.get('Content-Type'))",
  "if (task && isPdf) pm.collectionVariables.set('task_id', task)",
  'try {',
  '  const body = pm.response.json()',
  '  const known = { ...body.deliveries?.[0], ...body }',
  `  for (const name of ${JSON.stringify(IDS)}) if (known[name]) pm.collectionVariables.set(name, known[name])`,
  '} catch {}',
]

/** The collection; `{{url}}`, `{{key}}` and, for the operator, `{{admin_token}}` are its variables. */
export function postmanCollection(api) {
  const operations = Object.entries(api.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      address,
      method: method.toUpperCase(),
      operation,
    })),
  )
  return {
    info: { name: 'Platen', description: api.info.description ?? '', schema: SCHEMA },
    variable: [
      { key: 'url', value: 'http://127.0.0.1:8787' },
      { key: 'key', value: '' },
      { key: 'admin_token', value: '' },
      ...IDS.map((key) => ({ key, value: '' })),
    ],
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: REMEMBER_IDS } }],
    item: api.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .sort(inRunningOrder)
        .map(requestOf),
    })),
  }
}

function inRunningOrder(a, b) {
  const rank = ({ method }) => RANKS[method] ?? 1
  const isRemoval = a.method === 'DELETE' && b.method === 'DELETE'
  return rank(a) - rank(b) || (isRemoval ? b.address.length - a.address.length : 0)
}

function requestOf({ address, method, operation }) {
  const parameters = operation.parameters ?? []
  const path = address.replace(/\{(\w+)\}/g, ':$1')
  const example = operation.requestBody?.content['application/json']?.example
  return {
    name: `${operation.summary}`,
    request: {
      method,
      description: operation.description ?? '',
      header: [
        ...keyOf(address),
        ...(example === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: {
        raw: `{{url}}${path}`,
        host: ['{{url}}'],
        path: path.split('/').slice(1),
        variable: named(parameters, 'path').map((one) => ({ ...one, value: pathValue(operation, one.key) })),
        query: queryOf(parameters),
      },
      ...(RAW_BODIES[operation.operationId] && {
        body: { mode: 'raw', raw: RAW_BODIES[operation.operationId] },
      }),
      ...(example !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(example, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  }
}

function pathValue({ operationId }, name) {
  return PATH_VALUES_OF[operationId]?.[name] ?? PATH_VALUES[name] ?? `{{${name}}}`
}

function keyOf(address) {
  if (address === '/health') return []
  return address.startsWith('/admin/')
    ? [{ key: 'Authorization', value: 'Bearer {{admin_token}}' }]
    : [{ key: 'X-API-Key', value: '{{key}}' }]
}

function queryOf(parameters) {
  return parameters
    .filter((one) => one.in === 'query')
    .map(({ name, description = '', required = false, schema }) => ({
      key: name,
      value: required ? String(schema?.examples?.[0] ?? '') : '',
      description,
      disabled: !required,
    }))
}

function named(parameters, place) {
  return parameters
    .filter((one) => one.in === place)
    .map(({ name, description = '' }) => ({ key: name, value: '', description }))
}
