/**
 * What a value must be by its type, whatever it means: indicators, codes, dates, currencies, units, decimals of amounts.
 * Numbers and most codes are judged with the terms that they stand for.
 */
import { currencyCodes } from '../../codelists/countries'
import { unitCodes } from '../../codelists/unit-codes'
import type { Report } from '../../rules/invoice-finding'
import type { XmlElement } from '../../xml/parse-xml'

/** Amounts of two decimals at most (BR-DEC), blanks after them included: the standard counts characters. */
const AMOUNTS = new Set([
  'LineTotalAmount',
  'ChargeTotalAmount',
  'AllowanceTotalAmount',
  'TaxBasisTotalAmount',
  'TaxTotalAmount',
  'RoundingAmount',
  'GrandTotalAmount',
  'TotalPrepaidAmount',
  'DuePayableAmount',
])

/** Format 102 of UNTDID 2379: YYYYMMDD (CII-DT-097). */
const DAY = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/

/** Reports what the text or the attributes of an element cannot be. */
export function checkValue(report: Report, { name, text, attributes, children }: XmlElement): void {
  const value = text.trim()
  if (name === 'Indicator' && !/^(true|false|0|1)$/.test(value)) {
    report('XSD', '', `${name} must be true or false.`)
  }
  if (name.endsWith('Code') && name !== 'PostcodeCode' && value === '' && children.length === 0) {
    report('XSD', '', `${name} is empty: leave it out.`)
  }
  if (name === 'DateTimeString' || name === 'DateString') {
    const format = attributes.get('format')
    if (format === '102' && !DAY.test(value)) {
      report('CII-DT-097', '', `${name} ${value} is not written YYYYMMDD (format 102): correct it.`)
    }
  }
  const currency = attributes.get('currencyID')
  if (currency !== undefined && !currencyCodes.has(currency)) {
    report('BR-CL-03', '', `${name}: ${currency} is not a code of ISO 4217.`)
  }
  if (name === 'TaxTotalAmount' && currency === undefined) {
    report('BR-CL-03', '', 'TaxTotalAmount has no currencyID (BT-110, BT-111): add it.')
  }
  const unit = attributes.get('unitCode')
  if (unit !== undefined && !unitCodes.has(unit)) {
    report('BR-CL-23', '', `${name}: ${unit} is not a code of UN/ECE Recommendation 20 or 21.`)
  }
  if (AMOUNTS.has(name) && (text.split('.')[1] ?? '').length > 2) {
    report('BR-DEC', '', `${name} ${value} has more than two decimals, or blanks after them: correct it.`)
  }
}
