/**
 * Colours given as CMYK of no certain device, which an archival file must define (ISO 19005-1 6.2.3.3,
 * ISO 19005-2 6.2.4.3). Our output intent is sRGB, so they get a profile of their own and keep their values.
 */
import {
  type PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFRef,
} from 'pdf-lib'
import { unescapePdfName } from '../../text/pdf-name'
import { readInTurns } from '../read-in-turns'
import { cmykProfile } from './cmyk-profile'
import { allContentsOf, type Content, readContents } from './contents'
import { type InlineImageEntry, inlineImageEntries } from './inline-entries'
import { arrayAt, arraysOf, dictAt, dictionariesOf, ensureDict, flateStream, numberAt } from './objects'

const DEVICE = PDFName.of('DeviceCMYK')
const DEFAULT = PDFName.of('DefaultCMYK')
const ICC_BASED = PDFName.of('ICCBased')

/**
 * Puts the profile in the place of each `DeviceCMYK`, and into the resources of contents that set such colours.
 * Overprint mode 1, which no profile allows (6.2.4.2), ends with it. Throws WorkLimitExceeded.
 */
export async function defineCmyk(doc: PDFDocument): Promise<void> {
  const { context } = doc
  const spaces = new Spaces(context)
  for (const array of arraysOf(context)) replaceInArray(array, spaces)
  for (const dict of dictionariesOf(context)) {
    for (const [key, value] of dict.entries()) if (isDevice(value, context)) dict.set(key, spaces.ref)
  }
  for await (const { content, text } of readContents(allContentsOf(doc))) {
    const { resources } = content
    if (resources && !definesCmyk(resources) && (await usesCmyk(text, content)))
      ensureDict(resources, 'ColorSpace').set(DEFAULT, spaces.ref)
  }
  if (spaces.isUsed) endOverprint(context)
}

/** Whether contents with these resources know what CMYK means. */
function definesCmyk(resources: PDFDict | undefined): boolean {
  const space = arrayAt(dictAt(resources, 'ColorSpace'), 'DefaultCMYK')
  return space?.get(0) === ICC_BASED
}

/** Dismisses most contents. */
const MAY_USE_CMYK = /[\s\])>][kK](?![^\s/[(<%])|CMYK|#/

/** Whether a content sets colours of the device's CMYK, or has an inline image in them. */
export async function usesCmyk(text: string, { work }: Content): Promise<boolean> {
  if (!MAY_USE_CMYK.test(text)) return false
  return await readInTurns(text, work, ({ operator, operands }) => {
    if (operator === 'k' || operator === 'K') return true
    if (operator === 'cs' || operator === 'CS') return unescapePdfName(operands[0] ?? '') === '/DeviceCMYK'
    return operator === 'BI' && inlineImageEntries(operands[0] ?? '').some(isCmykSpace)
  })
}

function isCmykSpace({ key, values }: InlineImageEntry): boolean {
  return key === 'ColorSpace' && values.some((value) => value === '/CMYK' || value === '/DeviceCMYK')
}

/** The colour space of one document, made when it is asked for first. */
class Spaces {
  private made: { ref: PDFRef; profile: PDFRef } | undefined

  constructor(private readonly context: PDFContext) {}

  get isUsed(): boolean {
    return this.made !== undefined
  }

  get ref(): PDFRef {
    return this.space.ref
  }

  get profile(): PDFRef {
    return this.space.profile
  }

  private get space() {
    const { context } = this
    if (this.made) return this.made
    const profile = context.register(flateStream(context, cmykProfile(), context.obj({ N: 4 })))
    this.made = { profile, ref: context.register(context.obj([ICC_BASED, profile])) }
    return this.made
  }
}

function isDevice(value: unknown, context: PDFContext): boolean {
  return value === DEVICE || (!(value instanceof PDFDict) && context.lookup(value as PDFRef) === DEVICE)
}

/** `[/DeviceCMYK]` is a colour space itself; in other arrays the name is that of another space's base. */
function replaceInArray(array: PDFArray, spaces: Spaces): void {
  for (let index = 0; index < array.size(); index++) {
    if (array.get(index) !== DEVICE) continue
    if (array.size() === 1) {
      array.set(0, ICC_BASED)
      array.push(spaces.profile)
    } else array.set(index, spaces.ref)
  }
}

/** Returns whether any overprint mode was set. */
export function endOverprint(context: PDFContext): boolean {
  const OPM = PDFName.of('OPM')
  const states = [...dictionariesOf(context)].filter((dict) => numberAt(dict, 'OPM') === 1)
  for (const state of states) state.set(OPM, PDFNumber.of(0))
  return states.length > 0
}
