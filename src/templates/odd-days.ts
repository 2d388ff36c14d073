/** Days of a document that contradict each other. */
import { isDay } from '../time/calendar'
import type { Variables } from './manifest'

/**
 * What is known of a template: whether it prints an invoice, and whether it came with the service; and whether relative
 * addresses in its data have a base.
 */
export type TemplateTraits = { isInvoice: boolean; isBuiltin: boolean; hasBase?: boolean | undefined }

/** One warning for each day that is before another which it follows. */
export function findOddDays(
  schema: Variables,
  data: Record<string, unknown>,
  traits: TemplateTraits,
): string[] {
  return [...findEarlyEnds(schema, data, traits), ...findBackwards(schema, data, traits)]
}

/**
 * Days before that of the document, which they cannot be: an offer that is over, an invoice that was due and not paid.
 * Moments are not compared, nor what templates of no invoice call so: a reminder is later than what it reminds of. What
 * others call "valid_until" may be the end of anything.
 */
function findEarlyEnds(
  { properties = {} }: Variables,
  data: Record<string, unknown>,
  { isInvoice, isBuiltin }: TemplateTraits,
): string[] {
  const issued = data.issue_date
  if (!isDay(issued) || !Object.hasOwn(properties, 'issue_date')) return []
  const isDue = isInvoice && !mayBePaid(data)
  const ends = [...(isDue ? ['due_date'] : []), ...(isBuiltin ? ['valid_until'] : [])]
  return ends.flatMap((name) => {
    const day = Object.hasOwn(properties, name) ? data[name] : undefined
    return isDay(day) && day < issued ? [`data.${name} ${day} is before data.issue_date ${issued}`] : []
  })
}

/** A period of a document of ours that ends before it begins. */
function findBackwards(
  { properties = {} }: Variables,
  { period }: Record<string, unknown>,
  { isBuiltin }: TemplateTraits,
): string[] {
  if (!isBuiltin || !Object.hasOwn(properties, 'period') || typeof period !== 'object' || !period) return []
  const { start, end } = period as Record<string, unknown>
  return isDay(start) && isDay(end) && end < start
    ? [`data.period.end ${end} is before data.period.start ${start}`]
    : []
}

/** Whether it may have been paid before, as prepayments are: of a plain invoice nothing says so. */
function mayBePaid({ type_code = 380, business_process, prepaid_amount }: Record<string, unknown>): boolean {
  return Number(type_code) !== 380 || business_process !== undefined || prepaid_amount !== undefined
}
