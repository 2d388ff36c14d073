/** `/v1/templates`: the shipped templates and the caller's own, which are put up and deleted here. */
import { Hono } from 'hono'
import { plans } from '../accounts/plans'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import { MAX_BODY, readJson } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import { parseShape } from '../http/validation'
import { builtinTemplates, findBuiltin } from '../templates/builtin'
import {
  deleteCustom,
  findCustom,
  listCustom,
  parseTemplateId,
  putCustom,
  type TemplateName,
} from '../templates/custom'
import type { BuiltinTemplate, TemplateSource } from '../templates/manifest'
import { sizeInStorage } from '../templates/storage-limit'
import { checkStorage } from '../templates/storage-quota'
import { customTemplateSchema, validateTemplate } from '../templates/validate-template'

export const templates = new Hono<AppEnv>()

templates.get('/', async (c) => {
  const { accountId } = await authenticate(c, 'read')
  return c.json([...builtinTemplates(), ...(await listCustom(c.env.DB, accountId))].map(listed))
})

templates.get('/:category/:name', async (c) => {
  const { accountId } = await authenticate(c, 'read')
  const { category, name } = c.req.param()
  return c.json(shown(await requireTemplate(c, accountId, `${category}/${name}`)))
})

templates.put('/:category/:name', async (c) => {
  const { accountId, plan } = await authenticate(c, 'manage')
  const limits = plans[plan].storage
  const name = ownName(c, 'replaced')
  const source = parseShape(customTemplateSchema, await readJson(c, MAX_BODY.stored))
  const id = `${name.category}/${name.name}`
  validateTemplate({ ...source, id })
  const adds = { template: name, bytes: sizeInStorage(source) }
  await checkStorage(c.env.DB, { accountId, plan, limits }, adds)
  const version = await putCustom(c.env.DB, accountId, {
    name,
    source,
    keepVersions: limits.templateVersions,
    now: c.get('startedAt'),
  })
  return c.json(shown({ ...source, id: `${id}@${version}` }), version === 1 ? 201 : 200)
})

templates.delete('/:category/:name', async (c) => {
  const { accountId } = await authenticate(c, 'manage')
  if (!(await deleteCustom(c.env.DB, accountId, ownName(c, 'deleted')))) throw noTemplate()
  return c.body(null, 204)
})

/** The template of an id, shipped or the account's own. Throws `not_found`, for a malformed id too. */
export async function requireTemplate(c: AppContext, accountId: string, id: string): Promise<TemplateSource> {
  const shipped = findBuiltin(id)
  if (shipped) return shipped
  const name = parseTemplateId(id)
  const own = name && (await findCustom(c.env.DB, accountId, name))
  if (!own) throw noTemplate()
  return own
}

function noTemplate() {
  return new Problem('not_found', {
    detail: 'There is no such template. GET /v1/templates lists those there are.',
  })
}

/** Category and name in the path; throws `invalid_request` where they are none, or ours, which cannot be `changed`. */
function ownName(c: AppContext, changed: 'replaced' | 'deleted'): TemplateName {
  const { category = '', name = '' } = c.req.param()
  const id = `${category}/${name}`
  const parsed = parseTemplateId(id)
  if (parsed?.version !== undefined) {
    throw badPath(`names a version: versions stay as they are, so leave out "@${parsed.version}"`)
  }
  if (!parsed) {
    throw badPath('must have a category and a name of 1 to 40 lower-case letters, digits and hyphens')
  }
  if (findBuiltin(id)) throw badPath(`names ${id}, which is ours and cannot be ${changed}: name another`)
  return parsed
}

function badPath(message: string): Problem {
  return new Problem('invalid_request', { detail: `The path /v1/templates/{category}/{name} ${message}.` })
}

/** An own template's id as it is listed: without its version, which `template_id` may carry. */
function idAndVersion(id: string): [id: string, version: number | undefined] {
  const [plain = id, version] = id.split('@')
  return [plain, version === undefined ? undefined : Number(version)]
}

/** The contract's list item (2.8). */
function listed({ id, label, orientation }: TemplateSource) {
  const [plain] = idAndVersion(id)
  return { id: plain, label, category: plain.split('/')[0], orientation }
}

/** All there is to know of a template; absent fields are left out. */
function shown(template: TemplateSource | BuiltinTemplate) {
  const { description, size, variables, sample, invoice } = template
  const [, version] = idAndVersion(template.id)
  return {
    ...listed(template),
    description,
    ...(version !== undefined && { version }),
    ...(size && { size }),
    ...(variables && { variables }),
    sample,
    ...(invoice && { invoice }),
    ...('preview' in template && template.preview
      ? { preview: `data:image/png;base64,${template.preview}` }
      : { page: template.page, style: template.style }),
  }
}
