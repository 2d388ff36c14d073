/** Rules about the language of texts: ISO 14289-1 7.2. A document names one for all, or each text has one of its own. */
import { PDFDict, type PDFDocument, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib'
import { unescapePdfName } from '../../../text/pdf-name'
import type { Operation } from '../../content-stream'
import { readInTurns } from '../../read-in-turns'
import { decodeStream } from '../../streams'
import { budgetOf } from '../../work-budget'
import { annotationsOf, textAt } from '../annotations'
import type { ReadContent } from '../contents'
import { SHOW } from '../fonts/shown-codes'
import { languageOf, validLanguage } from '../language-tags'
import { dictAt, dictOf, streamAt } from '../objects'
import { listedContent } from '../parent-tree'
import { propertyList } from '../property-list'
import { kids, tagsOf } from '../structure-tree'
import { propertiesIn } from '../xmp/judge-packet'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'

export const languageRules: Rule[] = [{ ua: '7.2', find: language }]

/** What elements and marked content say in words: the entries of their dictionaries. */
const WORDS = ['ActualText', 'Alt', 'E']

async function language(file: OpenFile): Promise<ConformanceFinding[]> {
  const { doc } = file
  const found = languageOf(doc.catalog)
  if (found !== undefined && validLanguage(found, false) === found) return []
  const spoken = spokenElements(doc)
  const partial = found === undefined && spoken.size > 0 ? await unspokenTexts(file, spoken) : undefined
  return (
    partial ?? [{ message: 'The document has no language: give `lang`, or `<html lang="…">` in the HTML.' }]
  )
}

/** The elements that have a language: their own, or that of one that they are in. */
function spokenElements(doc: PDFDocument): Set<PDFDict> {
  const spoken = new Set<PDFDict>()
  for (const { dict } of tagsOf(doc)) {
    const parent = dictAt(dict, 'P')
    if (languageOf(dict) || (parent && spoken.has(parent))) spoken.add(dict)
  }
  return spoken
}

async function unspokenTexts(file: OpenFile, spoken: Set<PDFDict>): Promise<ConformanceFinding[]> {
  const { doc } = file
  const told = (text: string, isUnspoken: boolean) =>
    when(isUnspoken, `${text} has no language, and the document has none: give \`lang\`.`)
  const held = spokenAnnotations(doc, spoken)
  const elements = [...tagsOf(doc)].filter(({ dict }) => WORDS.some((key) => textAt(dict, key)))
  return [
    ...told(
      'An alternative text',
      elements.some(({ dict }) => !spoken.has(dict)),
    ),
    ...told('The outline', dictAt(dictAt(doc.catalog, 'Outlines'), 'First') !== undefined),
    ...told('The title in the metadata', hasUnspokenMetadata(doc)),
    ...unspokenAnnotations(doc, held),
    ...(await unspokenContents(file, spoken, spokenLooks(doc, held))),
  ]
}

/** A text of the metadata in several languages that is there only for whoever names none. */
function hasUnspokenMetadata({ catalog }: PDFDocument): boolean {
  const packet = streamAt(catalog, 'Metadata')
  const { properties } = packet ? propertiesIn(decodeStream(packet), 2) : { properties: [] }
  return properties.some(
    ({ form, items }) =>
      form === 'alt' && items.length > 0 && items.every((item) => item.language === 'x-default'),
  )
}

/** The annotations within elements that have a language. */
function spokenAnnotations(doc: PDFDocument, spoken: Set<PDFDict>): Set<PDFDict | undefined> {
  const held = new Set<PDFDict | undefined>()
  for (const tag of tagsOf(doc))
    if (spoken.has(tag.dict))
      for (const kid of kids(tag.dict)) held.add(dictAt(dictOf(doc.context.lookup(kid)), 'Obj'))
  return held
}

/** What an annotation or field says is in the language of the element that it is in. */
function unspokenAnnotations(doc: PDFDocument, held: Set<PDFDict | undefined>): ConformanceFinding[] {
  return annotationsOf(doc).flatMap(({ dict, pageIndex }) => {
    const says = textAt(dict, 'Contents') || textAt(dict, 'TU') || textAt(dictAt(dict, 'Parent'), 'TU')
    const message = 'The description of a link, comment or field has no language, and the document has none.'
    return when(Boolean(says) && !held.has(dict) && languageOf(dict) === undefined, message, pageIndex + 1)
  })
}

/** The looks that only annotations of `held` have: what they show is in the language of the element too. */
function spokenLooks(doc: PDFDocument, held: Set<PDFDict | undefined>): Set<PDFObject> {
  const [within, others] = [new Set<PDFObject>(), new Set<PDFObject>()]
  for (const { dict } of annotationsOf(doc)) {
    const looks = dictAt(dict, 'AP')
    const normal = looks?.lookup(PDFName.of('N'))
    const refs = normal instanceof PDFDict ? normal.values() : [looks?.get(PDFName.of('N'))]
    budgetOf(doc.context).charge('objects', refs.length)
    for (const ref of refs) if (ref) (held.has(dict) ? within : others).add(ref)
  }
  return new Set([...within].filter((look) => !others.has(look)))
}

/** Texts on pages. Those of forms may be in the language of where they are drawn, and artifacts in none: that is not judged. */
async function unspokenContents(
  { contents, doc }: OpenFile,
  spoken: Set<PDFDict>,
  looks: Set<PDFObject>,
): Promise<ConformanceFinding[]> {
  const listed = listedContent(doc)
  const nodes = doc.getPages().map(({ node }) => node)
  const found: ConformanceFinding[] = []
  for (const read of contents) {
    const { content } = read
    if (content.ref && looks.has(content.ref)) continue
    const form = content.ref && doc.context.lookup(content.ref)
    const place = form instanceof PDFStream ? form.dict : nodes[content.page]
    const ids = place && listed.get(place)
    const marks = new LanguageMarks(content.resources, (id) => isSpoken(doc, ids?.get(id), spoken))
    const state = await firstUnspoken(read, marks)
    if (!state) continue
    const message = 'A text has no language, and the document has none: give `lang`.'
    const isUnjudged = state === 'artifact' || content.kind !== 'page'
    found.push({ message, page: content.page + 1, ...(isUnjudged && { isUnjudged: true }) })
  }
  return found
}

function isSpoken({ context }: PDFDocument, ref: PDFRef | undefined, spoken: Set<PDFDict>): boolean {
  const element = dictOf(context.lookup(ref))
  return element !== undefined && spoken.has(element)
}

/** Whether a content shows or says something in no language: in an artifact only, or elsewhere too. */
async function firstUnspoken(
  { content, text }: ReadContent,
  marks: LanguageMarks,
): Promise<'artifact' | 'content' | undefined> {
  let inArtifact = false
  const isElsewhere = await readInTurns(text, content.work, (operation) => {
    const says = marks.take(operation) || SHOW.has(operation.operator)
    if (!says || marks.isSpoken) return false
    inArtifact ||= marks.isArtifact
    return !marks.isArtifact
  })
  return isElsewhere ? 'content' : inArtifact ? 'artifact' : undefined
}

/** The marked-content sequences that are open. */
class LanguageMarks {
  private readonly open: { isSpoken: boolean; isArtifact: boolean }[] = []

  constructor(
    private readonly resources: PDFDict | undefined,
    private readonly isIdSpoken: (id: number) => boolean,
  ) {}

  /** Returns whether a sequence begins that says something in words. */
  take({ operator, operands: [tag = '', properties] }: Operation): boolean {
    if (operator === 'EMC') this.open.pop()
    if (operator !== 'BMC' && operator !== 'BDC') return false
    const list = operator === 'BDC' ? propertyList(properties, this.resources) : undefined
    const id = list?.number('MCID')
    this.open.push({
      isSpoken: this.isSpoken || Boolean(list?.language()) || (id !== undefined && this.isIdSpoken(id)),
      isArtifact: this.isArtifact || unescapePdfName(tag) === '/Artifact',
    })
    return WORDS.some((key) => list?.hasText(key))
  }

  get isSpoken(): boolean {
    return this.open.at(-1)?.isSpoken ?? false
  }

  get isArtifact(): boolean {
    return this.open.at(-1)?.isArtifact ?? false
  }
}
