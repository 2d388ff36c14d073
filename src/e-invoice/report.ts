/** What is to be said of an invoice that somebody has: whether it conforms, every finding, its totals and its data. */
import { type Decimal, format } from '../money/decimal'
import { businessTermAt } from './business-terms'
import { readInvoice } from './cii/read/read-invoice'
import { completeInvoice } from './complete-invoice'
import type { NationalRules, WrittenProfile } from './profiles'
import { checkCii, parseCii } from './read-cii'
import { isAdvice, type RuleViolation } from './rules/invoice-finding'
import { type Invoice, invoiceFields } from './schema'
import { writeInvoice } from './write-profile'
import { type XmlElement, XmlError } from './xml/parse-xml'

export type InvoiceFinding = {
  /** Number of the rule, `BR-CO-15`; `XML` and `XSD` for what is no invoice by its form. */
  rule: string
  severity: 'error' | 'warning'
  /** Business term, `BT-31`. */
  term?: string | undefined
  /** JSON Pointer into `invoice`; empty for the whole. */
  pointer: string
  /** What is wrong, and what mends it. */
  message: string
}

export type InvoiceReport = {
  valid: boolean
  /** Level of the profile that was checked; null if the XML names none of Factur-X. */
  profile: string | null
  findings: InvoiceFinding[]
  /** As we compute them from the lines; null if nothing could be read. */
  totals: Record<string, string> | null
  vat_breakdown: {
    category: string | null
    rate: string | null
    taxable_amount: string
    tax_amount: string
  }[]
  /** The data as `options.invoice` has them. */
  invoice: Record<string, unknown> | null
}

/** Findings that are listed. */
const MAX_FINDINGS = 200

/** The report on an invoice as JSON, in the profile that it is meant for. */
export function reportOnInvoice(
  invoice: Invoice,
  profile?: WrittenProfile,
  rules?: NationalRules,
): InvoiceReport {
  const written = writeInvoice(invoice, profile, rules)
  const all = [...written.findings, ...written.advice]
  return { ...figures(invoice), profile: written.profile.level, ...verdict(all) }
}

/** The report on a Cross Industry Invoice: text, or bytes in UTF-8. */
export function reportOnXml(source: string | Uint8Array, rules?: NationalRules): InvoiceReport {
  try {
    return reportOnCii(parseCii(source), rules)
  } catch (error) {
    if (error instanceof XmlError) return reportOnCii(error)
    throw error
  }
}

/** The report on a Cross Industry Invoice that was parsed, or on one that could not be. */
export function reportOnCii(parsed: XmlElement | XmlError, rules?: NationalRules): InvoiceReport {
  if (parsed instanceof XmlError) return notReadable(`${parsed.message}.`)
  const { profile, root, findings } = checkCii(parsed, rules)
  const read = readInvoice(root)
  const fields = invoiceFields.safeParse(read)
  const told = fields.success ? figures(fields.data) : { ...NO_FIGURES, invoice: compact(read) }
  return { ...told, profile: profile?.level ?? null, ...verdict(findings) }
}

const NO_FIGURES = { totals: null, vat_breakdown: [] }

/** The report on what is no invoice at all. */
export const notReadable = (message: string): InvoiceReport => ({
  ...NO_FIGURES,
  invoice: null,
  profile: null,
  ...verdict([{ rule: 'XML', pointer: '', message }]),
})

function verdict(all: readonly RuleViolation[]): Pick<InvoiceReport, 'valid' | 'findings'> {
  const findings = all.map(({ rule, pointer, message }) => ({
    rule,
    severity: isAdvice({ rule }) ? ('warning' as const) : ('error' as const),
    term: businessTermAt(pointer),
    pointer,
    message,
  }))
  return {
    valid: findings.every(({ severity }) => severity === 'warning'),
    findings: findings.slice(0, MAX_FINDINGS),
  }
}

/** Totals and VAT as they follow from the lines, whatever the invoice states. */
function figures(invoice: Invoice): Pick<InvoiceReport, 'totals' | 'vat_breakdown' | 'invoice'> {
  const { totals, breakdown } = completeInvoice(invoice)
  const text = (value: Decimal) => format(value, 2)
  return {
    totals: {
      line_total: text(totals.line.expected),
      allowance_total: text(totals.allowance.expected),
      charge_total: text(totals.charge.expected),
      net: text(totals.net.expected),
      vat: text(totals.vat.expected),
      gross: text(totals.gross.expected),
      due: text(totals.due.expected),
    },
    vat_breakdown: breakdown.map(({ category, rate, taxable, tax }) => ({
      category: category ?? null,
      rate: rate ? format(rate) : null,
      taxable_amount: text(taxable.expected),
      tax_amount: text(tax.expected),
    })),
    invoice: compact(invoice),
  }
}

/** Without fields that hold nothing. */
function compact(value: unknown): Record<string, unknown> {
  return (withoutNothing(value) ?? {}) as Record<string, unknown>
}

function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length > 0 ? value.map((each) => withoutNothing(each) ?? {}) : undefined
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).flatMap(([key, each]) => {
    const kept = withoutNothing(each)
    return kept === undefined ? [] : [[key, kept] as const]
  })
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}
