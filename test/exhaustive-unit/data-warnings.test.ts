/** The hostile texts that `test/unit/templates/data-warnings.test.ts` leaves out. */
import { dataWarningsSuite } from '../support/data-warnings-suite'
import { OTHERS_OF_EACH_CLASS } from '../support/hostile-shapes'

dataWarningsSuite(OTHERS_OF_EACH_CLASS)
