/** The documents that `test/browser/transform/warnings.test.ts` leaves out. */
import { beforeAll } from 'vitest'
import { applySchema } from '../support/schema'
import { unprintableSuite } from '../support/unprintable-suite'

beforeAll(() => applySchema())

unprintableSuite('others')
