/** The account's brand. */
import type { Operations, Platen } from '../../clients/typescript/src/index'

export type Brand = Operations['putBrand']['body']

/** Nothing if there is none. */
export async function readBrand(platen: Platen): Promise<Brand | undefined> {
  return await platen.call<'getBrand'>('GET', '/v1/brand', { query: { optional: 'true' } })
}
