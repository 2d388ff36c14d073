/** Rules about parts of tables, lists, notes and forms that are tagged: ISO 14289-1 7.2, 7.5, 7.9, 7.18.4 and 7.20. */
import { PDFDict } from 'pdf-lib'
import { readInTurns } from '../../read-in-turns'
import { textAt } from '../annotations'
import { isFormInOrder } from '../form-tags'
import { dictAt } from '../objects'
import { isMisarranged } from '../place-tags'
import { tagsOf } from '../structure-tree'
import { unscopedTables } from '../table-headers'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'
import { summaryOf } from './content-summary'

export const tagPartRules: Rule[] = [
  { ua: '7.2', find: parts },
  { ua: '7.5', find: headerCells },
  { ua: '7.9', find: notes },
  { ua: '7.18.4', find: forms },
  { ua: '7.20', find: repeatedForms },
]

function parts({ doc }: OpenFile): ConformanceFinding[] {
  return [...tagsOf(doc)].filter(isMisarranged).map(({ type }) => ({
    message: `A ${type} has a caption, head or foot too many, in the wrong place, or without a body.`,
  }))
}

function headerCells({ doc }: OpenFile): ConformanceFinding[] {
  return when(
    unscopedTables(doc).length > 0,
    'A header cell does not say which cells it is of (Scope), nor do these name it (Headers).',
  )
}

function notes({ doc }: OpenFile): ConformanceFinding[] {
  const taken = new Set<string>()
  const isWrong = [...tagsOf(doc)].some(({ type, dict }) => {
    if (type !== 'Note') return false
    const id = textAt(dict, 'ID') ?? ''
    const isTaken = id === '' || taken.has(id)
    taken.add(id)
    return isTaken
  })
  return when(isWrong, 'A note has no ID of its own.')
}

function forms({ doc }: OpenFile): ConformanceFinding[] {
  const isWrong = [...tagsOf(doc)].some((tag) => !isFormInOrder(tag))
  return when(isWrong, 'A Form element of the tags holds something else than the place of one field.')
}

/** A form with tagged content is drawn once: its content is in one place of the tags. */
async function repeatedForms({ contents, doc }: OpenFile): Promise<ConformanceFinding[]> {
  const tagged = new Set<PDFDict>()
  for (const { content, text } of contents) {
    const form = content.kind === 'form' && content.ref ? doc.context.lookup(content.ref) : undefined
    if (form && 'dict' in form && form.dict instanceof PDFDict && text.includes('/MCID'))
      tagged.add(form.dict)
  }
  if (tagged.size === 0) return []
  const drawn = new Set<PDFDict>()
  const found: ConformanceFinding[] = []
  for (const read of contents) {
    const { content, text } = read
    if (!summaryOf(read).operators.has('Do')) continue
    const forms = dictAt(content.resources, 'XObject')
    const isRepeated = await readInTurns(text, content.work, ({ operator, operands }) => {
      const form = operator === 'Do' ? dictAt(forms, (operands[0] ?? '').slice(1)) : undefined
      if (!form || !tagged.has(form)) return false
      const isAgain = drawn.has(form)
      drawn.add(form)
      return isAgain
    })
    found.push(...when(isRepeated, 'A form with tagged content is drawn more than once.', content.page + 1))
  }
  return found
}
