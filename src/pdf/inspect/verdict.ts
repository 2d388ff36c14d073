/**
 * What a file claims to conform to, and whether it does by our rules (`pdfa/rules`): those that our own files are checked
 * by, and those of how a file is written. What they cannot tell is said, and then the file does not pass for one that
 * conforms.
 */
import type { PDFDocument } from 'pdf-lib'
import { Problem } from '../../errors'
import { withoutUndrawn } from '../arrange/drop-unused-images'
import { attachedFilesOf } from '../import/attached-files'
import { type ImportedPdf, type ParsedFrom, readUntrusted } from '../import/open-foreign'
import { type ConformanceTarget, partOf } from '../pdfa/level'
import { withStandardRoles } from '../pdfa/mend-structure'
import { type ConformanceFinding, OpenFile } from '../pdfa/rules/conformance-rule'
import { syntaxRules } from '../pdfa/rules/file-syntax'
import { ownMetadataRules } from '../pdfa/rules/metadata'
import { drawingRules, rulesFor } from '../pdfa/verify-conformance'
import { budgetOf, type WorkBudget, WorkLimitExceeded } from '../work-budget'
import { propertyOf, xmpOf } from './read-xmp'

/** As the file says it, such as `PDF/A-2u`. */
export type Claim = string

type BrokenRule = { rule: string; page: number | null; message: string }

export type Verdict = {
  standard: string
  /** null: we have no rules for it, or nothing is broken and something could not be judged. */
  conforms: boolean | null
  /** Number of rules that were asked. */
  checks: number
  broken: BrokenRule[]
  /** How many more there are than `broken` tells. */
  more: number
  /** What may break a rule and could not be judged. */
  unjudged: BrokenRule[]
}

const MAX_BROKEN = 200

const TARGETS = {
  'PDF/A-1a': { level: '1a' },
  'PDF/A-1b': { level: '1b' },
  'PDF/A-2a': { level: '2a' },
  'PDF/A-2b': { level: '2b' },
  'PDF/A-2u': { level: '2u' },
  'PDF/A-3a': { level: '3a' },
  'PDF/A-3b': { level: '3b' },
  'PDF/A-3u': { level: '3u' },
  'PDF/UA-1': { ua: true },
} satisfies Record<string, ConformanceTarget>

export type Judged = keyof typeof TARGETS
/** The standards that are judged. */
export const JUDGED = Object.keys(TARGETS) as Judged[]

/** What the XMP claims (ISO 19005-2, 6.6.4; ISO 14289-1, 5). */
export function claimsOf(document: PDFDocument): Claim[] {
  const xmp = xmpOf(document)
  const part = propertyOf(xmp, 'pdfaid:part')?.slice(0, 5)
  const level = propertyOf(xmp, 'pdfaid:conformance')?.slice(0, 5).toLowerCase() ?? ''
  const ua = propertyOf(xmp, 'pdfuaid:part')?.slice(0, 5)
  return [...(part ? [`PDF/A-${part}${level}`] : []), ...(ua ? [`PDF/UA-${ua}`] : [])]
}

/** A file that another holds, as `EmbeddedFile` of `embed-files.ts`. */
type Embedded = ImportedPdf & { type: string }

/** Files in files in files: nobody needs more. */
const MAX_DEPTH = 3

/**
 * Judges one standard by its own rules: levels A and U include level B, and A includes U. Of the drawing of images and forms
 * that no page draws they ask nothing. `depth` counts the files around this one, which itself is the first.
 */
export async function verdictOn(
  document: PDFDocument,
  { bytes, claim, from }: { bytes: Uint8Array; claim: Claim; from: ParsedFrom },
  depth = 1,
): Promise<Verdict> {
  const target = TARGETS[claim as Judged] as ConformanceTarget | undefined
  if (!target) return { standard: claim, conforms: null, checks: 0, broken: [], more: 0, unjudged: [] }
  const whole = await OpenFile.open(bytes, document, target)
  const own = new Set(ownMetadataRules)
  const ofDrawing = new Set(drawingRules)
  const rules = [...rulesFor(target), ...rulesFor(target, syntaxRules)].filter(({ rule }) => !own.has(rule))
  const drawing = rules.filter(({ rule }) => ofDrawing.has(rule))
  const broken = claimMissing(document, claim)
  const unjudged: BrokenRule[] = []
  if (from.encryption) broken.push(brokenRule('encryption', 'The file is encrypted.'))
  if (from.damages.length > 0)
    broken.push(brokenRule('file structure', `The file ${from.damages.join(', and ')}.`))
  const judge = async ({ clause, rule }: (typeof rules)[number], file = whole) => {
    const findings = await findingsOf(async () => await rule.find(file))
    for (const { message, page = null, isUnjudged } of findings)
      (isUnjudged ? unjudged : broken).push({ rule: clause, page, message })
    await budgetOf(document.context).takeTurns()
  }
  for (const one of rules) if (one.rule.ofOwnRoles) await judge(one)
  await withStandardRoles(document, async () => {
    for (const one of rules) if (!one.rule.ofOwnRoles && !ofDrawing.has(one.rule)) await judge(one)
    if (drawing.length === 0) return
    await withoutUndrawn(document, async (isChanged) => {
      const drawn = isChanged ? await OpenFile.open(bytes, document, target) : whole
      for (const one of drawing) await judge(one, drawn)
    })
  })
  if (partOf(target.level) === 2) {
    const embedded = await judgeEmbedded(document, depth)
    broken.push(...embedded.broken)
    unjudged.push(...embedded.unjudged)
  }
  const [all, untold] = [distinct(broken), distinct(unjudged)]
  return {
    standard: claim,
    conforms: all.length > 0 ? false : untold.length > 0 ? null : true,
    checks: rules.length + 2,
    broken: all.slice(0, MAX_BROKEN),
    more: Math.max(0, all.length - MAX_BROKEN),
    unjudged: untold.slice(0, MAX_BROKEN),
  }
}

function distinct(findings: BrokenRule[]): BrokenRule[] {
  return [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()]
}

/** PDF/A-2 holds files that are PDF/A-1 or -2 themselves, and no others (ISO 19005-2 6.8). Throws WorkLimitExceeded. */
async function judgeEmbedded(
  document: PDFDocument,
  depth: number,
): Promise<Pick<Verdict, 'broken' | 'unjudged'>> {
  const { files, lost } = attachedFilesOf(document)
  const told = (message: string) => brokenRule('ISO 19005-2 6.8', message)
  if (lost > 0 || (files.length > 0 && depth > MAX_DEPTH))
    return { broken: [], unjudged: [told('The file holds files that cannot be judged.')] }
  const broken: BrokenRule[] = []
  for (const file of files) {
    const problem = await problemOf({ ...file, pointer: '' }, budgetOf(document.context), depth + 1)
    if (problem) broken.push(told(`The embedded file ${file.name} ${problem}.`))
  }
  return { broken, unjudged: [] }
}

/** As `archivalProblem`; what cannot be read is no PDF/A. */
async function problemOf(file: Embedded, work: WorkBudget, depth: number): Promise<string | undefined> {
  try {
    return await archivalProblem(file, work, depth)
  } catch (error) {
    if (error instanceof WorkLimitExceeded || !(error instanceof Problem)) throw error
    return 'cannot be read'
  }
}

/**
 * Why a file is no PDF/A-1 or -2, in words that follow "the file"; undefined if it is one as far as we can tell. Throws
 * `asset_failed` for what cannot be read, and WorkLimitExceeded.
 */
export async function archivalProblem(
  file: Embedded,
  work: WorkBudget,
  depth = 1,
): Promise<string | undefined> {
  const none = 'is not a PDF/A-1 or PDF/A-2 file'
  if (file.type !== 'application/pdf' && !file.name.toLowerCase().endsWith('.pdf')) return none
  return await readUntrusted(file, work, async (document, from) => {
    const claim = claimsOf(document).find((one) => /^PDF\/A-[12]/.test(one))
    if (!claim) return none
    const { broken, conforms, unjudged } = await verdictOn(
      document,
      { bytes: file.bytes, claim, from },
      depth,
    )
    const [first] = [...broken, ...unjudged]
    return conforms
      ? undefined
      : `claims ${claim} and is not${first ? `: ${first.message} (${first.rule})` : ''}`
  })
}

/** What a rule finds; a rule that fails itself has not judged. */
async function findingsOf(find: () => Promise<ConformanceFinding[]>): Promise<ConformanceFinding[]> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Problem) throw error
    return [{ message: 'The file is too unusual to be judged by this rule.', isUnjudged: true }]
  }
}

function claimMissing(document: PDFDocument, standard: string): BrokenRule[] {
  const claims = claimsOf(document)
  if (claims.some((claim) => claim === standard || includesLevel(claim, standard))) return []
  const said = claims.length > 0 ? `claims ${claims.join(' and ')}` : 'claims nothing'
  return [brokenRule('metadata', `The metadata do not claim ${standard}: it ${said}.`)]
}

/** Level A includes U, and both include B. */
function includesLevel(claim: Claim, standard: string): boolean {
  const levels = ['b', 'u', 'a']
  const isSamePart = /^PDF\/A-/.test(standard) && claim.slice(0, -1) === standard.slice(0, -1)
  return isSamePart && levels.indexOf(claim.slice(-1)) > levels.indexOf(standard.slice(-1))
}

function brokenRule(rule: string, message: string): BrokenRule {
  return { rule, page: null, message }
}
