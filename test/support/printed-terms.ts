/** What an invoice template's page must print of the XML that the same data make. */
import { readInvoice } from '../../src/e-invoice/cii/read/read-invoice'
import { prepareFacturX } from '../../src/e-invoice/facturx'
import type { WrittenProfile } from '../../src/e-invoice/profiles'
import type { Invoice } from '../../src/e-invoice/schema'
import { parseXml } from '../../src/e-invoice/xml/parse-xml'
import type { builtinTemplates } from '../../src/templates/builtin'
import { fitData } from '../../src/templates/compile-page'
import { country } from '../../src/templates/filters/country'
import { date, dateRange } from '../../src/templates/filters/date'
import { amount, money, number, percent } from '../../src/templates/filters/number'
import { localeOf } from '../../src/templates/locale'
import { leaves, pageText } from './page-text'

type BuiltinTemplate = ReturnType<typeof builtinTemplates>[number]

/**
 * The XML that a template's data make, read back.
 * @throws Problem if the invoice breaks a rule of the profile
 */
export function xmlOf(
  template: BuiltinTemplate,
  data: Record<string, unknown>,
  profile: WrittenProfile = 'EN 16931',
): Invoice {
  const fields = template.invoice as Record<string, string>
  const prepared = prepareFacturX({
    mapped: { data: fitData(template, data), fields },
    factur_x: { profile },
  })
  if (prepared.level === 'prepared') throw new Error('there is no invoice')
  return readInvoice(parseXml(new TextDecoder().decode(prepared.xml)))
}

/** What is for programs alone: codes that a word or a position on the page stands for, and addresses of machines. */
const forPrograms = [
  /scheme$/,
  /(subject|content)_code$/,
  /electronic_address/,
  /^business_process$/,
  /^type_code$/,
  /currency$/,
  /means_code$/,
  /reason_code$/,
  /vat\.category$/,
  /vat_breakdown\.\d+\.category$/,
  /(\.|_)unit$/,
  /mime_type$/,
  /content$/,
  /^tax_point_code$/,
  // Whom to ask at the buyer's is not told to the buyer.
  /^buyer\.contact\.(phone|fax|email)$/,
  // The base of a percentage: the percentage and the amount are printed.
  /base_amount$/,
  // Of both only one is printed where the document has no adjustments or a single rate.
  /totals\.(allowance_total|charge_total|vat|net)$/,
  /vat_breakdown\.\d+\.taxable_amount$/,
  // Of EXTENDED: kinds of lines and documents, and parts of sums that are printed.
  /\.status$/,
  /(documents\.\d+|preceding_invoice)\.type_code$/,
  /vat\.tax_point_code$/,
  /vat_breakdown\.\d+\.(line_total|adjustment_total)$/,
]

/** The forms in which a term may stand on the page. */
function printedForms(path: string, value: string, invoice: Invoice): unknown[] {
  const locale = localeOf({ locale: 'en-GB', currency: invoice.currency }, ['en'])
  if (/period\.(start|end)$/.test(path)) {
    const { period } = path.startsWith('lines')
      ? (invoice.lines?.[Number(path.split('.')[1])] ?? {})
      : invoice
    return [dateRange(period?.start, locale, period?.end)]
  }
  if (/date$/.test(path)) return [date(value, locale)]
  if (/country$/.test(path)) return [isHome(value, invoice) ? '' : country(value, locale)]
  if (/vat_in_tax_currency$/.test(path)) return [money(value, locale, invoice.tax_currency)]
  if (/percent$|rate$/.test(path)) return [percent(value, locale)]
  if (/quantity$/.test(path)) return [number(value, locale), value === '1' ? '' : undefined]
  if (/_price$|price_discount$/.test(path)) return [amount(value, locale, 12)]
  if (/amount$|(^|\.)totals\./.test(path))
    return [value, negated(value)].flatMap((each) => [amount(each, locale), money(each, locale)])
  // A note of one numbered line is a list, whose numbers are no text.
  return [value, value.replace(/\s+/g, ' '), value.replace(/^\d+\. /, '')]
}

const negated = (value: string) => (value.startsWith('-') ? value.slice(1) : `-${value}`)

/** Nothing was paid, or nothing is subject to tax: the page says so by saying nothing. */
const isNothing = (path: string, value: string, { vat_breakdown }: Invoice) =>
  (path === 'prepaid_amount' && Number(value) === 0) ||
  (/^vat_breakdown\.\d+\.rate$/.test(path) && vat_breakdown?.[Number(path.split('.')[1])]?.category === 'O')

/** The XML has no blanks in numbers of accounts and of taxes, which the page prints in groups, or as they were given. */
const COMPACT = /(iban|bic|vat_id)$/

/** A sale within a country does not name it. */
const isHome = (value: string, { seller, buyer }: Invoice) =>
  value === seller?.address?.country && value === buyer?.address?.country

/** The terms of the XML that the page of the same data does not print, each with its value; the page is in English. */
export async function missingOnPage(
  template: BuiltinTemplate,
  data: Record<string, unknown>,
  said: Invoice,
): Promise<[path: string, value: string][]> {
  const page = await pageText(template, data)
  const compact = page.replaceAll(' ', '')
  return [...leaves(said)].filter(
    ([path, value]) =>
      !forPrograms.some((pattern) => pattern.test(path)) &&
      !isNothing(path, value, said) &&
      !(COMPACT.test(path) && compact.includes(value)) &&
      !printedForms(path, value, said).some(
        (form) => typeof form === 'string' && page.includes(form.replace(/\s+/g, ' ')),
      ),
  )
}
