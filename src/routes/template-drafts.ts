/** `/v1/templates/{category}/{name}/draft`: the draft of a template of one's own. */
import { Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import { MAX_BODY } from '../http/body'
import { checkPlanStorage } from '../http/check-plan-storage'
import type { AppEnv } from '../http/context'
import { idempotentRoute } from '../http/idempotent-post'
import { jsonRoute, route } from '../http/route'
import { requireVersion, storeVersion, withoutId } from '../http/store-template'
import {
  NOTE_PAGE,
  NOTE_SAMPLE,
  noteExample,
  ownName,
  showTemplate,
  templatePath,
  templateResponse,
} from '../http/template-view'
import { deleteDraft, putDraft } from '../templates/custom'
import { noVersion } from '../templates/find-template'
import { sizeError } from '../templates/storage-limit'
import { customTemplateSchema } from '../templates/validate-template'

const getDraft = jsonRoute(
  {
    operationId: 'getTemplateDraft',
    summary: 'The draft of a template of your own',
    description: 'The draft as it was stored. `template_id` may name it as `@draft`.',
    path: templatePath,
    response: {
      status: 200,
      description: 'The draft.',
      schema: templateResponse,
      example: { ...noteExample, version: undefined, draft: true },
    },
    errors: ['invalid_request', 'not_found'],
  },
  async (c, { path }) => {
    const { accountId } = await authenticate(c, 'read')
    return showTemplate(await requireVersion(c.env.DB, accountId, ownName(path, 'changed'), 'draft'))
  },
)

const putTemplateDraft = jsonRoute(
  {
    operationId: 'putTemplateDraft',
    summary: 'Store the draft of a template of your own',
    description:
      'Replaces the draft, of which a template has one. It may be unfinished: only its size is checked. No document ' +
      'uses it unless `template_id` names it as `@draft`. It is stored while somebody writes, so it counts as a preview, of ' +
      'which a minute has more. Scope `manage`.',
    path: templatePath,
    body: customTemplateSchema,
    maxBodyBytes: MAX_BODY.stored,
    example: { label: 'Note', page: NOTE_PAGE, sample: NOTE_SAMPLE },
    response: {
      status: 200,
      description: 'The draft as stored.',
      schema: templateResponse,
      example: { ...noteExample, version: undefined, draft: true },
    },
    errors: ['plan_limit'],
  },
  async (c, { body, path }) => {
    const caller = await authenticate(c, 'manage', 'PREVIEW')
    const name = ownName(path, 'replaced')
    const source = await body()
    const tooLarge = sizeError(source)
    if (tooLarge) throw new Problem('invalid_request', { detail: tooLarge.message, errors: [tooLarge] })
    const owner = await checkPlanStorage(c, caller, { thing: { template: name }, source })
    await putDraft(c.env.DB, { name, source, owner, now: c.get('startedAt') })
    return showTemplate({ ...source, id: `${name.category}/${name.name}@draft` })
  },
)

const publishDraft = idempotentRoute(
  {
    scope: 'manage',
    operationId: 'publishTemplateDraft',
    summary: 'Make the draft the next version',
    description:
      'Checks the draft as a PUT of the template does, tells in `X-Warnings` what it would, and stores it as the latest ' +
      'version. Scope `manage`.',
    path: templatePath,
    body: z.strictObject({}),
    maxBodyBytes: MAX_BODY.fields,
    example: {},
    response: {
      status: 200,
      description: 'The new version.',
      schema: templateResponse,
      example: { ...noteExample, version: 2 },
      headers: ['X-Warnings'],
    },
    errors: ['not_found', 'plan_limit', 'document_invalid'],
  },
  async (c, { path, caller }) => {
    const name = ownName(path, 'changed')
    const source = withoutId(await requireVersion(c.env.DB, caller.accountId, name, 'draft'))
    return await storeVersion(c, caller, { name, source, endsDraft: true })
  },
)

const deleteTemplateDraft = route(
  {
    operationId: 'deleteTemplateDraft',
    summary: 'Delete the draft of a template of your own',
    description: 'Its versions stay. Scope `manage`.',
    path: templatePath,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['invalid_request', 'not_found'],
  },
  async (c, { path }) => {
    const { accountId } = await authenticate(c, 'manage')
    const name = ownName(path, 'deleted')
    if (!(await deleteDraft(c.env.DB, accountId, name))) throw noVersion('draft', name)
    return c.body(null, 204)
  },
)

export const templateDrafts = new Hono<AppEnv>()
  .get('/:category/:name/draft', getDraft)
  .put('/:category/:name/draft', putTemplateDraft)
  .delete('/:category/:name/draft', deleteTemplateDraft)
  .post('/:category/:name/draft/publish', publishDraft)
