/** Entry of the bundle for page furniture. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { FurnitureFunctions } from './contract'
import { fillFurniture, hideForTrial, prepareFurniture } from './furniture'
import { publish } from './publish'

const functions: FurnitureFunctions = { prepareFurniture, hideForTrial, fillFurniture }
publish(BUNDLE_GLOBALS.furniture, functions)
