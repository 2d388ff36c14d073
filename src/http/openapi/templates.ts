/** The operations on templates and Studio endpoints. */
import { endpointConfig } from '../../endpoints/endpoint'
import { customTemplateSchema } from '../../templates/validate-template'
import { bodied, inPath, jsonAnswer, jsonBody, keyed, type Paths, problems, url } from './operation'

const word = { type: 'string', pattern: '^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$' }
const templateParameters = [inPath('category', word), inPath('name', word)]

export const slugParameter = inPath('slug', {
  type: 'string',
  pattern: '^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$',
})

const listItem = {
  type: 'object',
  required: ['id', 'label', 'category', 'orientation'],
  properties: {
    id: { type: 'string', description: '`<category>/<name>`' },
    label: { type: 'string' },
    category: { type: 'string' },
    orientation: { enum: ['portrait', 'landscape'] },
  },
}

const template = {
  ...listItem,
  properties: {
    ...listItem.properties,
    description: { type: 'string' },
    version: { type: 'integer', description: 'Of an own template; `template_id` may name it as `@3`.' },
    size: { type: 'object', description: 'Page size in millimetres, where it is not A4.' },
    variables: { type: 'object', description: 'JSON Schema of the data, with defaults.' },
    sample: { type: 'object', description: 'Data that shows the template at its best.' },
    invoice: { type: 'object', description: 'Which variable holds which field of `options.invoice`.' },
    preview: { ...url, description: 'PNG of the sample, as a data address.' },
    page: { type: 'string', description: 'Liquid; of an own template.' },
    style: { type: 'string', description: 'CSS; of an own template.' },
  },
}

const endpoint = {
  type: 'object',
  required: ['name', 'slug', 'type', 'express', 'variables'],
  properties: {
    name: { type: 'string' },
    slug: { type: 'string' },
    type: { enum: ['template', 'html'] },
    express: { type: 'boolean' },
    variables: { type: 'array', items: { type: 'string' }, description: 'Names that the document reads.' },
  },
}

const deleted = (what: string) => ({ '204': { description: `${what} is gone.` } })

export const templatePaths: Paths = {
  '/v1/templates': {
    get: {
      operationId: 'listTemplates',
      summary: 'Templates, shipped and own',
      responses: {
        '200': jsonAnswer('All of them.', { type: 'array', items: listItem }),
        ...problems(...keyed),
      },
    },
  },
  '/v1/templates/{category}/{name}': {
    get: {
      operationId: 'getTemplate',
      summary: 'Variables, sample and preview of a template',
      parameters: templateParameters,
      responses: { '200': jsonAnswer('The template.', template), ...problems(...keyed, 'not_found') },
    },
    put: {
      operationId: 'putTemplate',
      summary: 'An own template, as a new version',
      description:
        'Checked before it is stored: syntax, filters, partials, size, and a rendering of its sample within the ' +
        'limits. A 400 names line and column. Every PUT makes a version that never changes. Scope `manage`.',
      parameters: templateParameters,
      requestBody: jsonBody(customTemplateSchema, {
        label: 'Note',
        page: '<h1>{{ title }}</h1>{{ text | markdown }}',
      }),
      responses: {
        '200': jsonAnswer('A new version.', template),
        '201': jsonAnswer('The first version.', template),
        ...problems(...keyed, ...bodied, 'document_invalid'),
      },
    },
    delete: {
      operationId: 'deleteTemplate',
      summary: 'Delete an own template with all its versions',
      parameters: templateParameters,
      responses: { ...deleted('The template'), ...problems(...keyed, 'invalid_request', 'not_found') },
    },
  },
  '/v1/endpoints': {
    get: {
      operationId: 'listEndpoints',
      summary: 'Pre-configured endpoints',
      responses: {
        '200': jsonAnswer('All of them, the three starters included.', { type: 'array', items: endpoint }),
        ...problems(...keyed),
      },
    },
  },
  '/v1/endpoints/{slug}': {
    put: {
      operationId: 'putEndpoint',
      summary: 'Put up an endpoint, or replace it',
      description: 'Renders a template or an HTML document with variables in Liquid. Scope `manage`.',
      parameters: [slugParameter],
      requestBody: jsonBody(endpointConfig, {
        name: 'Rent invoice',
        template_id: 'invoice/classic',
        data: { locale: 'de', seller: { name: 'Hausverwaltung Nord' } },
      }),
      responses: {
        '200': jsonAnswer('The endpoint as stored.', endpoint),
        ...problems(...keyed, ...bodied, 'not_found', 'document_invalid'),
      },
    },
    delete: {
      operationId: 'deleteEndpoint',
      summary: 'Delete an endpoint; a starter too',
      parameters: [slugParameter],
      responses: { ...deleted('The endpoint'), ...problems(...keyed, 'not_found') },
    },
  },
}
