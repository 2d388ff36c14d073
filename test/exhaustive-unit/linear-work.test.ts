/** The shapes that `test/unit/pdf/linear-work.test.ts` leaves out. */
import { linearWorkSuite } from '../support/linear-work-suite'

linearWorkSuite('others')
