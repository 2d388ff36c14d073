/** The account's brand. */
import { NotFoundError } from '../../clients/typescript/src/errors'
import type { Operations, Platen } from '../../clients/typescript/src/index'

export type Brand = Operations['putBrand']['body']

/** Nothing if there is none. */
export async function readBrand(platen: Platen): Promise<Brand | undefined> {
  try {
    return await platen.call<'getBrand'>('GET', '/v1/brand')
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}
