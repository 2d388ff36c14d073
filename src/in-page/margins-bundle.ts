/** Entry of the bundle for documents with running elements, and with their own counters in what furniture fills in. */
import { BUNDLE_GLOBALS } from './bundle-names'
import { countersAt } from './counter-values'
import type { MarginsFactory } from './margins-factory'
import { publish } from './publish'
import { applyLooks } from './running-looks'

const factory: MarginsFactory = { loadMargins: () => undefined, applyLooks, countersAt }
publish(BUNDLE_GLOBALS.margins, factory)
