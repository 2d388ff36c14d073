/** `/v1/templates/{category}/{name}/…`: the versions of a template of one's own. */
import { Hono } from 'hono'
import { z } from 'zod'
import { authenticate } from '../http/auth'
import { MAX_BODY } from '../http/body'
import { type AppEnv, publicOrigin } from '../http/context'
import { idempotentRoute } from '../http/idempotent-post'
import { jsonRoute } from '../http/route'
import { address, time } from '../http/shared-schemas'
import { requireVersion, storeVersion, withoutId } from '../http/store-template'
import {
  noteExample,
  ownName,
  showTemplate,
  templatePath,
  templateResponse,
  versionName,
} from '../http/template-view'
import { listVersions, type Version } from '../templates/custom'
import { diffTemplates } from '../templates/diff'
import { noTemplate } from '../templates/find-template'

const versionPath = { ...templatePath, version: z.string().regex(/^[1-9]\d{0,8}$/) }

const getVersions = jsonRoute(
  {
    operationId: 'listTemplateVersions',
    summary: 'Versions of a template of your own',
    description: 'The versions that are kept, newest first. `template_id` may name each as `@3`.',
    path: templatePath,
    response: {
      status: 200,
      description: 'At least one.',
      schema: z.object({
        versions: z
          .array(
            z.object({
              version: z.int().describe('Its number.'),
              label: z.string().describe('Name for people.'),
              bytes: z.int().describe('Size of its source as JSON.'),
              created_at: time,
            }),
          )
          .describe('Newest first.'),
        has_draft: z.boolean().describe('Whether there is a draft.'),
      }),
      example: {
        versions: [{ version: 2, label: 'Note', bytes: 212, created_at: '2026-11-21T08:00:00.000Z' }],
        has_draft: false,
      },
    },
    errors: ['invalid_request', 'not_found'],
  },
  async (c, { path }) => {
    const { accountId } = await authenticate(c, 'read')
    const versions = await listVersions(c.env.DB, accountId, ownName(path, 'changed'))
    if (versions.length === 0) throw noTemplate()
    return {
      versions: versions.map(({ created_at, has_draft: _of_all, ...rest }) => ({
        ...rest,
        created_at: new Date(created_at).toISOString(),
      })),
      has_draft: versions.some(({ has_draft }) => has_draft),
    }
  },
)

const getVersion = jsonRoute(
  {
    operationId: 'getTemplateVersion',
    summary: 'One version of a template of your own',
    description: 'The template as it was stored.',
    path: versionPath,
    response: { status: 200, description: 'The version.', schema: templateResponse, example: noteExample },
    errors: ['invalid_request', 'not_found'],
  },
  async (c, { path }) => {
    const { accountId } = await authenticate(c, 'read')
    return showTemplate(await requireVersion(c.env.DB, accountId, ownName(path, 'changed'), numberIn(path)))
  },
)

const restoreVersion = idempotentRoute(
  {
    scope: 'manage',
    operationId: 'restoreTemplateVersion',
    summary: 'Make an earlier version the latest',
    description:
      'Stores the version once more, as the latest, so that `template_id` without a number means it. Versions ' +
      'between stay as they are. Checked, and told in `X-Warnings`, as a PUT of the template is. Scope `manage`.',
    path: versionPath,
    body: z.strictObject({}),
    maxBodyBytes: MAX_BODY.fields,
    example: {},
    response: {
      status: 200,
      description: 'The new version.',
      schema: templateResponse,
      example: { ...noteExample, version: 3 },
      headers: ['X-Warnings'],
    },
    errors: ['not_found', 'plan_limit', 'document_invalid'],
  },
  async (c, { path, caller: { accountId, plan } }) => {
    const name = ownName(path, 'changed')
    const source = await requireVersion(c.env.DB, accountId, name, numberIn(path))
    return await storeVersion(c, { accountId, plan }, { name, source: withoutId(source) })
  },
)

const getDiff = jsonRoute(
  {
    operationId: 'compareTemplateVersions',
    summary: 'How two versions of a template of your own differ',
    description:
      'A unified diff of the page, the style, the sample and the manifest, and the address of a picture of each. `draft` ' +
      'is the draft, and one of the two may be left out: it is the latest version, or the one before it.',
    path: templatePath,
    query: z.strictObject({
      from: versionName.optional().describe('Number, or `draft`. The version before `to` by default.'),
      to: versionName.optional().describe('Number, or `draft`. The latest version by default.'),
    }),
    response: {
      status: 200,
      description: 'The differences.',
      schema: z.object({
        from: z.union([z.int(), z.literal('draft')]).describe('The version that is compared.'),
        to: z.union([z.int(), z.literal('draft')]).describe('The version that it is compared with.'),
        diff: z.string().describe('Unified diff; empty if both are the same.'),
        pictures: z
          .object({ from: address.describe('Of `from`.'), to: address.describe('Of `to`.') })
          .describe(
            'The first page of each as PNG, both with the sample of `to`. They need your key, and are drawn when they are read.',
          ),
      }),
      example: {
        ...{ from: 1, to: 2 },
        diff: '--- a/page.liquid\n+++ b/page.liquid\n@@ -1,1 +1,1 @@\n-<h1>{{ title }}</h1>\n+<h2>{{ title }}</h2>\n',
        pictures: {
          from: 'https://platen.example/v1/templates/my/note/versions/1/pages/1.png?sample_of=2',
          to: 'https://platen.example/v1/templates/my/note/versions/2/pages/1.png?sample_of=2',
        },
      },
    },
    errors: ['not_found'],
  },
  async (c, { path, query }) => {
    const { accountId } = await authenticate(c, 'read')
    const name = ownName(path, 'changed')
    const asked = query()
    const kept = (await listVersions(c.env.DB, accountId, name)).map(({ version }) => version)
    const [latest] = kept
    const to = asked.to ?? latest
    const from = asked.from ?? (to === 'draft' ? latest : kept.find((version) => version < (to ?? 0)))
    if (from === undefined || to === undefined) throw noTemplate()
    const [before, after] = await Promise.all(
      [from, to].map((version) => requireVersion(c.env.DB, accountId, name, version)),
    )
    const versions = `${publicOrigin(c)}/v1/templates/${name.category}/${name.name}/versions`
    const pictureOf = (version: Version) => `${versions}/${version}/pages/1.png?sample_of=${to}`
    return {
      ...{ from, to },
      diff: before && after ? diffTemplates(before, after) : '',
      pictures: { from: pictureOf(from), to: pictureOf(to) },
    }
  },
)

export const templateVersions = new Hono<AppEnv>()
  .get('/:category/:name/versions', getVersions)
  .get('/:category/:name/versions/:version', getVersion)
  .post('/:category/:name/versions/:version/restore', restoreVersion)
  .get('/:category/:name/diff', getDiff)

/** The number in the path; 0, which no version has, for what is none. */
function numberIn(path: (name: string) => string): number {
  return Number(versionPath.version.safeParse(path('version')).data ?? 0)
}
