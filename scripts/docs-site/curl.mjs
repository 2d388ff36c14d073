/** The example of an operation as a command. */

/** Extensions by what a successful response is. */
const FILES = { 'application/pdf': 'document.pdf', 'image/png': 'code.png', 'text/csv': 'usage.csv' }

/** A command that sends the example of an operation, or '' if it has none. `$URL` and `$KEY` are the reader's. */
export function curlOf(method, address, operation) {
  const parameters = operation.parameters ?? []
  const values = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema?.examples?.[0]]))
  const place = address.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? `{${name}}`)
  const required = parameters.filter((one) => one.in === 'query' && one.required)
  const query = required.map(({ name }) => `${name}=${values[name]}`).join('&')
  const example = operation.requestBody?.content['application/json']?.example
  const isOperators = address.startsWith('/admin/')
  const key = isOperators
    ? ' -H "Authorization: Bearer $ADMIN_TOKEN"'
    : address === '/health'
      ? ''
      : ' -H "X-API-Key: $KEY"'
  const ok = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
  const file = FILES[Object.keys(ok?.content ?? {})[0]]
  if (operation.requestBody && !operation.requestBody.content['application/json'] && method === 'PUT')
    return `curl -sS -T logo.svg "$URL${place}"${key}`
  const words = [
    `curl -sS${method === 'GET' || method === 'POST' ? '' : ` -X ${method}`} "$URL${place}${query && `?${query}`}"${key}`,
    ...(file ? [`-o ${file}`] : []),
  ]
  if (example === undefined)
    return operation.requestBody ? '' : `${words.join(' ')}${method === 'POST' ? ' -X POST' : ''}`
  const json = JSON.stringify(example, null, 2).replaceAll("'", "'\\''")
  return `${words.join(' ')} -H 'Content-Type: application/json' -d '${json}'`
}
