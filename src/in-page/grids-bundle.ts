/** Entry of the bundle for data grids under goCreditMode. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { GridFunctions } from './contract'
import { endGrids } from './grid-time'
import { showGridsAsTables } from './grids-as-tables'
import { publish } from './publish'

const functions: GridFunctions = { showGridsAsTables, endGrids }
publish(BUNDLE_GLOBALS.grids, functions)
