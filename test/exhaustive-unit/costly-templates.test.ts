/** The templates that `test/unit/templates/cost.test.ts` leaves out. */
import { costlyTemplateSuite } from '../support/costly-templates'

costlyTemplateSuite('others')
