/**
 * The files for n8n and Make as these programs read them: every node, field and value is one that they have. Fields of n8n
 * are those of its sources (`packages/nodes-base/nodes/HttpRequest/V3/Description.ts`, `Set/v2`), of Make those of
 * blueprints that it exports. `test/oracles/integrations.test.ts` has the workflow of GitHub Actions and the collection.
 */
import { describe, expect, it } from 'vitest'
import { textOf } from '../support/documented'

type Fields = { [name: string]: readonly unknown[] | Fields | null }
type Json = Record<string, unknown>

/** Versions of a node that take these fields. null is any value; a list has the values that can be chosen. */
const N8N: Record<string, { versions: number[]; fields: Fields }> = {
  'n8n-nodes-base.manualTrigger': { versions: [1], fields: {} },
  'n8n-nodes-base.set': {
    versions: [3, 3.1, 3.2, 3.3, 3.4],
    fields: { mode: ['manual', 'raw'], jsonOutput: null, options: {} },
  },
  'n8n-nodes-base.httpRequest': {
    versions: [3, 4, 4.1, 4.2, 4.3, 4.4],
    fields: {
      method: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
      url: null,
      authentication: ['none', 'predefinedCredentialType', 'genericCredentialType'],
      genericAuthType: [
        'httpBasicAuth',
        'httpBearerAuth',
        'httpHeaderAuth',
        'httpQueryAuth',
        'httpCustomAuth',
      ],
      sendHeaders: [true, false],
      headerParameters: { parameters: { name: null, value: null } },
      sendBody: [true, false],
      contentType: ['form-urlencoded', 'multipart-form-data', 'json', 'binaryData', 'raw'],
      specifyBody: ['keypair', 'json'],
      jsonBody: null,
      options: {
        response: {
          response: {
            fullResponse: [true, false],
            neverError: [true, false],
            responseFormat: ['autodetect', 'file', 'json', 'text'],
            outputPropertyName: null,
          },
        },
        timeout: null,
      },
    },
  },
}

/** `http:ActionSendData`, version 3. */
const MAKE: Fields = {
  ...{ url: null, headers: { name: null, value: null }, qs: { name: null, value: null } },
  method: ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'],
  bodyType: ['', 'raw', 'x_www_form_urlencoded', 'multipart_form_data'],
  contentType: ['text/plain', 'application/json', 'application/xml', 'text/xml', 'text/html', 'custom'],
  ...{ data: null, authUser: [''], authPass: [''], timeout: null, ca: [''] },
  ...Object.fromEntries(
    [
      'serializeUrl',
      'parseResponse',
      'shareCookies',
      'rejectUnauthorized',
      'followRedirect',
      'useQuerystring',
    ]
      .concat('gzip', 'useMtls', 'followAllRedirects')
      .map((name) => [name, [true, false]]),
  ),
}

describe('the example for n8n', () => {
  const workflow = JSON.parse(textOf('docs/guide/integrations/n8n.json'))

  it('has nodes, fields and values of n8n', () => {
    for (const { type, typeVersion, parameters } of workflow.nodes) {
      const known = N8N[type]
      expect(known?.versions, type).toContain(typeVersion)
      expect(unknownIn(parameters, known?.fields ?? {})).toEqual([])
    }
  })

  it('has the id without which `n8n import:workflow` stores nothing', () => {
    expect(workflow.id).toMatch(/^\w{16}$/)
  })

  it('leads from each node to one that is there, and has each name and id once', () => {
    const names = workflow.nodes.map(({ name }: Json) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(workflow.nodes.map(({ id }: Json) => id)).size).toBe(names.length)
    for (const [from, { main }] of Object.entries<{ main: { node: string; type: string }[][] }>(
      workflow.connections,
    ))
      for (const { node, type } of main.flat())
        expect([names.includes(from), names.includes(node), type]).toEqual([true, true, 'main'])
  })
})

it('the example for Make has a module, fields and values of Make', () => {
  const { flow, metadata } = JSON.parse(textOf('docs/guide/integrations/make.json'))
  for (const { module, version, parameters, mapper } of flow) {
    expect([module, version]).toEqual(['http:ActionSendData', 3])
    expect(Object.keys(parameters)).toEqual(['handleErrors', 'useNewZLibDeCompress'])
    expect(unknownIn(mapper, MAKE)).toEqual([])
    // All of them, as in an export: an import gives none its default.
    expect(Object.keys(mapper).toSorted()).toEqual(Object.keys(MAKE).toSorted())
  }
  expect(metadata).toMatchObject({ version: 1, scenario: {} })
})

/** Places in `value` that `fields` does not have, and values that cannot be chosen. A list has rows of the same fields. */
function unknownIn(value: Json, fields: Fields, at = ''): string[] {
  return Object.entries(value).flatMap(([name, one]) => {
    const place = `${at}/${name}`
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (known === undefined) return [place]
    if (known === null) return []
    if (Array.isArray(known)) return known.includes(one) ? [] : [`${place} is ${one}`]
    return [one].flat().flatMap((row) => unknownIn(row as Json, known as Fields, place))
  })
}
