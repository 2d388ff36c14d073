/** The workers that `browser-apis.test.ts` leaves out. */
import { beforeAll } from 'vitest'
import { applySchema } from '../support/schema'
import { workerSuite } from '../support/worker-suite'

beforeAll(() => applySchema())

workerSuite('others')
