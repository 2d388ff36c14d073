/** The structure of a Cross Industry Invoice: held against the table of its profile. */
import type { ConformanceLevel, Profile } from '../../profiles'
import { collectXmlViolations, type Report, type RuleViolation } from '../../rules/invoice-finding'
import type { XmlElement } from '../../xml/parse-xml'
import { EN_16931 } from './en16931-structure'
import { namespaceOf } from './namespaces'
import { BASIC, BASIC_WL, EXTENDED, MINIMUM } from './profile-structures'
import { checkValue } from './value-form'

type Step = { name: string; required: boolean; many: boolean }

type Structure = ReadonlyMap<string, Step[]>

/** A table with the children of each element; `A|B` are two elements with the same children, `A/B` is B inside A. */
const structureOf = (table: Record<string, string>): Structure =>
  new Map(
    Object.entries(table).flatMap(([names, children]) => {
      const steps = children.split(' ').map(stepOf)
      return names.split('|').map((name) => [name, steps] as const)
    }),
  )

function stepOf(child: string): Step {
  const quantity = child.at(-1) ?? ''
  const plain = !'?*+'.includes(quantity)
  return {
    name: plain ? child : child.slice(0, -1),
    required: plain || quantity === '+',
    many: quantity === '*' || quantity === '+',
  }
}

/** What the schema leaves optional and the schematron of every profile demands. */
const ALWAYS = {
  'IssueDateTime|OccurrenceDateTime|StartDateTime|EndDateTime|DueDateDateTime': 'DateTimeString',
  TelephoneUniversalCommunication: 'CompleteNumber',
  'EmailURIUniversalCommunication|URIUniversalCommunication': 'URIID',
  ChargeIndicator: 'Indicator',
}

/** What may be empty in the schema of CII, which XRechnung and the French reform name in the place of their own. */
const MAY_BE_EMPTY = {
  SpecifiedTaxRegistration: 'ID?',
  PayeeSpecifiedCreditorFinancialInstitution: 'BICID?',
  EmailURIUniversalCommunication: 'URIID?',
  TelephoneUniversalCommunication: 'CompleteNumber?',
  IncludedNote: 'Content? SubjectCode?',
  AdditionalReferencedDocument:
    'IssuerAssignedID URIID? TypeCode? Name? AttachmentBinaryObject? ReferenceTypeCode?',
}

const en16931 = structureOf(EN_16931)
const frenchReform = structureOf({
  ...EXTENDED,
  ...ALWAYS,
  SpecifiedTaxRegistration: MAY_BE_EMPTY.SpecifiedTaxRegistration,
  PayeeSpecifiedCreditorFinancialInstitution: MAY_BE_EMPTY.PayeeSpecifiedCreditorFinancialInstitution,
})
const structures: Record<ConformanceLevel, Structure> = {
  MINIMUM: structureOf({ ...MINIMUM, IssueDateTime: 'DateTimeString' }),
  'BASIC WL': structureOf({ ...BASIC_WL, ...ALWAYS }),
  BASIC: structureOf({ ...BASIC, ...ALWAYS }),
  'EN 16931': en16931,
  // A buyer's tax number beside its VAT identifier is no term of EN 16931, and CII has room for it.
  XRECHNUNG: structureOf({
    ...EN_16931,
    ...MAY_BE_EMPTY,
    BuyerTradeParty: `${EN_16931.BuyerTradeParty} SpecifiedTaxRegistration?`,
  }),
  EXTENDED: structureOf({ ...EXTENDED, ...ALWAYS }),
}

/**
 * Findings on the structure of a profile, and on values by their type. XRechnung is written against the whole of CII:
 * what the profile does not know is left to other schemas there. That schema, which the French reform uses too, also
 * lets some texts stand more often; they may if they say the same.
 */
export const checkStructure = (
  root: XmlElement,
  { level, nationalRules }: Pick<Profile, 'level' | 'nationalRules'>,
): RuleViolation[] =>
  collectXmlViolations((report) => {
    const structure = nationalRules ? frenchReform : structures[level]
    const isWholeCii = level === 'XRECHNUNG' || nationalRules !== undefined
    const open = [{ element: root, parent: '' }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { element, parent } = next
      const namespace = namespaceOf(element.name, parent)
      if (element.namespace !== namespace) {
        report('XSD', '', `${element.name} is in the namespace ${element.namespace}, not ${namespace}.`)
        continue
      }
      const expected = structure.get(`${parent}/${element.name}`) ?? structure.get(element.name)
      const once = isWholeCii ? withoutRepeats(element) : element
      checkChildren(report, once, { expected, strict: level !== 'XRECHNUNG' })
      checkValue(report, element)
      if (level !== 'XRECHNUNG') checkAttributes(report, element, isWholeCii)
      for (const child of element.children) checkPlace(report, element, child, level)
      open.push(...element.children.toReversed().map((child) => ({ element: child, parent: element.name })))
    }
  })

/** Texts that the schema of CII lets stand several times where the profiles have one, and no rule of CEN does not. */
const REPEATABLE = new Set([
  'AdditionalReferencedDocument/Name',
  'AdditionalReferencedDocument/AttachmentBinaryObject',
  'ApplicableTradeTax/AllowanceChargeBasisAmount',
  'ApplicableTradeTax/BasisAmount',
  'ApplicableTradeTax/CalculatedAmount',
  'ApplicableTradeTax/LineTotalBasisAmount',
  'BuyerTradeParty/GlobalID',
  'BuyerTradeParty/ID',
  'ExchangedDocument/Name',
  'GrossPriceProductTradePrice/ChargeAmount',
  'IncludedNote/Content',
  'IncludedNote/SubjectCode',
  'IncludedReferencedProduct/UnitQuantity',
  'PayeeTradeParty/GlobalID',
  'PayeeTradeParty/ID',
  'PostalTradeAddress/CountrySubDivisionName',
  'SellerTradeParty/Description',
  'ShipToTradeParty/GlobalID',
  'ShipToTradeParty/ID',
  'SpecifiedLogisticsServiceCharge/AppliedAmount',
  'SpecifiedLogisticsServiceCharge/Description',
  'SpecifiedTradePaymentTerms/Description',
  'SpecifiedTradePaymentTerms/DirectDebitMandateID',
  'SpecifiedTradePaymentTerms/PartialPaymentAmount',
  'SpecifiedTradeProduct/Description',
  'SpecifiedTradeProduct/Name',
  'SpecifiedTradeSettlementHeaderMonetarySummation/AllowanceTotalAmount',
  'SpecifiedTradeSettlementHeaderMonetarySummation/ChargeTotalAmount',
  'SpecifiedTradeSettlementHeaderMonetarySummation/DuePayableAmount',
  'SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount',
  'SpecifiedTradeSettlementHeaderMonetarySummation/LineTotalAmount',
  'SpecifiedTradeSettlementHeaderMonetarySummation/RoundingAmount',
  'SpecifiedTradeSettlementHeaderMonetarySummation/TaxBasisTotalAmount',
  'SpecifiedTradeSettlementHeaderMonetarySummation/TotalPrepaidAmount',
  'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
  'SpecifiedTradeSettlementPaymentMeans/Information',
])

/** The element without the texts that repeat the one before them, if they may. */
const withoutRepeats = (element: XmlElement): XmlElement => ({
  ...element,
  children: element.children.filter(
    (child, i) =>
      !REPEATABLE.has(`${element.name}/${child.name}`) || !isSameText(child, element.children[i - 1]),
  ),
})

const isSameText = (a: XmlElement, b: XmlElement | undefined): boolean =>
  b !== undefined &&
  a.name === b.name &&
  a.text.trim() === b.text.trim() &&
  a.children.length + b.children.length === 0 &&
  JSON.stringify([...a.attributes]) === JSON.stringify([...b.attributes])

function checkChildren(
  report: Report,
  { name, children, text }: XmlElement,
  { expected, strict }: { expected: Step[] | undefined; strict: boolean },
) {
  if (!expected) return
  if (text.trim() !== '') {
    report('XSD', '', `${name} contains text, and has room for other elements only.`)
    return
  }
  const known = new Set(expected.map((step) => step.name))
  const unknown = children.find((child) => !known.has(child.name))
  if (strict && unknown) {
    report('XSD', '', `${name}/${unknown.name} is unknown to this profile.`)
    return
  }
  const names = children.map((child) => child.name).filter((child) => known.has(child))
  let at = 0
  for (const step of expected) {
    const from = at
    while (names[at] === step.name && (step.many || at === from)) at += 1
    if (step.required && at === from) {
      const found = names.includes(step.name) ? 'stands in the wrong place' : 'is missing'
      report('XSD', '', `${name}/${step.name} ${found}.`)
      return
    }
  }
  const rest = names[at]
  if (rest) report('XSD', '', `${name}/${rest} occurs too often or in the wrong place.`)
}

/** The attributes that elements have by the end of their name; the first that fits decides, and others have none. */
const ATTRIBUTES: [end: string, attributes: string[]][] = [
  ['TaxTotalAmount', ['currencyID']],
  ['CountryID', []],
  ['ID', ['schemeID']],
  ['Quantity', ['unitCode']],
  ['Measure', ['unitCode']],
  ['ClassCode', ['listID', 'listVersionID']],
  ['ReasonCode', ['listID', 'listVersionID']],
  ['PostcodeCode', ['listID', 'listVersionID']],
  ['SubjectCode', ['listID', 'listVersionID']],
  ['ContentCode', ['listID', 'listVersionID']],
  ['DateTimeString', ['format']],
  ['DateString', ['format']],
  ['AttachmentBinaryObject', ['mimeCode', 'filename']],
]

/** The whole of CII has attributes that the profiles leave out; no profile has a currency beside that of the invoice. */
function checkAttributes(report: Report, { name, attributes }: XmlElement, isWholeCii: boolean) {
  const [, known = []] = ATTRIBUTES.find(([end]) => name.endsWith(end)) ?? []
  const unknown = [...attributes.keys()].find(
    (attribute) => !known.includes(attribute) && (!isWholeCii || attribute === 'currencyID'),
  )
  if (unknown !== undefined) report('XSD', '', `${name} has no ${unknown} in this profile: leave it out.`)
}

/** What stands where it does only under a condition. */
function checkPlace(report: Report, parent: XmlElement, child: XmlElement, level: ConformanceLevel) {
  const { name, text, attributes } = child
  const place = `${parent.name}/${name}`
  if (place === 'SpecifiedTaxRegistration/ID') {
    const scheme = attributes.get('schemeID') ?? ''
    if (scheme !== 'VA' && scheme !== 'FC' && level !== 'XRECHNUNG')
      report('XSD', '', `${place} has the scheme VA or FC.`)
    if (text.trim() === '') report('BR-CO-09', '', `${place} is empty: leave the registration out.`)
  }
  if (level === 'EN 16931') checkOnceInEn16931(report, parent, child)
  // An order of a line is named by its line alone, the order of the invoice by its number.
  const numbered = child.children.some((each) => each.name === 'IssuerAssignedID')
  const isOrder = place === 'ApplicableHeaderTradeAgreement/BuyerOrderReferencedDocument'
  const mayLack = level === 'EXTENDED' || level === 'XRECHNUNG'
  if (isOrder && !numbered && !mayLack) report('XSD', '', `${name}/IssuerAssignedID is missing.`)
}

/** BT-41 and BT-56 are a person or a department. */
function checkOnceInEn16931(report: Report, parent: XmlElement, { name, children }: XmlElement) {
  const has = (each: string) => children.some((child) => child.name === each)
  if (name === 'DefinedTradeContact' && has('PersonName') && has('DepartmentName')) {
    const rule = parent.name === 'SellerTradeParty' ? 'CII-SR-465' : 'CII-SR-466'
    report(rule, '', `${name} has a PersonName or a DepartmentName in this profile, not both.`)
  }
}
