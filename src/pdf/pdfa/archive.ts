/**
 * Makes what Chromium printed (and what was merged, stamped and embedded since) an archival document: PDF/A of
 * ISO 19005 part 1, 2 or 3, and PDF/UA of ISO 14289-1. Each step repairs one thing, wherever it occurs;
 * `verify-conformance.ts` judges the saved file, so what no step can repair ends in an error, never in a file that only claims to conform.
 */
import type { PDFDocument } from 'pdf-lib'
import { dropHidden } from '../hidden-annotations'
import { replaceUnknownTypes } from './annotation-types'
import { describeLinks, printAnnotations, showTitle } from './annotations'
import { completeAppearances } from './appearances'
import { markArtifacts } from './artifacts'
import { defineCmyk } from './cmyk'
import { rebaseCoordinates } from './coordinates'
import { embedStandardFonts } from './embed-standard-fonts'
import { fitPages } from './fit-pages'
import { flatten } from './flatten'
import { dropGlyphLists, listGlyphs, mendWidths } from './font-descriptors'
import type { StandardFonts } from './fonts/standard-programs'
import { levelHeadings } from './heading-tags'
import { replaceNewProfiles, replaceUnusableProfiles } from './icc-spaces'
import { hardenMasks } from './images'
import { languageOf, repairLanguages } from './language-tags'
import { mendConfigurations } from './layer-configurations'
import { type ConformanceTarget, type Level, partOf, promisesTags } from './level'
import { tagLooseLinks } from './link-tags'
import { moveLongDestinations } from './long-destinations'
import { mendObjects } from './mend'
import { mendContents } from './mend-contents'
import { dropLostContent, repairStructure } from './mend-structure'
import { replaceMissingGlyphs } from './missing-glyphs'
import { dropUnreachable } from './objects'
import type { Rasterizer } from './raster'
import { splitLongArrays } from './split-long-arrays'
import { scopeHeaders } from './table-headers'
import { nameUnmappedGlyphs } from './unmapped-glyphs'
import { rulesFor } from './verify-conformance'
import { identify } from './write-identity'

export type ArchiveDeps = { rasterise: Rasterizer; standardFonts: StandardFonts; now: Date }

export type Archived = {
  level: Level | undefined
  ua: boolean
  /** Pages (counted from 1) of which a part became pixels. */
  flattenedPages: number[]
  /** How many rules `verifyConformance` judges the saved file by. */
  checks: number
  /** What acts otherwise than it did; whole sentences. */
  warnings: string[]
}

/**
 * Changes `doc`; `requirementsOf` (`level.ts`) says how it must be printed and saved. Throws `document_invalid` with
 * the clause and the page.
 */
export async function archive(
  doc: PDFDocument,
  target: ConformanceTarget,
  deps: ArchiveDeps,
): Promise<Archived> {
  await doc.flush()
  const part = partOf(target.level)
  const warnings = part ? mendObjects(doc) : mendConfigurations(doc)
  warnings.push(...dropHidden(doc, (subtype) => subtype !== 'Popup'))
  if (part) {
    await mendContents(doc)
    warnings.push(...replaceUnknownTypes(doc, part))
    await completeAppearances(doc, part)
  }
  warnings.push(...(await embedStandardFonts(doc, deps.standardFonts)))
  if (part) {
    replaceUnusableProfiles(doc.context)
    await defineCmyk(doc)
  }
  const flattenedPages = await conformContent(doc, target, deps.rasterise)
  await conformStructure(doc, target)
  await identify(doc, target, deps.now, languageOf(doc.catalog))
  dropUnreachable(doc)
  return {
    level: target.level,
    ua: target.ua ?? false,
    flattenedPages,
    checks: rulesFor(target).length,
    warnings,
  }
}

async function conformContent(
  doc: PDFDocument,
  target: ConformanceTarget,
  rasterise: Rasterizer,
): Promise<number[]> {
  const part = partOf(target.level)
  mendWidths(doc.context)
  await replaceMissingGlyphs(doc)
  if (part === 1) {
    replaceNewProfiles(doc.context)
    hardenMasks(doc.context)
    const flattened = await flatten(doc, rasterise)
    if (flattened.length > 0) dropLostContent(doc)
    await rebaseCoordinates(doc)
    listGlyphs(doc.context)
    return flattened
  }
  if (part) fitPages(doc)
  dropGlyphLists(doc.context)
  return []
}

async function conformStructure(doc: PDFDocument, target: ConformanceTarget): Promise<void> {
  const isPart1 = partOf(target.level) === 1
  printAnnotations(doc)
  repairLanguages(doc, isPart1)
  if (promisesTags(target)) {
    await nameUnmappedGlyphs(doc)
    repairStructure(doc, { isPart1 })
    await markArtifacts(doc)
  }
  if (target.ua) {
    levelHeadings(doc)
    scopeHeaders(doc)
    tagLooseLinks(doc)
    describeLinks(doc)
    showTitle(doc)
  }
  moveLongDestinations(doc)
  if (isPart1) splitLongArrays(doc)
}
