/** Entry of the bundle for form fields. */
import { BUNDLE_GLOBALS } from './bundle-names'
import type { FormFunctions } from './contract'
import { prepareForms } from './form-fields'
import { publish } from './publish'

const functions: FormFunctions = { prepareForms }
publish(BUNDLE_GLOBALS.forms, functions)
