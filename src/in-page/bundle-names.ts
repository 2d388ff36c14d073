/** Which bundle has which function of the contract, and where a page finds it. */
import type { InPage } from './contract'

/** The bundles and the global names that they publish their functions by. */
export const BUNDLE_GLOBALS = {
  load: 'platenLoad',
  settle: 'platenSettle',
  paper: 'platenPaper',
  grids: 'platenGrids',
  furniture: 'platenFurniture',
  footnotes: 'platenFootnotes',
  forms: 'platenForms',
  bleed: 'platenBleed',
  nth: 'platenNth',
  margins: 'platenMargins',
  visit: 'platenVisit',
  sheet: 'platenSheet',
  diagrams: 'platenDiagrams',
  optimize: 'platenOptimize',
} as const
/** Bundles, with those that nobody calls: they run before the scripts of a document or worker. */
export type BundleName = keyof typeof BUNDLE_GLOBALS | 'browser-apis' | 'lockdown' | 'worker-lockdown'

/** The bundle that has a function. Most documents need only `load`, and are spared the others. */
export const BUNDLE_OF: { readonly [Name in keyof InPage]: keyof typeof BUNDLE_GLOBALS } = {
  writePart: 'load',
  waitUntilReady: 'load',
  waitUntilSettled: 'settle',
  fillFrames: 'settle',
  holdScriptsStill: 'settle',
  fillEmptyCells: 'paper',
  inlineSprites: 'paper',
  raiseMargins: 'paper',
  areMarginsRaised: 'paper',
  measureHeaderFooter: 'paper',
  holdFonts: 'paper',
  measurePageArea: 'paper',
  layOutLargerPages: 'paper',
  showGridsAsTables: 'grids',
  prepareFurniture: 'furniture',
  fillByGuess: 'furniture',
  hideForTrial: 'furniture',
  fillFurniture: 'furniture',
  loadNthPages: 'nth',
  loadMargins: 'margins',
  usePageRules: 'nth',
  loadFootnotes: 'footnotes',
  prepareForms: 'forms',
  growPages: 'bleed',
  clickFirst: 'visit',
  hideAll: 'visit',
  scrollThrough: 'visit',
  fitSheet: 'sheet',
  drawDiagrams: 'diagrams',
  whenReady: 'load',
  layOutForScreen: 'load',
  audit: 'optimize',
  auditWhenReady: 'optimize',
  auditIfRaised: 'optimize',
  tryRepair: 'optimize',
  undo: 'optimize',
  outline: 'optimize',
  locate: 'optimize',
}
