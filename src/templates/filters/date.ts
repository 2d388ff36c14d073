/** Filters of days: one, a range, and the days between two. */
import { parseMoment } from '../../time/calendar'
import type { Locale } from '../locale'

const styles = {
  short: { dateStyle: 'short' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
  month: { month: 'long', year: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'long' },
  year: { year: 'numeric' },
  time: { timeStyle: 'short' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

const MS_PER_DAY = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * `{{ '2026-11-21' | date }}` is November 21, 2026 in English and 21. November 2026 in German.
 *
 * A date without a time is a day in the calendar and is the same day everywhere; one with a time is shown in
 * the document's time zone. What is no date (`"on receipt"`) prints as it is.
 *
 * @param style short, medium, long (default), full, month, day, weekday, year, time or datetime
 */
export function date(value: unknown, locale: Locale, style: unknown = 'long') {
  const moment = parseMoment(value)
  if (!moment) return value
  const name = String(style)
  const options = Object.hasOwn(styles, name) ? styles[name as keyof typeof styles] : styles.long
  return dateFormat(locale.tag, { ...options, timeZone: moment.floating ? 'UTC' : locale.timeZone }).format(
    moment.at,
  )
}

/** `{{ '2026-10-01' | date_range: '2026-10-31' }}` is Oct 1 – 31, 2026: what both days share is said once. */
export function dateRange(start: unknown, locale: Locale, end: unknown) {
  const [from, to] = [parseMoment(start), parseMoment(end)]
  if (!from || !to || from.at > to.at) {
    return [start, end].flatMap((day) => (day ? [date(day, locale, 'medium')] : [])).join(' – ')
  }
  const range = dateFormat(locale.tag, { ...styles.medium, timeZone: 'UTC' }).formatRange(from.at, to.at)
  // Versions of ICU set thin spaces or plain ones around the dash: a document is the same on all.
  return range.replaceAll('\u2009', ' ')
}

/** `{{ due_date | days_until: issue_date }}`: whole days from one day to another; nothing if either is no date. */
export function daysUntil(start: unknown, _locale: Locale, end: unknown) {
  const [from, to] = [parseMoment(start), parseMoment(end)]
  if (!from || !to) return undefined
  return Math.floor(Number(to.at) / MS_PER_DAY) - Math.floor(Number(from.at) / MS_PER_DAY)
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size > 200) formats.clear()
  const format = new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}
