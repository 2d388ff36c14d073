/** The parts of headers and footers that `test/browser/transform/header.test.ts` leaves out. */
import { beforeAll } from 'vitest'
import { headerSuite } from '../support/header-suite'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

headerSuite('others')
