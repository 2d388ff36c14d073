/** Files of the account that a request names as `asset:<name>`: read from storage, never fetched. */

import { checkContent } from '../net/answer'
import { ASSET_NAME, assetNameOf, isAssetAddress } from '../net/asset-address'
import type { Budget } from '../net/file-budget'
import type { FetchFile } from '../net/guarded-fetch'
import { FetchRefused } from '../net/refused'
import { type AssetOwner, readAsset } from './asset-store'

/** `fetchFile` that knows the account's own files; they are taken from the job's budget as others are. */
export function withAssets(
  fetchFile: FetchFile,
  env: Pick<Env, 'DB' | 'FILES'>,
  { budget, ...owner }: AssetOwner & { budget: Budget },
): FetchFile {
  return async (address, options) => {
    if (!isAssetAddress(address)) return await fetchFile(address, options)
    budget.request()
    const name = assetNameOf(address)
    const found = ASSET_NAME.test(name) ? await readAsset(env, owner, name) : undefined
    if (!found) throw noAsset(name)
    const { facts, object } = found
    if (object.size > options.maxBytes) {
      throw new FetchRefused('size', `The file is larger than ${options.maxBytes} bytes. Use a smaller one.`)
    }
    await budget.bytes(object.size)
    const bytes = await object.bytes()
    checkContent(bytes, 'The asset', options.accept)
    // No other place keeps a copy: the name may mean another file a moment later.
    const headers = { 'cache-control': 'no-store' }
    return { url: address, status: 200, contentType: facts.content_type, headers, bytes }
  }
}

/** What is said of a name that nothing is stored under. */
export function noAsset(name: string): FetchRefused {
  return new FetchRefused(
    'status',
    `There is no asset ${name.slice(0, 80)}. Store it with PUT /v1/assets/{name}; test and live keys have their own.`,
  )
}
