/** The body of `POST /v1/qrcode`, JSON or a form: read and checked. */

import { z } from 'zod'
import { inCredits, PRICES } from '../accounts/pricing'
import { findAssetHash } from '../assets/asset-store'
import { noAsset } from '../assets/fetch-asset'
import type { FieldError } from '../errors'
import { assetFailed } from '../jobs/load-named-file'
import { resultKey } from '../jobs/result-cache'
import { assetNameOf, isAssetAddress } from '../net/asset-address'
import { assertEncodable } from '../qr/generate-qr'
import { cacheKey } from '../qr/image-hash'
import { LOGO_TYPES } from '../qr/logo-file'
import { findPayloadWarnings } from '../qr/payload-warnings'
import { MAX_PIXELS } from '../qr/png-read'
import { colorsOf, findPaperWarnings } from '../qr/qr-colors'
import { findQrConflicts, parseFormFields, type QrOptions, qrOptions } from '../qr/qr-options'
import type { Caller } from './auth'
import { MAX_BODY, readForm, readJson } from './body'
import { idleReceivers, requireAsyncDelivery } from './check-document'
import { checkAssetUrl, checkReceivers } from './check-urls'
import type { AppContext } from './context'
import { fileOf } from './route'
import { fileDelivery } from './shared-schemas'
import { invalidRequest, parseShape } from './validation'

/** A request for a code, checked. */
export type QrcodeCall = {
  options: QrOptions
  delivery: Pick<
    z.output<typeof qrcodeRequest>,
    'return_type' | 'async_mode' | 'webhook_url' | 'deliver_to' | 'metadata' | 'dry_run'
  >
  upload: Uint8Array | undefined
  cacheKey: string
  /** What the caller is told of the request. */
  warnings: string[]
}

/** The contract's fields of a QR code, as JSON. */
export const qrcodeRequest = z
  .strictObject({
    ...qrOptions.shape,
    logo_url: qrOptions.shape.logo_url.describe(
      `${qrOptions.shape.logo_url.description} +${inCredits(PRICES.logo)}.`,
    ),
    ...fileDelivery,
  })
  .meta({ id: 'QrCodeRequest' })

/** The same as a form, with a logo file. */
export const qrcodeForm = qrcodeRequest
  .extend({
    logo: fileOf(LOGO_TYPES.join(', '))
      .optional()
      .describe(
        `A PNG, JPEG or WebP for the centre, at most ${MAX_PIXELS / 1e6} megapixels. +${inCredits(PRICES.logo)}.`,
      ),
  })
  .meta({ id: 'QrCodeForm' })

/** Reads and checks the request. Throws 413, 415 and 400. */
export async function readQrcode(
  c: AppContext,
  caller: Pick<Caller, 'accountId' | 'mode'>,
): Promise<QrcodeCall> {
  const form = await readForm(c, MAX_BODY.code)
  const value = form ? parseFormFields(form.fields) : await readJson(c, MAX_BODY.code)
  const upload = form?.files.findLast(({ field }) => field === 'logo')?.bytes
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'logo'))
    throw invalidRequest([logoAsText])
  const { return_type, async_mode, webhook_url, deliver_to, metadata, dry_run, ...options } = parseShape(
    qrcodeRequest,
    value,
  )
  const errors: FieldError[] = [
    ...(form?.files ?? []).filter(({ field }) => field !== 'logo').map(({ field }) => notAFile(field)),
    ...findQrConflicts(options, { hasFile: upload !== undefined }),
    ...checkAssetUrl(c, '/logo_url', options.logo_url),
    ...checkReceivers(c, { webhook_url, deliver_to }),
  ]
  if (errors.length > 0) throw invalidRequest(errors)
  requireAsyncDelivery({ async_mode, deliver_to })
  const logoHash = await assetHash(c, caller, options.logo_url)
  const hash = cacheKey(options, upload, { isTest: caller.mode === 'test', logoHash })
  const hasLogo = upload !== undefined || options.logo_url !== undefined
  assertEncodable(options, { hasLogo })
  return {
    options,
    delivery: { return_type, async_mode, webhook_url, deliver_to, metadata, dry_run },
    upload,
    cacheKey: resultKey(caller, `qrcode-${hash}`),
    warnings: [
      ...findPayloadWarnings(options),
      ...(options.logo_width !== undefined && !hasLogo ? [NO_LOGO] : []),
      ...findPaperWarnings(colorsOf(options)),
      ...idleReceivers(c, { async_mode, webhook_url, deliver_to }),
    ],
  }
}

/** The SHA-256 of a logo that is an asset. Throws `asset_failed` if it is not there. */
async function assetHash(
  c: AppContext,
  caller: Pick<Caller, 'accountId' | 'mode'>,
  address = '',
): Promise<string | undefined> {
  if (!isAssetAddress(address)) return undefined
  const name = assetNameOf(address)
  const hash = await findAssetHash(c.env.DB, caller, name)
  if (hash === undefined) throw assetFailed('The logo at logo_url', '/logo_url', noAsset(name).message)
  return hash
}

const NO_LOGO = 'logo_width is not used, as there is no logo: send logo_url, or a file as logo'

/** The contract's `logo` in JSON, or as a text of a form. */
const logoAsText: FieldError = {
  pointer: '/logo',
  message: 'must be a file in multipart/form-data; for an address (https: or data:), use logo_url',
}

function notAFile(name: string): FieldError {
  return { pointer: `/${name}`, message: 'must be text; only logo may be a file' }
}

/** Whether the caller wants a signed address instead of the image. */
export function isByUrl({ delivery }: QrcodeCall): boolean {
  return delivery.return_type === 'url'
}
