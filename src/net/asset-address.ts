/** Addresses of an account's own files: `asset:logo.svg`. */

/** What a stored file may be called. */
export const ASSET_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/
/** Where a page asks for them, since a browser sends no request for a scheme that it does not know. */
export const ASSET_ORIGIN = 'https://asset.invalid/'

export function isAssetAddress(address: string): boolean {
  return /^asset:/i.test(address)
}

/** The name that an address has, which may be none of ours. */
export function assetNameOf(address: string): string {
  return address.slice('asset:'.length).split('#', 1)[0] ?? ''
}
