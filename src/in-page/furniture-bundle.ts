/** Entry of the bundle for page furniture. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { FurnitureFunctions } from './contract'
import { fillByGuess, fillFurniture, hideForTrial, prepareFurniture } from './furniture'
import { publish } from './publish'

const functions: FurnitureFunctions = { prepareFurniture, fillByGuess, hideForTrial, fillFurniture }
publish(BUNDLE_GLOBALS.furniture, functions)
