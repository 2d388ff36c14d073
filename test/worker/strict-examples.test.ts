/** What our own documentation shows has nothing to tell: `strict` refuses no example and no sample. */
import { SELF } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import { builtinTemplates } from '../../src/templates/builtin'
import { newAccount } from '../support/accounts'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

type Body = Record<string, unknown>

let key: string
beforeAll(async () => {
  await applySchema()
  key = (await newAccount({ plan: 'Max', credits: 10_000 })).key
})

const strict = (body: Body): Body => ({ ...body, options: { ...(body.options as Body), strict: true } })

/** Tried only, which tells of the request what making it would, and prints nothing. */
async function expectNothingTold(path: string, body: Body) {
  const response = await send('POST', path, { key, body: { ...body, dry_run: true } })
  const told = await response.json()
  expect([response.status, told], path).toEqual([200, expect.objectContaining({ warnings: [] })])
}

it.each(builtinTemplates().map(({ id, sample }) => [id, sample] as const))(
  'the sample of %s',
  async (template_id, data) => {
    await expectNothingTold('/v1/generate', strict({ template_id, data }))
  },
)

it('the examples of the description, of all that is printed', async () => {
  const { paths } = await (await SELF.fetch('https://platen.test/openapi.json')).json<{
    paths: Record<string, { post: { requestBody: { content: Record<string, { example: Body }> } } }>
  }>()
  const exampleOf = (path: string) => paths[path]?.post.requestBody.content['application/json']?.example ?? {}
  for (const path of ['/v1/transform', '/v1/generate']) await expectNothingTold(path, strict(exampleOf(path)))
  const { entries, ...batch } = exampleOf('/v1/batch') as { entries: Body[] }
  await expectNothingTold('/v1/batch', { ...batch, entries: entries.map(strict) })
})
