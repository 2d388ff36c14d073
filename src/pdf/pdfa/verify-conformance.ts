/**
 * Our own judgement of a finished file: every rule that the steps of `archive.ts` rely on, asked of the saved bytes
 * before the file is sold. It is no replacement for a validator (`npm run test:oracles` runs one); it makes sure
 * that what Chromium, a caller's attachment or a later step brings again ends in an error and not in a false claim.
 */
import { type FieldError, Problem } from '../../errors'
import { loadTrusted } from '../open-own'
import { WorkBudget } from '../work-budget'
import { type ConformanceTarget, conformanceName, type Level, partOf } from './level'
import { OpenFile, type Rule, type Violation } from './rules/conformance-rule'
import { contentRules } from './rules/content-operators'
import { deviceColorRules } from './rules/device-colors'
import { fileRules } from './rules/file-structure'
import { fontRules } from './rules/fonts'
import { glyphRules } from './rules/glyphs'
import { graphicsRules } from './rules/graphics'
import { interactiveRules } from './rules/interactive'
import { metadataRules, ownMetadataRules } from './rules/metadata'
import { structureRules } from './rules/structure'
import { tagPartRules } from './rules/tag-parts'
import { languageRules } from './rules/text-languages'
import { xmpRules } from './rules/xmp-properties'

/** What is asked of images and forms that are drawn only. */
export const drawingRules: readonly Rule[] = [...deviceColorRules, ...graphicsRules, ...contentRules]

const allRules = [
  ...fileRules,
  ...drawingRules,
  ...fontRules,
  ...glyphRules,
  ...interactiveRules,
  ...metadataRules,
  ...xmpRules,
  ...ownMetadataRules,
  ...structureRules,
  ...tagPartRules,
  ...languageRules,
]

/** The rules of a target, each under one clause (the level's where both have one). */
export function rulesFor(
  target: ConformanceTarget,
  among: readonly Rule[] = allRules,
): { clause: string; rule: Rule }[] {
  return among.flatMap((rule) => {
    const clause = clauseOf(rule, target)
    return clause ? [{ clause, rule }] : []
  })
}

/**
 * Judges saved bytes and returns how many rules were asked. Throws NotConformant with each rule that is broken;
 * `pageName` tells how a caller knows a page (counted from 1), as where it came from a file of theirs.
 */
export async function verifyConformance(
  bytes: Uint8Array,
  target: ConformanceTarget,
  pageName: (page: number) => string = (page) => `page ${page}`,
  work = new WorkBudget(),
): Promise<number> {
  assertConformant(await violationsOf(bytes, target, work), target, pageName)
  return rulesFor(target).length
}

/** Throws NotConformant with each rule that is broken; `pageName` is as in `verifyConformance`. */
export function assertConformant(
  violations: Violation[],
  target: ConformanceTarget,
  pageName: (page: number) => string = (page) => `page ${page}`,
): void {
  if (violations.length > 0) throw refusal(violations, target, pageName)
}

/** As `verifyConformance`, but returns what it finds. */
export async function violationsOf(
  bytes: Uint8Array,
  target: ConformanceTarget,
  work = new WorkBudget(),
): Promise<Violation[]> {
  const doc = await loadTrusted(bytes, work)
  const file = await OpenFile.open(bytes, doc, target)
  const violations: Violation[] = []
  for (const { clause, rule } of rulesFor(target)) {
    for (const finding of await rule.find(file)) violations.push({ ...finding, rule: clause })
    await work.takeTurns()
  }
  return violations
}

function clauseOf(rule: Rule, { level, ua }: ConformanceTarget): string | undefined {
  const own = level && clauseAtLevel(rule, level)
  if (own) return `ISO 19005-${partOf(level)} ${own}`
  return ua && rule.ua ? `ISO 14289-1 ${rule.ua}` : undefined
}

/** Level A includes level U, and both include level B. */
function clauseAtLevel({ part1, part1a, part2, part2a, part2u }: Rule, level: Level): string | undefined {
  const [isA, isU] = [level.endsWith('a'), level.endsWith('u')]
  if (partOf(level) === 1) return part1 ?? (isA ? part1a : undefined)
  return part2 ?? (isA ? part2a : undefined) ?? (isA || isU ? part2u : undefined)
}

/** A document that breaks rules, each told once. */
export class NotConformant extends Problem {
  constructor(
    init: ConstructorParameters<typeof Problem>[1],
    /** As they were found: the pages count in the whole document. */
    readonly violations: Violation[],
  ) {
    super('document_invalid', init)
  }
}

function refusal(
  violations: Violation[],
  target: ConformanceTarget,
  pageName: (page: number) => string,
): NotConformant {
  const told = violations.map(({ message, page, rule }): FieldError => {
    const place = page === undefined ? '' : `${capitalised(pageName(page))}: `
    return {
      pointer: target.level ? '/options/pdf_format' : '/options/pdf_ua',
      message: place + message,
      rule,
    }
  })
  const unique = [...new Map(told.map((one) => [`${one.rule} ${one.message}`, one])).values()]
  const [first] = unique
  const detail = `The document cannot be made ${conformanceName(target)}. ${first?.message} (${first?.rule})`
  return new NotConformant({ detail, errors: unique }, violations)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
