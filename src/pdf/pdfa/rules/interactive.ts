/** Rules about annotations, actions, forms and attachments: ISO 19005-1 6.5, 6.6 and 6.9, ISO 19005-2 6.3 to 6.5. */
import { PDFBool, PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib'
import { textOf } from '../../decode-text'
import { fieldType, hasAppearance, statesOf } from '../../field-appearances'
import { isKnownType } from '../annotation-types'
import { annotationsOf, isActingField, textAt } from '../annotations'
import { configurationProblems } from '../layer-configurations'
import { arrayAt, dictAt, dictOf, nameAt, numberAt, numbersOf } from '../objects'
import { isOpaque } from '../transparency'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'

export const interactiveRules: Rule[] = [
  { part1: '6.5.2', part2: '6.3.1', find: annotationTypes },
  { part1: '6.5.3', part2: '6.3.2', find: annotationFlags },
  { part1: '6.9', part2: '6.3.3', find: appearances },
  { part1: '6.5.3', part2: '6.3.3', find: singleAppearances },
  { part1: '6.6.1', part2: '6.5.1', find: actions },
  { part1: '6.6.1', part2: '6.4.1', find: fieldActions },
  { part1: '6.6.2', part2: '6.5.2', find: triggers },
  { part1: '6.9', part2: '6.4.1', find: formAppearances },
  { part1: '6.1.11', find: noAttachments },
  { part2: '6.4.2', find: rendering },
  { part2: '6.1.12', find: permissions },
  { part2: '6.8', find: attachments },
  { ua: '7.11', find: fileNames },
  { ua: '7.18.2', find: trapNets },
  { ua: '7.18.6.2', find: mediaClips },
  { part2: '6.9', ua: '7.10', find: layers },
]

function annotationTypes({ doc, part }: OpenFile): ConformanceFinding[] {
  return annotationsOf(doc).flatMap(({ dict, pageIndex }) => {
    const type = nameAt(dict, 'Subtype') ?? 'without a type'
    return when(!isKnownType(dict, part), `The page has an annotation of the type ${type}.`, pageIndex + 1)
  })
}

function annotationFlags({ doc, part }: OpenFile): ConformanceFinding[] {
  return annotationsOf(doc).flatMap(({ dict, pageIndex }) => {
    const flags = numberAt(dict, 'F') ?? 0
    const isOptional = part !== 1 && nameAt(dict, 'Subtype') === 'Popup'
    const hiding = part === 1 ? 1 | 2 | 32 : 1 | 2 | 32 | 256
    const isWrong = !isOptional && ((flags & 4) === 0 || (flags & hiding) !== 0)
    return [
      ...when(isWrong, 'An annotation is hidden or would not be printed.', pageIndex + 1),
      ...when(
        part === 1 && !isOpaque(numberAt(dict, 'CA') ?? 1),
        'An annotation is transparent. PDF/A-2b allows transparency.',
        pageIndex + 1,
      ),
    ]
  })
}

/** An annotation with an area must bring what it looks like; in part 1 a form field. */
function appearances({ doc, part }: OpenFile): ConformanceFinding[] {
  return annotationsOf(doc).flatMap(({ dict, pageIndex }) => {
    const type = nameAt(dict, 'Subtype') ?? ''
    const isExempt = part === 1 ? type !== 'Widget' : ['Link', 'Popup'].includes(type) || isPoint(dict)
    const message = 'An annotation or form field has no appearance: fill in and flatten that form.'
    return when(!isExempt && !hasAppearance(dict), message, pageIndex + 1)
  })
}

/** Without an area there is nothing to look at (ISO 19005-2 6.3.3). */
function isPoint(annotation: PDFDict): boolean {
  const [left, bottom, right, top] = numbersOf(arrayAt(annotation, 'Rect'))
  return left !== undefined && left === right && bottom === top
}

/** An annotation looks one way only; a button, as its state is. */
function singleAppearances({ doc }: OpenFile): ConformanceFinding[] {
  return annotationsOf(doc).flatMap(({ dict, pageIndex }) => {
    const hasStates = nameAt(dict, 'Subtype') === 'Widget' && fieldType(dict) === 'Btn'
    const isWrong = dict.has(PDFName.of('AP')) && !isOneAppearance(dict.lookup(PDFName.of('AP')), hasStates)
    const message = 'An annotation has more than one appearance, or lacks one for a state of it.'
    return when(isWrong, message, pageIndex + 1)
  })
}

function isOneAppearance(looks: PDFObject | undefined, hasStates: boolean): boolean {
  if (!(looks instanceof PDFDict) || looks.keys().length > 1) return false
  const normal = looks.lookup(PDFName.of('N'))
  if (!hasStates) return normal instanceof PDFStream
  const states = statesOf(normal)
  return states.length > 0 && states.every(([, look]) => look instanceof PDFStream)
}

const ALLOWED_ACTIONS = new Set('GoTo GoToR GoToE Thread URI Named SubmitForm'.split(' '))
const ALLOWED_NAMES = new Set('NextPage PrevPage FirstPage LastPage'.split(' '))

function actions({ dicts }: OpenFile): ConformanceFinding[] {
  return dicts.flatMap((dict) => {
    const candidates = [dictAt(dict, 'A'), dictAt(dict, 'OpenAction'), dictAt(dict, 'Next')]
    return candidates.flatMap((action) => {
      const type = nameAt(action, 'S')
      if (!type || nameAt(action, 'Type') === 'StructElem' || action?.has(PDFName.of('O'))) return []
      const isAllowed =
        type === 'Named' ? ALLOWED_NAMES.has(nameAt(action, 'N') ?? '') : ALLOWED_ACTIONS.has(type)
      return when(!isAllowed, `The document has an action of the type ${type}.`)
    })
  })
}

function fieldActions({ dicts }: OpenFile): ConformanceFinding[] {
  return when(dicts.some(isActingField), 'A form field does something when it is clicked.')
}

function triggers({ dicts, doc }: OpenFile): ConformanceFinding[] {
  const hasTrigger = dicts.some((dict) => dictAt(dict, 'AA') !== undefined)
  const hasScript = dictAt(dictAt(doc.catalog, 'Names'), 'JavaScript') !== undefined
  return when(hasTrigger || hasScript, 'The document runs something by itself when opened or used.')
}

function formAppearances({ doc }: OpenFile): ConformanceFinding[] {
  const form = dictAt(doc.catalog, 'AcroForm')
  return [
    ...when(
      form?.lookup(PDFName.of('NeedAppearances')) === PDFBool.True,
      'Form fields wait for a viewer to draw them.',
    ),
    ...when(form?.has(PDFName.of('XFA')) ?? false, 'The document has an XFA form.'),
  ]
}

function noAttachments({ doc, dicts }: OpenFile): ConformanceFinding[] {
  const isAttached = dictAt(doc.catalog, 'Names')?.has(PDFName.of('EmbeddedFiles')) ?? false
  const isEmbedded = dicts.some((dict) => dict.has(PDFName.of('EF')))
  return when(isAttached || isEmbedded, 'The document has attached files: PDF/A-3b allows them.')
}

/** Each file says how it relates to the document and is listed with it or a part of it (ISO 19005-3 6.8); part 2 takes PDF/A only. */
function attachments({ dicts, part }: OpenFile): ConformanceFinding[] {
  const listed = new Set(
    dicts.flatMap((dict) => {
      const list = dict.has(PDFName.of('AF')) ? arrayAt(dict, 'AF') : undefined
      return (list?.asArray() ?? []).map((_, at) => dictOf(list?.lookup(at)))
    }),
  )
  return dicts
    .filter((dict) => dict.has(PDFName.of('EF')))
    .flatMap((file) => {
      const isNamed = file.has(PDFName.of('F')) && file.has(PDFName.of('UF'))
      const isRelated = part !== 3 || nameAt(file, 'AFRelationship') !== undefined
      const isListed = part !== 3 || listed.has(file)
      return when(
        !isNamed || !isRelated || !isListed,
        'An attached file does not say how it relates to the document.',
      )
    })
}

/** Permissions of signatures (ISO 19005-2 6.1.12): usage rights and changes, without a digest of the document. */
function permissions({ doc, dicts }: OpenFile): ConformanceFinding[] {
  const granted = dictAt(doc.catalog, 'Perms')
  if (!granted) return []
  const isUnknown = granted.keys().some((key) => !['UR3', 'DocMDP'].includes(key.decodeText()))
  const hasDigest =
    granted.has(PDFName.of('DocMDP')) &&
    dicts.some(
      (dict) =>
        dict.has(PDFName.of('TransformMethod')) &&
        ['DigestLocation', 'DigestMethod', 'DigestValue'].some((key) => dict.has(PDFName.of(key))),
    )
  return when(isUnknown || hasDigest, 'The permissions say more than the standard allows.')
}

/** Of a file in the document or in an annotation (ISO 14289-1 7.11 and 7.18.7). */
function fileNames({ dicts }: OpenFile): ConformanceFinding[] {
  const isNameless = dicts.some(
    (dict) => dict.has(PDFName.of('EF')) && !['F', 'UF'].every((key) => Boolean(textAt(dict, key))),
  )
  return when(isNameless, 'An attached file has no name (F and UF).')
}

function trapNets({ doc }: OpenFile): ConformanceFinding[] {
  return annotationsOf(doc).flatMap(({ dict, pageIndex }) =>
    when(
      nameAt(dict, 'Subtype') === 'TrapNet',
      'The page has an annotation of the type TrapNet.',
      pageIndex + 1,
    ),
  )
}

/** The data of films and sounds say their type, and in words what they are. */
function mediaClips({ dicts }: OpenFile): ConformanceFinding[] {
  const isWrong = dicts.some((dict) => {
    if (nameAt(dict, 'S') !== 'MCD') return false
    const texts = arrayAt(dict, 'Alt')
    const isDescribed = texts?.asArray().some((_, at) => at % 2 === 1 && Boolean(textOf(texts.lookup(at))))
    return textAt(dict, 'CT') === undefined || !isDescribed
  })
  return when(isWrong, 'A film or sound does not say its type, or has no description.')
}

function rendering({ doc }: OpenFile): ConformanceFinding[] {
  return when(
    doc.catalog.has(PDFName.of('NeedsRendering')),
    'The document is to be drawn anew when it is opened.',
  )
}

function layers({ doc }: OpenFile): ConformanceFinding[] {
  return configurationProblems(doc).map((message) => ({ message }))
}
