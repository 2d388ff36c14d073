/** BR-CL-01 to BR-CL-26: every code is of its list, as Factur-X 1.09 takes it. */
import { countryCodes, currencyCodes } from '../codelists/countries'
import {
  allowanceReasons,
  chargeReasons,
  exemptionReasons,
  meansCodes,
  mimeTypes,
  typeCodes,
} from '../codelists/document-codes'
import { addressSchemes, classificationSchemes, itemSchemes, partySchemes } from '../codelists/identifiers'
import { referenceCodes, subjectCodes } from '../codelists/references'
import { unitCodes } from '../codelists/unit-codes'
import type { Invoice } from '../schema'
import type { Line, Vat } from '../schema/line-schema'
import type { Identifier } from '../schema/value-schemas'
import { asIdentifier, asText, electronicAddressOf, paymentMeansCode } from '../terms'
import { collectViolations, type RuleViolation } from './invoice-finding'

/** UNTDID 2475: 5 date of issue, 29 of delivery, 72 of payment (BT-8). */
const taxPoints = {
  codes: new Set(['5', '29', '72']),
  name: 'UNTDID 2475 (5 issue, 29 delivery, 72 payment)',
}

/** UNTDID 5305 without B (split payment), which Factur-X 1.09 does not take in its profile EN 16931. */
const vatCategories = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'])

type Code = string | number | undefined
type List = { codes: ReadonlySet<string>; name: string }

const lists = {
  country: { codes: countryCodes, name: 'ISO 3166-1 (two capitals, such as DE)' },
  currency: { codes: currencyCodes, name: 'ISO 4217 (three capitals, such as EUR)' },
  party: { codes: partySchemes, name: 'ISO 6523 for parties (such as 0088 for a GLN)' },
  register: { codes: itemSchemes, name: 'ISO 6523 (such as 0002 for a SIRENE number)' },
  object: { codes: referenceCodes, name: 'UNTDID 1153 (such as AAA)' },
  vat: { codes: vatCategories, name: 'the VAT categories S, Z, E, AE, K, G, O, L and M' },
} satisfies Record<string, List>

/** Findings on codes. */
export const checkCodes = (invoice: Invoice): RuleViolation[] =>
  collectViolations((report) => {
    const check = (rule: string, pointer: string, value: Code, list: List) => {
      const code = asText(value)
      if (code && !list.codes.has(code)) report(rule, pointer, `${code} is not a code of ${list.name}.`)
    }
    checkDocumentCodes(check, invoice)
    checkPartyCodes(check, invoice)
    checkReferenceCodes(check, invoice)
    for (const [i, line] of (invoice.lines ?? []).entries()) checkLineCodes(check, line, `/lines/${i}`)
    checkAdjustmentCodes(check, invoice, '')
    for (const [i, each] of (invoice.vat_breakdown ?? []).entries()) {
      checkVatCodes(check, 'BR-CL-18', each, `/vat_breakdown/${i}`)
    }
  })

type Check = (rule: string, pointer: string, value: Code, list: List) => void

function checkDocumentCodes(check: Check, invoice: Invoice) {
  check('BR-CL-01', '/type_code', invoice.type_code, {
    codes: typeCodes,
    name: 'UNTDID 1001 for invoices (380 invoice, 381 credit note, 384 correction, 389 self-billed)',
  })
  check('BR-CL-04', '/currency', invoice.currency, lists.currency)
  check('BR-CL-05', '/tax_currency', invoice.tax_currency, lists.currency)
  check('BR-CL-06', '/tax_point_code', invoice.tax_point_code, taxPoints)
  check('BR-CL-16', '/payment/means_code', paymentMeansCode(invoice), {
    codes: meansCodes,
    name: 'UNTDID 4461 (58 SEPA transfer, 59 SEPA direct debit, 30 transfer, 48 card)',
  })
  for (const [i, note] of (invoice.notes ?? []).entries()) {
    const subject = typeof note === 'string' ? undefined : note.subject_code
    check('BR-CL-08', `/notes/${i}/subject_code`, subject, {
      codes: subjectCodes,
      name: 'UNTDID 4451 (such as REG)',
    })
  }
}

function checkPartyCodes(check: Check, { seller, buyer, payee, tax_representative, delivery }: Invoice) {
  const scheme = (value: Identifier | undefined) => asIdentifier(value)?.scheme
  for (const [i, id] of (seller?.ids ?? []).entries()) {
    check('BR-CL-10', `/seller/ids/${i}/scheme`, scheme(id), lists.party)
  }
  check('BR-CL-10', '/buyer/id/scheme', scheme(buyer?.id), lists.party)
  check('BR-CL-10', '/payee/id/scheme', scheme(payee?.id), lists.party)
  check('BR-CL-26', '/delivery/location_id/scheme', scheme(delivery?.location_id), lists.party)
  for (const [name, party] of Object.entries({ seller, buyer, payee })) {
    const at = `/${name}/legal_registration/scheme`
    check('BR-CL-11', at, scheme(party?.legal_registration), lists.register)
  }
  for (const [name, party] of Object.entries({ seller, buyer })) {
    const at = `/${name}/electronic_address/scheme`
    check('BR-CL-25', at, electronicAddressOf(party?.electronic_address)?.scheme, {
      codes: addressSchemes,
      name: 'EAS (such as EM for e-mail or 9930 for a German VAT identifier)',
    })
  }
  for (const [name, party] of Object.entries({ seller, buyer, tax_representative, delivery })) {
    check('BR-CL-14', `/${name}/address/country`, party?.address?.country, lists.country)
  }
}

function checkReferenceCodes(check: Check, { references }: Invoice) {
  check('BR-CL-07', '/references/object/scheme', asIdentifier(references?.object)?.scheme, lists.object)
  for (const [i, each] of (references?.supporting_documents ?? []).entries()) {
    check('BR-CL-24', `/references/supporting_documents/${i}/file/mime_type`, each.file?.mime_type, {
      codes: mimeTypes,
      name: `the types ${[...mimeTypes].join(', ')}`,
    })
  }
}

function checkLineCodes(check: Check, line: Line, at: string) {
  check('BR-CL-23', `${at}/unit`, line.unit, {
    codes: unitCodes,
    name: 'UN/ECE Recommendation 20 or 21 (C62 one, HUR hour, DAY day, KGM kilogram, MTR metre)',
  })
  checkVatCodes(check, 'BR-CL-18', line.vat, `${at}/vat`)
  check('BR-CL-06', `${at}/vat/tax_point_code`, line.vat?.tax_point_code, taxPoints)
  checkAdjustmentCodes(check, line, at)
  const standard = asIdentifier(line.standard_item_id)?.scheme
  check('BR-CL-21', `${at}/standard_item_id/scheme`, standard, lists.register)
  for (const [i, each] of (line.classifications ?? []).entries()) {
    check('BR-CL-13', `${at}/classifications/${i}/list`, each.list, {
      codes: classificationSchemes,
      name: 'UNTDID 7143 (such as HS)',
    })
  }
  check('BR-CL-15', `${at}/origin_country`, line.origin_country, lists.country)
  check('BR-CL-07', `${at}/object_id/scheme`, asIdentifier(line.object_id)?.scheme, lists.object)
  for (const [i, each] of (line.more_objects ?? []).entries()) {
    check('BR-CL-07', `${at}/more_objects/${i}/scheme`, asIdentifier(each)?.scheme, lists.object)
  }
  for (const [i, each] of (line.documents ?? []).entries()) {
    check('BR-CL-07', `${at}/documents/${i}/scheme`, each.scheme, lists.object)
  }
}

type Adjusted = Pick<Invoice, 'allowances' | 'charges'>

/** Of the document (`at` is empty), where they carry VAT, or of a line, where they do not. */
function checkAdjustmentCodes(check: Check, { allowances, charges }: Adjusted, at: string) {
  for (const [i, each] of (allowances ?? []).entries()) {
    check('BR-CL-19', `${at}/allowances/${i}/reason_code`, each.reason_code, {
      codes: allowanceReasons,
      name: 'UNTDID 5189 for allowances (such as 95, discount)',
    })
    checkVatCodes(check, 'BR-CL-17', each.vat, `${at}/allowances/${i}/vat`)
  }
  for (const [i, each] of (charges ?? []).entries()) {
    check('BR-CL-20', `${at}/charges/${i}/reason_code`, each.reason_code, {
      codes: chargeReasons,
      name: 'UNTDID 7161 for charges (such as FC, freight)',
    })
    checkVatCodes(check, 'BR-CL-17', each.vat, `${at}/charges/${i}/vat`)
  }
}

function checkVatCodes(check: Check, rule: string, vat: Vat | undefined, at: string) {
  check(rule, `${at}/category`, vat?.category, lists.vat)
  check('BR-CL-22', `${at}/exemption_reason_code`, vat?.exemption_reason_code, {
    codes: exemptionReasons,
    name: 'VATEX (such as VATEX-EU-132)',
  })
}
