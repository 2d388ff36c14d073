/** Rules about tags: ISO 19005-1 6.8, ISO 14289-1 7.1 to 7.9 and 7.18. */
import { PDFBool, type PDFDict, type PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib'
import { filterInTurns, readInTurns } from '../../read-in-turns'
import { annotationsOf, textAt } from '../annotations'
import { hasUnmarkedContent } from '../artifacts'
import { headingLevel, mixesHeadings } from '../heading-tags'
import { irregularTables } from '../irregular-tables'
import { languageOf, validLanguage } from '../language-tags'
import { linkAt } from '../link-tags'
import { isStandardType, mayContain } from '../mend-structure'
import { arrayAt, dictAt, dictOf, nameAt, numberAt, numbersOf } from '../objects'
import { contentIds } from '../parent-tree'
import { misplacedTags, roleOf } from '../place-tags'
import { hasLanguages, propertyList } from '../property-list'
import { kids, type Tag, tagsOf, treeRoot } from '../structure-tree'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'

export const structureRules: Rule[] = [
  { part1a: '6.8.2.1', part2a: '6.7.2.2', ua: '6.2', find: marked },
  { part1a: '6.8.3', part2a: '6.7.3.3', ua: '7.1', find: tree },
  { part1a: '6.8.3.4', part2a: '6.7.3.4', ua: '7.1', ofOwnRoles: true, find: roles },
  { part1a: '6.8.4', part2a: '6.7.4', ua: '7.2', find: languages },
  { ua: '7.1', find: suspects },
  { ua: '7.1', find: content },
  { ua: '7.2', find: nesting },
  { ua: '7.2', find: tables },
  { ua: '7.3', find: figures },
  { ua: '7.4.2', find: headings },
  { ua: '7.18.1', find: annotationTags },
  { ua: '7.18.3', find: tabOrder },
  { ua: '7.18.5', find: links },
]

function marked({ doc }: OpenFile): ConformanceFinding[] {
  const isMarked = dictAt(doc.catalog, 'MarkInfo')?.lookup(PDFName.of('Marked')) === PDFBool.True
  return when(!isMarked, 'The document is not marked as tagged.')
}

function suspects({ doc }: OpenFile): ConformanceFinding[] {
  const isSuspect = dictAt(doc.catalog, 'MarkInfo')?.lookup(PDFName.of('Suspects')) === PDFBool.True
  return when(isSuspect, 'The document says itself that its tags may be wrong (Suspects).')
}

function tree({ doc }: OpenFile): ConformanceFinding[] {
  return when(!treeRoot(doc), 'The document has no tags. Pages of `attachments` bring none: leave them out.')
}

/** Level A of parts 2 and 3 also forbids that a standard type is given the meaning of one that is none. */
function roles({ doc, part, target }: OpenFile): ConformanceFinding[] {
  const map = dictAt(treeRoot(doc), 'RoleMap')
  const isStandard = (type: string) => isStandardType(type, part === 1)
  const isRemapJudged = target.ua || (part !== 1 && target.level?.endsWith('a'))
  const unknown = new Set<string>()
  for (const { type } of tagsOf(doc)) {
    const role = nameAt(map, type)
    const isMapped = isRemapJudged && role !== undefined
    const isKnown = isStandard(type) && !isMapped
    const hasRole = roleOf(type, map, isStandard) !== undefined && !(target.ua && isStandard(type))
    if (!isKnown && !hasRole) unknown.add(type)
  }
  return [...unknown].map((type) => ({ message: `The tag ${type} has no standard meaning.` }))
}

async function languages(file: OpenFile): Promise<ConformanceFinding[]> {
  const { doc, part, target } = file
  const inTags = [doc.catalog, ...[...tagsOf(doc)].map(({ dict }) => dict)].map((dict) => ({
    language: languageOf(dict),
    page: undefined,
  }))
  return [...inTags, ...(await markedLanguages(file))].flatMap(({ language, page }) =>
    when(
      language !== undefined &&
        (language !== '' || target.ua === true) &&
        validLanguage(language, part === 1) !== language,
      `“${language}” is no language tag.`,
      page,
    ),
  )
}

/** The languages of marked content. An empty one says that none is known, which PDF/UA does not take. */
async function markedLanguages({ contents, target }: OpenFile) {
  const found: { language: string; page: number }[] = []
  for (const { content, text } of contents) {
    const { resources, page, work } = content
    // A name with an escape may be any.
    if (!/\/Lang|#/.test(text) && !hasLanguages(resources)) continue
    const languages = new Set<string>()
    await readInTurns(text, work, ({ operator, operands }) => {
      const language = operator === 'BDC' ? propertyList(operands[1], resources).language() : undefined
      if (language || (language === '' && target.ua)) languages.add(language)
    })
    for (const language of languages) found.push({ language, page: page + 1 })
  }
  return found
}

async function content({ doc, contents }: OpenFile): Promise<ConformanceFinding[]> {
  const message = 'Content is neither tagged nor an artifact, or both.'
  const ids = contentIds(doc)
  const nodes = doc.getPages().map(({ node }) => node)
  const pages = contents.filter(({ content: { kind } }) => kind === 'page')
  const wrong = await filterInTurns(pages, ({ content: { page, resources, work }, text }) =>
    hasUnmarkedContent(text, resources, work, (id, form) => {
      const place = form ?? nodes[page]
      return (place && ids.get(place)?.has(id)) ?? false
    }),
  )
  return wrong.map(({ content: { page } }) => ({ message, page: page + 1 }))
}

function nesting({ doc }: OpenFile): ConformanceFinding[] {
  return [
    ...[...tagsOf(doc)].flatMap((tag) =>
      when(!mayContain(tag, kids(tag.dict)), `A ${tag.type} contains what it may not.`),
    ),
    ...misplacedTags(doc).map(({ type }) => ({ message: `A ${type} stands outside what it is a part of.` })),
  ]
}

function tables({ doc }: OpenFile): ConformanceFinding[] {
  return irregularTables(doc).map(() => ({
    message:
      'The rows of a table differ in their number of columns: give each row all its cells, and `colspan` to those that take more.',
  }))
}

/** Names the page and the number of the image on it, so that the caller finds it. */
function figures({ doc }: OpenFile): ConformanceFinding[] {
  const pages = doc.getPages().map((page) => page.ref)
  const count = new Map<number, number>()
  return [...tagsOf(doc)].flatMap(({ type, dict }) => {
    if (type !== 'Figure' && type !== 'Formula') return []
    const ref = pageOfTag(dict)
    const page = ref instanceof PDFRef ? pages.indexOf(ref) + 1 : 0
    const number = (count.get(page) ?? 0) + 1
    count.set(page, number)
    const isDescribed =
      (textAt(dict, 'Alt') !== undefined && textAt(dict, 'Alt') !== '') || dict.has(PDFName.of('ActualText'))
    const message = `Image ${number} has no alternative text: give it \`alt\` (or \`aria-label\`), or \`alt=""\` where it is decoration.`
    return when(!isDescribed, message, page || undefined)
  })
}

/** The page a tag's content is on: its own entry, or its first marked content's. */
function pageOfTag(dict: Parameters<typeof dictAt>[0]) {
  const own = dict?.get(PDFName.of('Pg'))
  if (own || !dict) return own
  for (const kid of kids(dict)) {
    const found = dict.context.lookup(kid)
    if (found && 'get' in found && !(found instanceof PDFNumber)) {
      const page = (found as NonNullable<typeof dict>).get(PDFName.of('Pg'))
      if (page) return page
    }
  }
  return undefined
}

function headings({ doc }: OpenFile): ConformanceFinding[] {
  let last = 0
  for (const tag of tagsOf(doc)) {
    const level = headingLevel(tag)
    if (level > last + 1) return [{ message: `A heading of level ${level} follows one of level ${last}.` }]
    if (level > 0) last = level
  }
  return when(mixesHeadings(doc), 'Headings are numbered in one place, and not in another.')
}

/** What an annotation is in, by its kind: a field's place in a form, any other but links, which have a rule of their own. */
function annotationTags({ doc }: OpenFile): ConformanceFinding[] {
  const holders = new Map<PDFDict | undefined, Tag>()
  for (const tag of tagsOf(doc)) for (const kid of kids(tag.dict)) holders.set(objectAt(doc, kid), tag)
  return annotationsOf(doc).flatMap(({ dict, page, pageIndex }) => {
    // A popup shows what the comment says that it belongs to.
    if (isUnseen(dict, page) || nameAt(dict, 'Subtype') === 'Popup') return []
    const told = (isBroken: boolean, message: string) => when(isBroken, message, pageIndex + 1)
    const isUntagged = !dict.has(PDFName.of('StructParent'))
    const kind = nameAt(dict, 'Subtype')
    const described = (value: PDFDict | undefined, key: string) => Boolean(textAt(value, key)?.trim())
    if (kind === 'PrinterMark')
      return [
        ...told(!isUntagged || holders.has(dict), 'A mark for the printer is part of the tags.'),
        ...told(!described(dict, 'Contents'), 'A mark for the printer has no description.'),
      ]
    if (isUntagged || kind === 'Link')
      return told(isUntagged, 'A link or other annotation is not part of the tags.')
    const holder = holders.get(dict)
    const alternative = described(holder?.dict, 'Alt')
    if (kind !== 'Widget')
      return [
        ...told(holder?.type !== 'Annot', 'A comment is in no Annot element of the tags.'),
        ...told(!described(dict, 'Contents') && !alternative, 'A comment has no description.'),
      ]
    // A place of a field that has several says nothing for it.
    const field = dict.has(PDFName.of('T')) ? dict : (dictAt(dict, 'Parent') ?? dict)
    const named = described(field, 'TU') || alternative
    return [
      ...told(holder?.type !== 'Form', 'A form field is in no Form element of the tags.'),
      ...told(!named, 'A form field has no name for people (TU).'),
    ]
  })
}

const HIDDEN = 2

/** Whether an annotation is hidden, or lies outside its page (ISO 14289-1 7.18.1). */
function isUnseen(annotation: PDFDict, page: PDFDict): boolean {
  if (((numberAt(annotation, 'F') ?? 0) & HIDDEN) !== 0) return true
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(arrayAt(annotation, 'Rect'))
  const box = numbersOf(arrayAt(page, 'CropBox') ?? arrayAt(page, 'MediaBox'))
  const [from = 0, low = 0, to = 0, high = 0] = box
  return right < from || left > to || top < low || bottom > high
}

/** The object that an element's kid refers to. */
function objectAt(doc: PDFDocument, kid: PDFObject): PDFDict | undefined {
  return dictAt(dictOf(doc.context.lookup(kid)), 'Obj')
}

function tabOrder({ doc }: OpenFile): ConformanceFinding[] {
  return doc.getPages().flatMap(({ node }, index) => {
    const hasAnnotations = (arrayAt(node, 'Annots')?.size() ?? 0) > 0
    return when(
      hasAnnotations && nameAt(node, 'Tabs') !== 'S',
      'The page is not walked in the order of its tags.',
      index + 1,
    )
  })
}

function links({ doc }: OpenFile): ConformanceFinding[] {
  const elements = [...tagsOf(doc)].filter(({ type }) => type === 'Link')
  const tagged = new Set(elements.flatMap(({ dict }) => kids(dict).map((kid) => linkAt(doc.context, kid))))
  return annotationsOf(doc)
    .filter(({ dict }) => nameAt(dict, 'Subtype') === 'Link')
    .flatMap(({ dict, pageIndex }) => [
      ...when(!textAt(dict, 'Contents')?.trim(), 'A link has no description.', pageIndex + 1),
      ...when(!tagged.has(dict), 'A link is in no Link element of the tags.', pageIndex + 1),
    ])
}
