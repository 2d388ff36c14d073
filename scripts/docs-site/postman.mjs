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
const PATH_VALUES_OF = { getTemplate: { category: 'invoice', name: 'classic' } }

/** Ids that a response sets, for the requests that follow: in its header, or in its body. */
const IDS = ['task_id', 'batch_id', 'key_id', 'view_id', 'account_id']
const REMEMBER_IDS = [
  "const task = pm.response.headers.get('X-Task-Id')",
  "if (task) pm.collectionVariables.set('task_id', task)",
  'try {',
  '  const body = pm.response.json()',
  `  for (const name of ${JSON.stringify(IDS)}) if (body[name]) pm.collectionVariables.set(name, body[name])`,
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
      ...[...IDS, 'delivery_id'].map((key) => ({ key, value: '' })),
    ],
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: REMEMBER_IDS } }],
    item: api.tags.map(({ name, description }) => ({
      name,
      description,
      // Run from the first to the last, what is removed is removed last.
      item: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
        .map(requestOf),
    })),
  }
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
        query: named(parameters, 'query').map((one) => ({ ...one, disabled: true })),
      },
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

function named(parameters, place) {
  return parameters
    .filter((one) => one.in === place)
    .map(({ name, description = '' }) => ({ key: name, value: '', description }))
}
