/**
 * Makes what Chromium printed (and what was merged, stamped and embedded since) an archival document: PDF/A of
 * ISO 19005 part 1, 2 or 3, and PDF/UA of ISO 14289-1. Each step repairs one thing, wherever it occurs;
 * `verify-conformance.ts` judges the saved file, so what no step can repair ends in an error, never in a file that only claims to conform.
 */
import type { PDFDocument } from 'pdf-lib'
import { describeLinks, printAnnotations, showTitle } from './annotations'
import { markArtifacts } from './artifacts'
import { rebaseCoordinates } from './coordinates'
import { moveLongDestinations } from './destinations'
import { flatten } from './flatten'
import { addCidSets, dropCidSets } from './fonts'
import { identify } from './identify'
import { hardenMasks, replaceNewProfiles } from './images'
import { type ConformanceTarget, type Level, partOf, promisesTags } from './level'
import { splitLongArrays } from './limits'
import { tagLooseLinks } from './link-tags'
import { mendObjects } from './mend'
import { replaceMissingGlyphs } from './missing-glyphs'
import { dropUnreachable } from './objects'
import { fitPages } from './page-size'
import type { Rasterizer } from './raster'
import { dropLostContent, languageOf, levelHeadings, repairLanguages, repairStructure } from './structure'
import { nameUnmappedGlyphs } from './unmapped-glyphs'
import { rulesFor } from './verify-conformance'

export type Archived = {
  level: Level | undefined
  ua: boolean
  /** Pages (counted from 1) of which a part became pixels. */
  flattenedPages: number[]
  /** How many rules `check` judges the saved file by. */
  checks: number
  /** What acts otherwise than it did; whole sentences. */
  warnings: string[]
}

/** Changes `doc`, which `needs` says how to print and save. Throws `document_invalid` with the clause and the page. */
export async function archive(
  doc: PDFDocument,
  wish: ConformanceTarget,
  deps: { rasterise: Rasterizer; now: Date },
): Promise<Archived> {
  await doc.flush()
  const part = partOf(wish.level)
  const warnings = part ? mendObjects(doc, part) : []
  const flattenedPages = await conformContent(doc, wish, deps.rasterise)
  await conformStructure(doc, wish)
  await identify(doc, wish, deps.now, languageOf(doc.catalog))
  dropUnreachable(doc)
  return { level: wish.level, ua: wish.ua ?? false, flattenedPages, checks: rulesFor(wish).length, warnings }
}

async function conformContent(
  doc: PDFDocument,
  wish: ConformanceTarget,
  rasterise: Rasterizer,
): Promise<number[]> {
  const part = partOf(wish.level)
  await replaceMissingGlyphs(doc)
  if (part === 1) {
    replaceNewProfiles(doc.context)
    hardenMasks(doc.context)
    const flattened = await flatten(doc, rasterise)
    if (flattened.length > 0) dropLostContent(doc)
    await rebaseCoordinates(doc)
    addCidSets(doc.context)
    return flattened
  }
  if (part) {
    fitPages(doc)
    dropCidSets(doc.context)
  }
  return []
}

async function conformStructure(doc: PDFDocument, wish: ConformanceTarget): Promise<void> {
  const isPart1 = partOf(wish.level) === 1
  printAnnotations(doc)
  repairLanguages(doc, isPart1)
  if (promisesTags(wish)) {
    await nameUnmappedGlyphs(doc)
    repairStructure(doc, { isPart1 })
    await markArtifacts(doc)
  }
  if (wish.ua) {
    levelHeadings(doc)
    tagLooseLinks(doc)
    describeLinks(doc)
    showTitle(doc)
  }
  moveLongDestinations(doc)
  if (isPart1) splitLongArrays(doc)
}
