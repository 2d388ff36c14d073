/** `/v1/assets`: an account's own images and fonts, which its documents name as `asset:<name>`. */

import { Hono } from 'hono'
import { z } from 'zod'
import { limitByPlan } from '../accounts/plans'
import { type AssetFacts, deleteAsset, listAssets, putAsset, readAsset } from '../assets/asset-store'
import { ASSET_TYPES, checkAsset } from '../assets/check-asset'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import { MAX_BODY } from '../http/body'
import { checkPlanStorage } from '../http/check-plan-storage'
import type { AppEnv } from '../http/context'
import { matchesTag } from '../http/if-none-match'
import { parseBytes } from '../http/read-bytes'
import { fileOf, json, jsonRoute, route } from '../http/route'
import { FILE_HEADERS } from '../http/security-headers'
import { logoDecoders } from '../jobs/logo-decoders'
import { ASSET_NAME } from '../net/asset-address'
import { MAX_PIXELS } from '../qr/png-read'
import { inBytes } from '../text/in-units'

const nameSchema = z.string().regex(ASSET_NAME)
const path = { asset: nameSchema }

const assetSchema = z
  .object({
    name: z.string().describe('What it was stored as.'),
    address: z.string().describe('How documents name it.'),
    content_type: z.enum(ASSET_TYPES).describe('By the content of the file.'),
    bytes: z.int().describe('Size as it is stored.'),
    sha256: z.string().describe('SHA-256 of the stored file, in hexadecimal; its `ETag` too.'),
    updated_at: z.iso.datetime().describe('When it was last stored.'),
  })
  .meta({ id: 'Asset' })

const example = {
  name: 'logo.svg',
  address: 'asset:logo.svg',
  content_type: 'image/svg+xml' as const,
  bytes: 2140,
  sha256: 'b2f5c1a8d7e64f0c9b3a2d1e8f7c6b5a4d3e2f1c0b9a8d7e6f5c4b3a2d1e0f9c',
  updated_at: '2026-11-23T09:00:00.000Z',
}

const getAssets = jsonRoute(
  {
    operationId: 'listAssets',
    summary: 'Your images and fonts',
    description: 'All of them by name. Test keys have assets of their own.',
    response: {
      status: 200,
      description: 'The assets.',
      schema: z.object({ assets: z.array(assetSchema).describe('By name.') }),
      example: { assets: [example] },
    },
  },
  async (c) => {
    const caller = await authenticate(c, 'read')
    return { assets: (await listAssets(c.env.DB, caller)).map(show) }
  },
)

const getAsset = route(
  {
    operationId: 'getAsset',
    summary: 'An image or a font of yours',
    description: 'The file as it was stored; an SVG is stored without scripts and links.',
    path,
    responses: {
      200: {
        description: 'The file.',
        headers: ['ETag'],
        content: Object.fromEntries(ASSET_TYPES.map((type) => [type, { schema: fileOf(type) }])),
      },
      304: { description: 'The caller has it already (`If-None-Match`).' },
    },
    errors: ['invalid_request', 'not_found'],
  },
  async (c, { path }) => {
    const caller = await authenticate(c, 'read')
    const found = await readAsset(c.env, caller, readName(path('asset')))
    if (!found) throw notThere()
    const { facts, object } = found
    const headers = { ETag: `"${facts.sha256}"`, ...FILE_HEADERS }
    if (matchesTag(c.req.header('if-none-match'), headers.ETag)) {
      await object.body.cancel()
      return c.body(null, 304, headers)
    }
    return c.body(object.body, 200, {
      ...headers,
      'Content-Type': facts.content_type,
      'Content-Length': String(object.size),
      'Content-Disposition': `attachment; filename="${facts.name}"`,
    })
  },
)

const putAssetRoute = route(
  {
    operationId: 'putAsset',
    summary: 'Store an image or a font',
    description:
      'The body is the file itself: SVG, PNG, JPEG, WebP, WOFF2, TTF or OTF, known by its content and at most ' +
      `${inBytes(MAX_BODY.asset)}; an image has at most ${MAX_PIXELS / 1e6} megapixels. Documents name it as \`asset:<name>\` in HTML, ` +
      'CSS, template data, header and footer, and QR codes as `logo_url`. A file of that name is replaced. ' +
      `Assets by plan: ${limitByPlan(({ storage }) => storage.assets)}. Scope \`manage\`.`,
    path,
    file: true,
    maxBodyBytes: MAX_BODY.asset,
    responses: {
      200: json('Replaced.', { schema: assetSchema, example }),
      201: json('Stored.', { schema: assetSchema, example }),
    },
    errors: ['plan_limit', 'asset_failed'],
  },
  async (c, { path }) => {
    const caller = await authenticate(c, 'manage')
    const { accountId, mode } = caller
    const name = readName(path('asset'))
    const bytes = await parseBytes(c, MAX_BODY.asset, (read) => read)
    const file = await checkAsset(bytes, logoDecoders, accountId)
    const quota = await checkPlanStorage(c, caller, {
      thing: { asset: { mode, name } },
      bytes: file.bytes.byteLength,
    })
    const now = c.get('startedAt')
    const { isNew, ...facts } = await putAsset(c.env, { accountId, mode, quota }, { name, file, now })
    return c.json(show(facts), isNew ? 201 : 200)
  },
)

const deleteAssetRoute = route(
  {
    operationId: 'deleteAsset',
    summary: 'Delete an image or a font of yours',
    description: 'Documents that name it print without it, with a warning. Scope `manage`.',
    path,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['invalid_request', 'not_found'],
  },
  async (c, { path }) => {
    const caller = await authenticate(c, 'manage')
    if (!(await deleteAsset(c.env, caller, readName(path('asset'))))) throw notThere()
    return c.body(null, 204)
  },
)

export const assets = new Hono<AppEnv>()
  .get('/', getAssets)
  .get('/:asset', getAsset)
  .put('/:asset', putAssetRoute)
  .delete('/:asset', deleteAssetRoute)

function show({ name, content_type, bytes, sha256, updated_at }: AssetFacts): z.input<typeof assetSchema> {
  return {
    name,
    address: `asset:${name}`,
    content_type: content_type as z.input<typeof assetSchema>['content_type'],
    bytes,
    sha256,
    updated_at: new Date(updated_at).toISOString(),
  }
}

function readName(name: string): string {
  if (ASSET_NAME.test(name)) return name
  throw new Problem('invalid_request', {
    detail:
      'The path /v1/assets/{asset} must have a name of 1 to 80 letters, digits, dots, hyphens and underscores that begins with a letter or digit, such as logo.svg.',
  })
}

function notThere(): Problem {
  return new Problem('not_found', {
    detail: 'There is no such asset. GET /v1/assets lists them; test and live keys have their own.',
  })
}
