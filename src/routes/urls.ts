/** Addresses in a request: what is refused by its form alone is a 400 before anything is done. */
import type { FieldError } from '../errors'
import type { TransformRequest } from '../jobs/job'
import { checkAddress } from '../net/address'
import { isDataUrl } from '../net/data'
import { addressPolicy } from '../settings'
import { type AppContext, publicOrigin } from './context'

/** The problems of every address in a rendering request. */
export function checkUrls(
  c: AppContext,
  { options = {}, webhook_url }: Pick<TransformRequest, 'options' | 'webhook_url'>,
): FieldError[] {
  const policy = addressPolicy(c.env, publicOrigin(c))
  const check = (pointer: string, address: string | undefined): FieldError[] => {
    if (address === undefined) return []
    const verdict = checkAddress(address, policy)
    return verdict.ok ? [] : [{ pointer, message: verdict.reason }]
  }
  const files = (['embed_files', 'attachments'] as const).flatMap((field) =>
    (options[field] ?? []).flatMap((address, index) =>
      isDataUrl(address) ? [] : check(`/options/${field}/${index}`, address),
    ),
  )
  return [...check('/webhook_url', webhook_url), ...check('/options/base_url', options.base_url), ...files]
}
