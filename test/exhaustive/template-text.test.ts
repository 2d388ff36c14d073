/** The templates that `test/browser/template-text.test.ts` leaves out. */
import { templateTextSuite } from '../support/template-text-suite'

templateTextSuite('others')
