/**
 * Inline images of a page whose end readers look for in ways of their own: by their size, beyond the `EI` where the file
 * says that it is. What is drawn after them would be taken for their data.
 */
import { PDFName, type PDFPage, PDFRef } from 'pdf-lib'
import { hasWord } from '../content-stream'
import { entriesOf, flateStream, pageResources } from '../pdfa/objects'
import { readInTurns } from '../read-in-turns'
import { budgetOf } from '../work-budget'
import { addResources } from './page-resources'

/** An image fills the unit square, and may be smoothed over its edges. */
const IMAGE_BOX = [-1, -1, 2, 2]

/** Another image behind the `ID` of one: an end was missed. */
const MISSED_END = /\sBI\s*\//

/**
 * Makes each inline image of a page's content a form XObject, beyond whose stream nothing of it reaches, and returns the
 * content that draws them. Tags stay where they were. If it cannot be told for sure where images are, all the content
 * becomes one form: its tags are lost then.
 */
export async function encloseInlineImages(page: PDFPage, content: string): Promise<string> {
  if (!content.includes('BI')) return content
  const parts = await splitAtImages(page, content)
  if (parts?.length === 1) return content
  const forms = new Forms(page)
  const drawn = parts
    ? parts.map((part, index) => (index % 2 === 0 ? part : forms.draw(part, IMAGE_BOX))).join('')
    : forms.draw(content, mediaBox(page))
  forms.add()
  return drawn
}

/**
 * The content in parts, of which every second is an inline image. Nothing if a reader may see an image where
 * `operations` sees none.
 */
async function splitAtImages(page: PDFPage, content: string): Promise<string[] | undefined> {
  const parts: string[] = []
  let last = 0
  const isUnsure = await readInTurns(content, budgetOf(page.doc.context), ({ operator, operands, end }) => {
    if (operator !== 'BI') return operands.some((operand) => hasWord(operand, 'BI'))
    const [image = ''] = operands
    if (MISSED_END.test(image)) return true
    const begin = end - `BI${image}EI`.length
    parts.push(content.slice(last, begin), content.slice(begin, end))
    last = end
    return false
  })
  return isUnsure ? undefined : [...parts, content.slice(last)]
}

function mediaBox(page: PDFPage): number[] {
  const { x, y, width, height } = page.getMediaBox()
  return [x, y, x + width, y + height]
}

/** Forms with the resources of the page that draws them; two of one content are one. */
class Forms {
  readonly #page: PDFPage
  readonly #used: Set<string>
  readonly #names = new Map<string, string>()
  readonly #forms: { [name: string]: PDFRef } = {}
  #resources: PDFRef | undefined

  constructor(page: PDFPage) {
    this.#page = page
    this.#used = new Set(entriesOf(pageResources(page), 'XObject').map(({ name }) => name))
    const { context } = page.doc
    const resources = page.node.getInheritableAttribute(PDFName.of('Resources'))
    if (resources) this.#resources = resources instanceof PDFRef ? resources : context.register(resources)
  }

  /** Content that draws a form of this content, cut at `box`. */
  draw(content: string, box: number[]): string {
    const name = this.#names.get(content) ?? this.#make(content, box)
    return `/${name} Do\n`
  }

  /** Has the page find the forms. */
  add(): void {
    addResources(this.#page, 'XObject', this.#forms)
  }

  #make(content: string, box: number[]): string {
    const { context } = this.#page.doc
    budgetOf(context).charge('objects')
    const form = context.obj({ Type: 'XObject', Subtype: 'Form', BBox: box })
    if (this.#resources) form.set(PDFName.of('Resources'), this.#resources)
    const name = this.#unusedName()
    this.#names.set(content, name)
    this.#forms[name] = context.register(flateStream(context, content, form))
    return name
  }

  #unusedName(): string {
    for (let number = this.#used.size; ; number++) {
      const name = `PageContent${number}`
      if (this.#used.has(name)) continue
      this.#used.add(name)
      return name
    }
  }
}
