/** A collection of all operations for Postman, Bruno and Insomnia (Postman Collection v2.1), from the description. */

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

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
    ],
    item: api.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ operation }) => operation.tags[0] === name).map(requestOf),
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
        variable: named(parameters, 'path'),
        query: named(parameters, 'query').map((one) => ({ ...one, disabled: true })),
      },
      ...(example !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(example, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
  }
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
