import { linearWorkSuite } from '../../support/linear-work-suite'

linearWorkSuite('few')
