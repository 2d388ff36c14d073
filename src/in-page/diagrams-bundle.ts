/** Entry of the bundle for Markdown with diagrams. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { DiagramFunctions } from './contract'
import { drawDiagrams } from './diagrams'
import { publish } from './publish'

const functions: DiagramFunctions = { drawDiagrams }
publish(BUNDLE_GLOBALS.diagrams, functions)
