/** The rules of the profile EXTENDED that look at its XML: its sums, its VAT groups, and when it is to be paid. */
import { compare, equal, format, sum, zero } from '../../money/decimal'
import { elementAt, elementsAt, parseDecimal, partsOf, textAt } from '../cii/read/path'
import type { Profile } from '../profiles'
import type { XmlElement } from '../xml/parse-xml'
import { checkTaxNumbers } from './extended-parties'
import { checkExtendedSums } from './extended-sums'
import { checkExtendedVat } from './extended-vat'
import type { Report } from './invoice-finding'

/**
 * Reports what breaks a rule of EXTENDED alone (BR-FXEXT), and BR-CO-25, which EN 16931 has no more. The extension of the
 * French reform leaves out some of them.
 */
export function checkExtended(
  report: Report,
  root: XmlElement,
  { nationalRules }: Pick<Profile, 'nationalRules'>,
): void {
  checkExtendedSums(report, root)
  checkExtendedVat(report, root)
  checkDueDate(report, root)
  if (!nationalRules) {
    checkNotes(report, root)
    checkTaxNumbers(report, root)
  }
  checkHierarchy(report, root)
}

/** BR-FXEXT-01, BR-FXEXT-02, BR-FXEXT-BR-54-1. */
function checkNotes(report: Report, root: XmlElement) {
  const { document, lines } = partsOf(root)
  const isCodeAlone = (note: XmlElement) =>
    textAt(note, 'SubjectCode') && !elementAt(note, 'Content') && !elementAt(note, 'ContentCode')
  if (elementsAt(document, 'IncludedNote').some(isCodeAlone)) {
    report(
      'BR-FXEXT-01',
      '/notes',
      'A note with a subject needs its text (BT-22) or its code (BT-X-5): add one.',
    )
  }
  for (const [i, line] of lines.entries()) {
    if (elementsAt(line, 'AssociatedDocumentLineDocument/IncludedNote').some(isCodeAlone)) {
      report('BR-FXEXT-02', `/lines/${i}/note`, 'A note with a subject needs its text (BT-127): add it.')
    }
    const isNameless = elementsAt(line, 'SpecifiedTradeProduct/ApplicableProductCharacteristic').some(
      (each) => !elementAt(each, 'Description') && !elementAt(each, 'TypeCode'),
    )
    if (isNameless) {
      const message = 'An attribute needs its name (BT-160) or its code (BT-X-11): add one.'
      report('BR-FXEXT-BR-54-1', `/lines/${i}/attributes`, message)
    }
  }
}

const LINE_TOTAL =
  'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'

const LINE_STATUSES = ['DETAIL', 'GROUP', 'INFORMATION']

/** BT-X-8, BR-FXEXT-06, BR-FXEXT-08 and BR-FXEXT-11: lines that belong to lines. */
function checkHierarchy(report: Report, root: XmlElement) {
  const lines = partsOf(root).lines.map((element) => ({
    id: textAt(element, 'AssociatedDocumentLineDocument/LineID'),
    parent: textAt(element, 'AssociatedDocumentLineDocument/ParentLineID'),
    status: textAt(element, 'AssociatedDocumentLineDocument/LineStatusReasonCode'),
    total: parseDecimal(textAt(element, LINE_TOTAL)),
  }))
  const byParent = Map.groupBy(lines, ({ parent }) => parent)
  const ids = new Set(lines.map(({ id }) => id))
  for (const [i, { id, parent, status, total }] of lines.entries()) {
    if (parent && !status) {
      report(
        'BR-FXEXT-06',
        `/lines/${i}/status`,
        'A line that belongs to another says its status (BT-X-8): add it.',
      )
    }
    if (parent && !ids.has(parent)) {
      const message = `There is no line ${parent} that this line could belong to (BT-X-304): correct parent_id, or the number of that line.`
      report('BR-FXEXT-11', `/lines/${i}/parent_id`, message)
    }
    if (status && !LINE_STATUSES.includes(status)) {
      const message = `The status of a line (BT-X-8) is ${LINE_STATUSES.join(', ')}, not ${status}: correct it.`
      report('BT-X-8', `/lines/${i}/status`, message)
    }
    if (status !== 'GROUP' || !total) continue
    const children = (byParent.get(id) ?? []).filter(
      (each) => each.status === 'DETAIL' || each.status === 'GROUP',
    )
    const expected = sum(children.map((each) => each.total ?? zero))
    if (equal(expected, total)) continue
    const message = `The lines that belong to line ${id} are ${format(expected, 2)} together, not ${format(total, 2)} (BT-131): correct it.`
    report('BR-FXEXT-08', `/lines/${i}/net_amount`, message)
  }
}

/** BR-CO-25. */
function checkDueDate(report: Report, root: XmlElement) {
  const { settlement } = partsOf(root)
  const due = parseDecimal(
    textAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation/DuePayableAmount'),
  )
  if (!due || compare(due, zero) <= 0) return
  const isSaid = elementsAt(settlement, 'SpecifiedTradePaymentTerms').some(
    (each) => elementAt(each, 'DueDateDateTime') || elementAt(each, 'Description'),
  )
  if (isSaid) return
  const message =
    'What is due has a due date (BT-9) or terms of payment (BT-20): add due_date or payment.terms.'
  report('BR-CO-25', '/due_date', message)
}
