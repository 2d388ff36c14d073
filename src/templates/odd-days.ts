/** Days of a document that contradict each other. */
import { calendarDay, isDay } from '../time/calendar'
import { localeOf } from './locale'
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
  return [
    ...findEarlyEnds(schema, data, traits),
    ...findBackwards(schema, data, traits),
    ...findMoved(schema, data),
  ]
}

/** Midnight or the hour before it, as `toISOString()` writes the day of who is east of Greenwich. */
const MIDNIGHT_ELSEWHERE = /T2[123]:00(?::00(?:\.0{1,6})?)?Z$/

/** Moments that are printed as another day than the one that they were written for, since time zones differ. */
function findMoved({ properties = {} }: Variables, data: Record<string, unknown>): string[] {
  return Object.entries(properties).flatMap(([name, { format }]) => {
    const value = format === 'date' ? data[name] : undefined
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T.{5,30}$/.test(value)) return []
    const zone = localeOf(data, []).timeZone
    const written = value.slice(0, 10)
    const printed = calendarDay(value, zone)
    const isMidnight = data.time_zone === undefined && MIDNIGHT_ELSEWHERE.test(value)
    if (printed === undefined || (printed === written && !isMidnight)) return []
    return isMidnight
      ? [
          `data.${name} "${value}" is printed as ${printed}: if it is the midnight after, send the day alone, or data.time_zone`,
        ]
      : [
          `data.${name} "${value}" is ${printed} in ${zone}: send the day alone, "${written}", or data.time_zone`,
        ]
  })
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
