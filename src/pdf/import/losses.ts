/** What a document has that does not come along when it is appended, so that its sender is told. */
import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject } from 'pdf-lib'
import { mayAct } from './actions'
import { dictionaries } from './dictionaries'

const name = (key: string) => PDFName.of(key)

/** Annotations that carry or play files. */
const CARRIERS = new Set('FileAttachment Movie Sound Screen RichMedia 3D'.split(' ').map(name))

/** The first file of several keeps its own. */
export const LOST_OUTPUT_INTENT = 'lost its output intent'

/** Asked before `sanitize`. Each in words that follow "the file". `keepsFiles`: what the document lists is kept. */
export function lossesOf({ catalog, context }: PDFDocument, { keepsFiles = false } = {}): string[] {
  const found = { files: false, actions: false, signatures: false }
  for (const dict of dictionaries(context)) {
    const subtype = dict.get(name('Subtype'))
    const isAnnotation = dict.has(name('Rect')) && subtype instanceof PDFName
    found.files ||= isAnnotation && CARRIERS.has(subtype)
    found.actions ||= mayAct(dict)
    found.signatures ||= dict.get(name('FT')) === name('Sig') && dict.lookup(name('V')) instanceof PDFDict
  }
  const trees = catalog.lookup(name('Names'))
  const tree = (key: string) => trees instanceof PDFDict && !isEmpty(trees.lookup(name(key)))
  const form = catalog.lookup(name('AcroForm'))
  return [
    ...(keepsFiles && found.files ? ['lost the files and media on its pages'] : []),
    ...(!keepsFiles && (found.files || tree('EmbeddedFiles')) ? ['lost its embedded files and media'] : []),
    ...(found.actions || tree('JavaScript')
      ? ['lost scripts, or actions that lead out of the document']
      : []),
    ...(found.signatures ? ['lost its signatures, which merging breaks'] : []),
    ...(form instanceof PDFDict && form.has(name('XFA')) ? ['lost its XFA form'] : []),
    ...(isEmpty(catalog.lookup(name('OutputIntents'))) ? [] : [LOST_OUTPUT_INTENT]),
  ]
}

/** A tree without leaves, or a list without items. */
function isEmpty(value: PDFObject | undefined): boolean {
  if (value instanceof PDFArray) return value.size() === 0
  if (!(value instanceof PDFDict)) return true
  return ['Kids', 'Names'].every((key) => isEmpty(value.lookup(name(key))))
}
