/** `/v1/brand`: what an account's templates look like whose data say nothing of it. Test and live keys have their own. */
import { Hono } from 'hono'
import { z } from 'zod'
import { listAssets } from '../assets/asset-store'
import { Problem } from '../errors'
import { authenticate, type Caller } from '../http/auth'
import { MAX_BODY } from '../http/body'
import type { AppEnv } from '../http/context'
import { json, route } from '../http/route'
import { optionalQuery } from '../http/shared-schemas'
import { ASSET_NAME, assetNameOf, isAssetAddress } from '../net/asset-address'
import { isColor } from '../templates/filters/color'

const MAX_NAME = 200
/** As much as a page's foot shows. */
const MAX_FOOTER = 300

const asset = z
  .string()
  .max(100)
  .refine(
    (address) => isAssetAddress(address) && ASSET_NAME.test(assetNameOf(address)),
    'must be asset: and the name of an asset of yours, such as asset:logo.svg; PUT /v1/assets/{name} stores one',
  )

const brandSchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(MAX_NAME)
      .optional()
      .describe('Word mark, where there is no logo; the sender’s name otherwise.'),
    logo: asset.optional().describe('An image of yours, as `asset:<name>`.'),
    accent: z
      .string()
      .max(50)
      .refine(isColor, 'must be a color of CSS, such as "#1b4b66"')
      .optional()
      .describe('CSS color.'),
    font: asset.optional().describe('A font of yours, as `asset:<name>`, for the whole document.'),
    font_bold: asset.optional().describe('Its bold cut; without one, bold text is thickened.'),
    footer: z
      .string()
      .trim()
      .min(1)
      .max(MAX_FOOTER)
      .optional()
      .describe('One line at the foot of every page.'),
  })
  .refine((brand) => Object.keys(brand).length > 0, 'must have a field; DELETE /v1/brand removes the brand')
  .meta({ id: 'Brand' })
type Brand = z.output<typeof brandSchema>

const example = {
  name: 'Halden & Moor',
  logo: 'asset:logo.svg',
  accent: '#7a1f3d',
  footer: 'Halden & Moor B.V. · Keizersgracht 12 · Amsterdam',
} satisfies Brand

/** Which kind of asset a field names. */
const KINDS = { logo: 'image/', font: 'font/', font_bold: 'font/' } as const

const getBrand = route(
  {
    operationId: 'getBrand',
    summary: 'Your brand',
    description:
      'What templates look like when a call has no `data.brand`. Test keys have a brand of their own.',
    query: optionalQuery,
    responses: {
      200: json('The brand.', { schema: brandSchema, example }),
      204: { description: 'There is none, and `optional` is true.' },
    },
    errors: ['not_found'],
  },
  async (c, { query }) => {
    const { brand } = await authenticate(c, 'read')
    if (brand) return c.json(brand)
    if (query().optional) return c.body(null, 204)
    throw noBrand()
  },
)

const putBrand = route(
  {
    operationId: 'putBrand',
    summary: 'Set your brand',
    description:
      'Name, logo, color, font and foot of every document that a template makes, built-in or your own, when the call (and ' +
      'the endpoint’s stored data) has no `data.brand`. A `data.brand` that is there counts alone: nothing of this ' +
      'one is added to it, and `{}` makes a document without. It replaces the brand before as a whole, from the next ' +
      'request on; express endpoints make their documents anew. Documents of your own HTML are not changed. Scope `manage`.',
    body: brandSchema,
    example,
    maxBodyBytes: MAX_BODY.fields,
    responses: {
      200: json('Replaced.', { schema: brandSchema, example }),
      201: json('Set.', { schema: brandSchema, example }),
    },
    errors: ['asset_failed'],
  },
  async (c, { body }) => {
    const caller = await authenticate(c, 'manage')
    const brand = await body()
    await requireAssets(c.env.DB, caller, brand)
    const { mode, account } = caller
    const wasSet = await account.setBrand({ mode, brand })
    return c.json(brand, wasSet ? 200 : 201)
  },
)

const deleteBrand = route(
  {
    operationId: 'deleteBrand',
    summary: 'Remove your brand',
    description: 'Templates print without it from the next request on. Its assets are kept. Scope `manage`.',
    responses: { 204: { description: 'Removed.' } },
    errors: ['not_found'],
  },
  async (c) => {
    const { mode, account } = await authenticate(c, 'manage')
    if (!(await account.setBrand({ mode, brand: undefined }))) throw noBrand()
    return c.body(null, 204)
  },
)

export const brand = new Hono<AppEnv>().get('/', getBrand).put('/', putBrand).delete('/', deleteBrand)

/** Throws `asset_failed` for an asset that is not there, or is of another kind. */
async function requireAssets(db: D1Database, caller: Caller, brand: Brand): Promise<void> {
  const named = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((field) => brand[field] !== undefined)
  if (named.length === 0) return
  const types = new Map((await listAssets(db, caller)).map(({ name, content_type }) => [name, content_type]))
  const errors = named.flatMap((field) => {
    const name = assetNameOf(brand[field] ?? '')
    const type = types.get(name)
    const pointer = `/${field}`
    if (type === undefined)
      return [{ pointer, message: `there is no asset ${name}: store it first with PUT /v1/assets/${name}` }]
    const wanted = KINDS[field] === 'font/' ? 'a font' : 'an image'
    return type.startsWith(KINDS[field]) ? [] : [{ pointer, message: `${name} is ${type}, not ${wanted}` }]
  })
  const [first] = errors
  if (first)
    throw new Problem('asset_failed', { detail: `${first.pointer.slice(1)}: ${first.message}.`, errors })
}

function noBrand(): Problem {
  return new Problem('not_found', {
    detail: 'There is no brand. PUT /v1/brand sets one; test and live keys have their own.',
  })
}
