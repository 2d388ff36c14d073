/** The reference: Markdown pages made from the OpenAPI description, one for each operation and each large object. */
import { curlOf } from './curl.mjs'
import { cell, tablesOf, typeOf } from './schema-tables.mjs'

/** Objects that have a page, by its path: their name there, what it says first, and what else it explains. */
const OBJECTS = {
  'reference/options': {
    schema: 'Options',
    title: 'options',
    text: 'How a document is printed and finished: the `options` of every request that makes a PDF.',
  },
  'reference/invoice': {
    schema: 'Invoice',
    title: 'invoice',
    text: 'The invoice inside an e-invoice, as JSON after the business terms of EN 16931: `options.invoice`, and `invoice` of `POST /v1/invoice/check`.',
  },
  'reference/dry-run': {
    schema: 'DryRun',
    title: 'dry_run',
    text: 'What `dry_run: true` returns, on every POST that charges: the price by item, and what would refuse the call. Nothing is made or charged.',
  },
  'reference/task': { schema: 'Task', title: 'Task', text: 'What `GET /v1/status/{task_id}` returns.' },
}

/** Pages of the Studio that do what an operation does; `?example` opens one with the body that is shown here. */
const STUDIO = {
  transform: 'html?example',
  generate: 'make/invoice/classic?example',
  preview: 'html?example',
  createQrCode: 'qr',
  inspect: 'inspect',
  createBatch: 'batch',
  putTemplate: 'templates',
  listTasks: 'tasks',
  listDeliveries: 'webhooks',
  getUsage: 'usage',
  createOwnKey: 'keys',
  listAssets: 'assets',
}

/** Pages `{ path, title, heading?, text }` in the order of the description; `heading` begins a group. */
export function referencePages(api) {
  const pageOf = Object.fromEntries(Object.entries(OBJECTS).map(([path, { schema }]) => [schema, path]))
  const objects = Object.entries(OBJECTS).map(([path, { schema, title, text }], at) => ({
    path,
    title,
    ...(at === 0 && { heading: 'Objects' }),
    text: `# ${code(title)}\n\n${text}\n\n${tablesOf([schema], { api, pageOf, from: path, first: true })}`,
  }))
  const operations = Object.entries(api.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      address,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const pages = api.tags.flatMap(({ name }) =>
    operations
      .filter(({ operation }) => operation.tags[0] === name)
      .map((one, at) => ({
        ...operationPage(one, { api, pageOf }),
        ...(at === 0 && { heading: name }),
      })),
  )
  return [...objects, ...pages]
}

function operationPage({ address, method, operation }, context) {
  const path = `reference/${address.startsWith('/admin/') ? 'admin-' : ''}${operation.operationId}`
  const linking = { ...context, from: path }
  const body = operation.requestBody?.content ?? {}
  const parts = [
    `# ${method} ${address}`,
    `${operation.summary}.`,
    operation.description ?? '',
    ...section('Example', exampleOf(method, address, operation)),
    tryIt(operation.operationId),
    ...section('Parameters', parametersTable(operation.parameters ?? [], linking)),
    ...Object.entries(body).flatMap(([type, { schema }]) =>
      section(
        type === 'application/json' ? 'Body' : `Body as ${type}`,
        tablesOf([schema], { ...linking, first: true }),
      ),
    ),
    ...section('Responses', responsesTable(operation.responses, linking)),
    ...section(
      'Response objects',
      tablesOf(
        successes(operation).flatMap(({ content }) => objectsOf(content)),
        linking,
      ),
    ),
    ...section('Response headers', headersTable(operation.responses, linking)),
  ]
  return {
    path,
    title: `${method} ${address.replace(/^\/(admin\/)?v1/, '')}`,
    text: parts.filter(Boolean).join('\n\n'),
  }
}

/** The link to the page of the Studio, if there is one. */
function tryIt(operationId) {
  const page = STUDIO[operationId]
  return page ? `[Try it in the Studio](/studio/#/${page})` : ''
}

function section(title, text) {
  return text ? [`## ${title}`, text] : []
}

function exampleOf(method, address, operation) {
  const command = curlOf(method, address, operation)
  const [first] = successes(operation)
  const json = Object.keys(first?.content ?? {}).length === 1 ? first.content['application/json'] : undefined
  const answer = json?.example ?? Object.values(json?.examples ?? {})[0]?.value
  return [
    command && `\`\`\`bash\n${command}\n\`\`\``,
    answer === undefined ? '' : `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function parametersTable(parameters, linking) {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema, description = '' }) =>
      `| \`${name}\` | ${place} | ${typeOf(schema, linking)}${required ? ', required' : ''} | ${cell(description)} |`,
  )
  return ['| name | in | type | |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function responsesTable(responses, linking) {
  const rows = Object.entries(responses).map(([status, { description, content = {} }]) => {
    const types = Object.entries(content)
      .filter(([type]) => type !== 'application/problem+json')
      .flatMap(([type, { schema }]) =>
        type === 'application/json' ? branchesOf(schema).map((one) => typeOf(one, linking)) : type,
      )
    const text = Number(status) < 400 ? description : withErrorLinks(description)
    return `| ${status} | ${cell(text)} | ${[...new Set(types)].join(', ') || (content['application/problem+json'] ? 'a [problem](errors.md)' : '')} |`
  })
  return ['| status | | body |', '| --- | --- | --- |', ...rows].join('\n')
}

/** The responses with a status of 2xx. */
function successes({ responses }) {
  return Object.keys(responses)
    .filter((status) => status.startsWith('2'))
    .map((status) => responses[status])
}

/** What a response in JSON can be, but for the file itself. */
function branchesOf(schema) {
  return schema.anyOf ? schema.anyOf.flatMap(branchesOf) : schema.format === 'binary' ? [] : [schema]
}

/** The objects of a response that have no page of their own. */
function objectsOf(content) {
  const schema = content?.['application/json']?.schema
  const own = Object.values(OBJECTS).map((object) => object.schema)
  return schema ? branchesOf(schema).filter(({ $ref }) => !own.includes($ref?.split('/').at(-1))) : []
}

/** Codes, which stand in front of a colon, as links to their pages. */
function withErrorLinks(description) {
  return description.replace(/`([a-z_]+)`: /g, (_, name) => `[\`${name}\`](../errors/${name}.md): `)
}

function headersTable(responses, { api }) {
  const names = successes({ responses }).flatMap(({ headers = {} }) => Object.keys(headers))
  if (names.length === 0) return ''
  const rows = [...new Set(names)].map(
    (name) => `| \`${name}\` | ${cell(api.components.headers[name]?.description ?? '')} |`,
  )
  return ['| header | |', '| --- | --- |', ...rows].join('\n')
}

const code = (text) => `\`${text}\``
