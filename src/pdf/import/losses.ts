/** What a document has that does not come along when it is appended, so that its sender is told. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject } from 'pdf-lib'
import { isTextString } from '../decode-text'
import { mayAct } from './actions'
import { dictionaries } from './dictionaries'

const name = (key: string) => PDFName.of(key)

/** Annotations that carry or play files. */
const CARRIERS = new Set('FileAttachment Movie Sound Screen RichMedia 3D'.split(' ').map(name))

/** Rich text (ISO 32000-2, 12.7.4.4 and 12.5.6.2), which stands beside the plain text of fields and notes. */
const RICH_TEXT = ['RC', 'RV'].map(name)

/** The first file of several keeps its own. */
export const LOST_OUTPUT_INTENT = 'lost its output intent'

/** Annotations for whoever prints or projects the pages, which `sanitize` removes too. */
const MARKS = new Set('TrapNet Projection'.split(' ').map(name))

/** Trees of names beside destinations, embedded files and scripts that are of use to scripts alone. */
const OF_SCRIPTS = ['Pages', 'Templates', 'IDS', 'URLS', 'Renditions', 'AlternatePresentations']

/**
 * Asked before `sanitize`. Each in words that follow "the file". `keepsFiles`: the embedded files that the document lists
 * are kept; `keepsCatalog`: so is what its catalog says of all its pages.
 */
export function lossesOf(
  { catalog, context }: PDFDocument,
  { keepsFiles = false, keepsCatalog = false } = {},
): string[] {
  const found = {
    files: false,
    actions: false,
    signatures: false,
    richText: false,
    marks: false,
    steps: false,
    intents: false,
  }
  for (const dict of dictionaries(context)) {
    const subtype = dict.get(name('Subtype'))
    const isAnnotation = dict.has(name('Rect')) && subtype instanceof PDFName
    found.files ||= isAnnotation && CARRIERS.has(subtype)
    found.marks ||= isAnnotation && MARKS.has(subtype)
    found.actions ||= mayAct(dict)
    found.richText ||= RICH_TEXT.some((key) => isTextString(dict.lookup(key)))
    const isPage = dict.get(name('Type')) === name('Page')
    found.files ||= isPage && !isEmpty(dict.lookup(name('AF')))
    found.steps ||= isPage && dict.lookup(name('PresSteps')) instanceof PDFDict
    found.intents ||= isPage && !isEmpty(dict.lookup(name('OutputIntents')))
    found.signatures ||= dict.get(name('FT')) === name('Sig') && dict.lookup(name('V')) instanceof PDFDict
  }
  const trees = catalog.lookup(name('Names'))
  const tree = (key: string) => trees instanceof PDFDict && !isEmpty(trees.lookup(name(key)))
  const form = catalog.lookup(name('AcroForm'))
  const layers = catalog.lookup(name('OCProperties'))
  const has = (key: string) => !isEmptyDict(catalog.lookup(name(key)))
  const associates = !isEmpty(catalog.lookup(name('AF')))
  return [
    ...(keepsFiles && found.files ? ['lost the files and media on its pages'] : []),
    ...(!keepsFiles && (found.files || associates || tree('EmbeddedFiles'))
      ? ['lost its embedded files and media']
      : []),
    ...(found.actions || tree('JavaScript')
      ? ['lost scripts, or actions that lead out of the document']
      : []),
    ...(OF_SCRIPTS.some(tree) ? ['lost hidden pages and other things that only its scripts use'] : []),
    ...(found.signatures || has('Perms') || has('DSS') ? ['lost its signatures, which merging breaks'] : []),
    ...(has('Legal') ? ['lost what its author attests of it, since it is changed'] : []),
    ...(isEmpty(catalog.lookup(name('Requirements'))) ? [] : ['lost its list of what readers must know']),
    ...(found.steps ? ['lost the steps of its presentation; its pages stay'] : []),
    ...(!keepsCatalog && has('URI') ? ['lost the address that its relative links start from'] : []),
    ...(!keepsCatalog && has('DPartRoot') ? ['lost its division into document parts'] : []),
    ...(found.marks ? ['lost annotations that are for printing plates or a projection'] : []),
    ...(catalog.lookup(name('Collection')) instanceof PDFDict ? ['lost its arrangement as a portfolio'] : []),
    ...(form instanceof PDFDict && form.has(name('XFA')) ? ['lost its XFA form'] : []),
    ...(found.richText ? ['lost the styles of texts in its fields and notes; the texts stay'] : []),
    ...(keepsCatalog || isEmpty(catalog.lookup(name('Threads')))
      ? []
      : ['lost its article threads, which lead through its pages']),
    ...(keepsCatalog || isEmpty(layers instanceof PDFDict ? layers.lookup(name('Configs')) : undefined)
      ? []
      : ['lost its further settings of layers; the first stays']),
    ...(found.intents || !isEmpty(catalog.lookup(name('OutputIntents'))) ? [LOST_OUTPUT_INTENT] : []),
  ]
}

function isEmptyDict(value: PDFObject | undefined): boolean {
  return !(value instanceof PDFDict) || value.keys().length === 0
}

/** A tree without leaves, or a list without items. */
function isEmpty(value: PDFObject | undefined): boolean {
  if (value instanceof PDFArray) return value.size() === 0
  if (!(value instanceof PDFDict)) return true
  return ['Kids', 'Names'].every((key) => isEmpty(value.lookup(name(key))))
}
