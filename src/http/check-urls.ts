/** Addresses in a request: what is refused by its form alone is a 400 before anything is done. */

import type { PdfOptions } from '../document-options'
import type { FieldError } from '../errors'
import { checkAddress } from '../net/address'
import { ASSET_NAME, assetNameOf, isAssetAddress } from '../net/asset-address'
import { isDataUrl } from '../net/data-address'
import { addressPolicy } from '../settings'
import { isFileUrl } from '../storage/signed-urls'
import { type AppContext, publicOrigin } from './context'

/** The problems of one address, if it is there. */
export function checkUrl(c: AppContext, pointer: string, address: string | undefined): FieldError[] {
  if (address === undefined) return []
  const verdict = checkAddress(address, addressPolicy(c.env, new URL(c.req.url).origin))
  return verdict.ok ? [] : [{ pointer, message: verdict.reason }]
}

/** The problems of the address of a file, which may stand in the address itself, or be one that we gave out. */
export function checkFileUrl(c: AppContext, pointer: string, address: string | undefined): FieldError[] {
  const known = address !== undefined && (isDataUrl(address) || isFileUrl(address, publicOrigin(c)))
  return known ? [] : checkUrl(c, pointer, address)
}

/** The same where an asset of the account may stand. */
export function checkAssetUrl(c: AppContext, pointer: string, address: string | undefined): FieldError[] {
  if (address === undefined || !isAssetAddress(address)) return checkFileUrl(c, pointer, address)
  if (ASSET_NAME.test(assetNameOf(address))) return []
  const message = 'must have a name of 1 to 80 letters, digits, dots, hyphens and underscores after asset:'
  return [{ pointer, message }]
}

/** Addresses that something is sent to. */
export type ReceiverUrls = { webhook_url?: string | undefined; deliver_to?: string | undefined }

/** The problems of the addresses that something is sent to. */
export function checkReceivers(c: AppContext, { webhook_url, deliver_to }: ReceiverUrls): FieldError[] {
  return [...checkHook(c, '/webhook_url', webhook_url), ...checkUpload(c, '/deliver_to', deliver_to)]
}

/** The problems of an address that events are posted to. */
export function checkHook(c: AppContext, pointer: string, address: string | undefined): FieldError[] {
  if (!isMailAddress(address)) return checkUrl(c, pointer, address)
  const message =
    'is an e-mail address, and nothing is mailed: send the address of a server of yours, "https://…", which gets a POST'
  return [{ pointer, message }]
}

const UPLOAD =
  'send the presigned address of one PUT into your bucket, "https://…", or leave it out and fetch download_url'

function checkUpload(c: AppContext, pointer: string, address: string | undefined): FieldError[] {
  if (isMailAddress(address))
    return [{ pointer, message: `is an e-mail address, and nothing is mailed: ${UPLOAD}` }]
  if (/^(?:s3|gs|r2|az|abfss?):/i.test(address ?? ''))
    return [{ pointer, message: `names a bucket, for which no keys are kept here: ${UPLOAD}` }]
  return checkUrl(c, pointer, address)
}

function isMailAddress(address = ''): boolean {
  return /^mailto:/i.test(address) || /^[^/\s:@]+@[^/\s:@]+$/.test(address)
}

/** The problems of every address in a rendering request. */
export function checkUrls(
  c: AppContext,
  { options = {}, webhook_url, deliver_to }: { options?: PdfOptions | undefined } & ReceiverUrls,
): FieldError[] {
  const files = (['embed_files', 'attachments'] as const).flatMap((field) =>
    (options[field] ?? []).flatMap((address, index) =>
      checkFileUrl(c, `/options/${field}/${index}`, address),
    ),
  )
  const urls = [
    ...checkReceivers(c, { webhook_url, deliver_to }),
    ...checkUrl(c, '/options/base_url', options.base_url),
  ]
  return [...urls, ...files]
}
