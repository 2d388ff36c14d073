/**
 * Marks what Chromium leaves unmarked (borders, backgrounds, shadows, unlabelled drawings) as artifacts, so that
 * all content is either tagged or an artifact (ISO 14289-1 7.1, ISO 19005-1 6.8.2.2), and gives a form whose
 * tagged content is drawn again (7.20) a copy without tags.
 */

import { type PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib'
import { unescapePdfName } from '../../text/pdf-name'
import { latin1, type Operation, writeOperation } from '../content-stream'
import { readInTurns } from '../read-in-turns'
import { decodeStream } from '../streams'
import { budgetOf, type WorkBudget } from '../work-budget'
import { ContentLines } from './content-lines'
import {
  dictAt,
  ensureDict,
  entriesOf,
  flateStream,
  nameAt,
  pageContent,
  pageResources,
  setPageContent,
} from './objects'
import { propertyList } from './property-list'

/** Works through pages and the forms that they draw outside marked content. */
export async function markArtifacts(doc: PDFDocument): Promise<void> {
  const marker = new Marker(doc)
  for (const page of doc.getPages()) {
    const before = pageContent(page)
    const after = await marker.mark(before, pageResources(page))
    if (after !== before) setPageContent(page, after)
    await budgetOf(doc.context).takeTurns()
  }
}

/**
 * Whether a page paints something that is neither tagged nor an artifact, or both. What it tags has one of `ids`, if they
 * are given: those of the page, or of a form that it draws. Changes nothing. Throws WorkLimitExceeded.
 */
export async function hasUnmarkedContent(
  content: string,
  resources: PDFDict | undefined,
  work: WorkBudget,
  ids?: (id: number, form?: PDFDict) => boolean,
): Promise<boolean> {
  const tagged = new TaggedForms()
  const seen = new Set<PDFStream>()
  const open: { form: PDFStream; outer: PDFDict | undefined }[] = []
  const isUnmarked = async (text: string, names: PDFDict | undefined, form?: PDFDict) => {
    const marks = new Marks(names, ids && ((id) => ids(id, form)))
    return await readInTurns(text, work, async (operation) => {
      const { operator, operands } = operation
      marks.take(operation)
      if (marks.isMixed) return true
      if (marks.hold || !PAINT.has(operator)) return false
      const drawn = operator === 'Do' ? formAt(names, operands[0]) : undefined
      if (!drawn || !(await tagged.has(drawn))) return true
      if (!seen.has(drawn)) open.push({ form: drawn, outer: names })
      seen.add(drawn)
      return false
    })
  }
  if (await isUnmarked(content, resources)) return true
  for (let next = open.pop(); next; next = open.pop()) {
    const { form, outer } = next
    const own = dictAt(form.dict, 'Resources') ?? outer
    if (await isUnmarked(latin1(decodeStream(form)), own, form.dict)) return true
  }
  return false
}

/**
 * The marked-content sequences that are open. What is painted inside is tagged where one has an `MCID`, and an artifact
 * where one says so; a sequence for its `ActualText` alone makes it neither.
 */
class Marks {
  private readonly open: ('artifact' | 'tagged' | undefined)[] = []
  private readonly holding = { artifact: 0, tagged: 0 }

  constructor(
    private readonly resources: PDFDict | undefined,
    private readonly ids: (id: number) => boolean = () => true,
  ) {}

  take({ operator, operands }: Operation): void {
    if (operator === 'BMC' || operator === 'BDC') {
      const holds = this.holds(operands)
      this.open.push(holds)
      if (holds) this.holding[holds]++
    }
    const ended = operator === 'EMC' ? this.open.pop() : undefined
    if (ended) this.holding[ended]--
  }

  /** Whether what is painted now is tagged or an artifact. */
  get hold(): boolean {
    return this.holding.artifact + this.holding.tagged > 0
  }

  /** Whether one of them stands in the other (ISO 14289-1 7.1). */
  get isMixed(): boolean {
    return this.holding.artifact > 0 && this.holding.tagged > 0
  }

  private holds([tag = '', ...properties]: string[]): 'artifact' | 'tagged' | undefined {
    if (unescapePdfName(tag) === '/Artifact') return 'artifact'
    const id = idOf(properties, this.resources)
    return id !== undefined && this.ids(id) ? 'tagged' : undefined
  }
}

/** The id that the properties of marked content give it, by which it is tagged. */
function idOf([properties]: string[], resources: PDFDict | undefined): number | undefined {
  return propertyList(properties, resources).number('MCID')
}

const PATH = new Set('m l c v y re h W W*'.split(' '))
const PAINT = new Set('f F f* B B* b b* S s sh Do BI Tj TJ \' "'.split(' '))
const START = '/Artifact BMC'

class Marker {
  private readonly drawn = new Set<PDFObject>()
  /** Copies without tags of the forms that are drawn again. */
  private readonly untagged = new Map<PDFObject, PDFRef>()
  private readonly tagged = new TaggedForms()

  constructor(private readonly doc: PDFDocument) {}

  /** The content with artifacts marked; the same text if there were none. */
  async mark(content: string, resources: PDFDict | undefined): Promise<string> {
    const lines = new ContentLines()
    const marks = new Marks(resources)
    let changed = false
    const add = (line: string, isArtifact: boolean) => {
      if (isArtifact) lines.addBeforePath(START)
      lines.add(line)
      if (isArtifact) lines.add('EMC')
      changed ||= isArtifact
    }
    await readInTurns(content, budgetOf(this.doc.context), (operation) => {
      const { operator } = operation
      const line = writeOperation(operation)
      marks.take(operation)
      const isUnmarked = PAINT.has(operator) && !marks.hold
      if (PATH.has(operator)) lines.addToPath(line)
      else if (operator !== 'Do') add(line, isUnmarked)
      else
        return this.draw(operation, resources, marks.hold).then(({ text, isTagged = false }) => {
          changed ||= text !== line
          add(text, isUnmarked && !isTagged)
        })
    })
    return changed ? lines.text() : content
  }

  /** Draws an XObject: a form with tags of its own is worked through, and drawn without them the second time. */
  private async draw(operation: Operation, resources: PDFDict | undefined, isMarked: boolean): Promise<Line> {
    const text = writeOperation(operation)
    const name = (operation.operands[0] ?? '').slice(1)
    const value = dictAt(resources, 'XObject')?.get(PDFName.of(name))
    const form = formAt(resources, operation.operands[0])
    if (!resources || !form || !(value instanceof PDFRef) || !(await this.tagged.has(form))) return { text }
    if (this.drawn.has(value)) return { text: await this.drawUntagged(name, value, form, resources) }
    this.drawn.add(value)
    const before = latin1(decodeStream(form))
    const after = isMarked ? before : await this.mark(before, dictAt(form.dict, 'Resources') ?? resources)
    if (after !== before) this.doc.context.assign(value, flateStream(this.doc.context, after, form.dict))
    return { text, isTagged: true }
  }

  private async drawUntagged(
    name: string,
    ref: PDFRef,
    form: PDFStream,
    resources: PDFDict,
  ): Promise<string> {
    const copy = this.untagged.get(ref) ?? this.doc.context.register(await this.withoutTags(form))
    this.untagged.set(ref, copy)
    ensureDict(resources, 'XObject').set(PDFName.of(`${name}Again`), copy)
    return `/${name}Again Do`
  }

  private async withoutTags(form: PDFStream): Promise<PDFStream> {
    const kept = new ContentLines()
    await readInTurns(latin1(decodeStream(form)), budgetOf(this.doc.context), (operation) => {
      if (!MARKS.has(operation.operator)) kept.add(writeOperation(operation))
    })
    const copy = flateStream(this.doc.context, kept.text(), form.dict)
    copy.dict.delete(PDFName.of('StructParents'))
    return copy
  }
}

const MARKS = new Set(['BDC', 'BMC', 'EMC'])

/** The form an operand of `Do` names. */
function formAt(resources: PDFDict | undefined, operand = ''): PDFStream | undefined {
  const found = dictAt(resources, 'XObject')?.lookup(PDFName.of(operand.slice(1)))
  return found instanceof PDFStream && nameAt(found.dict, 'Subtype') === 'Form' ? found : undefined
}

/** Which forms hold marked content with an id, or draw one that does. Each is read once, however often it is drawn. */
class TaggedForms {
  private readonly known = new Map<PDFStream, boolean>()

  async has(form: PDFStream): Promise<boolean> {
    const known = this.known.get(form)
    if (known !== undefined) return known
    this.known.set(form, false)
    const resources = dictAt(form.dict, 'Resources')
    const tagged = (await this.hasTags(form, resources)) || (await this.drawsTagged(resources))
    this.known.set(form, tagged)
    return tagged
  }

  private async drawsTagged(resources: PDFDict | undefined): Promise<boolean> {
    for (const { name } of entriesOf(resources, 'XObject')) {
      const inner = formAt(resources, `/${name}`)
      if (inner && (await this.has(inner))) return true
    }
    return false
  }

  /** Names of properties may be written with escapes, and properties may stand in the resources. */
  private async hasTags(form: PDFStream, resources: PDFDict | undefined): Promise<boolean> {
    const content = latin1(decodeStream(form))
    if (!content.includes('BDC')) return false
    return await readInTurns(
      content,
      budgetOf(form.dict.context),
      ({ operator, operands }) => operator === 'BDC' && idOf(operands.slice(1), resources) !== undefined,
    )
  }
}

type Line = { text: string; isTagged?: boolean }
