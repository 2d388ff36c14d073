/** Texts of one date that print, but are none, or another than they look like. */
import { isDay, parseMoment } from '../time/calendar'

/** What is odd about a text in a field of this format. */
export function oddDateText(text: string, format: string | undefined): string | undefined {
  const hasDay = /^\d{4}-\d{2}-\d{2}/.test(text)
  if (format === 'date-time') {
    if (/\d/.test(text) && !hasDay) return 'is no date such as "2026-11-21T08:00", and is printed as it is'
    return hasDay && text.length > 10 && !parseMoment(text)
      ? `has no time of a day after it: send "${text.slice(0, 10)}T19:00"`
      : undefined
  }
  return format === 'date' ? (hasDay ? oddDay(text) : noDay(text)) : undefined
}

function noDay(text: string): string | undefined {
  if (/\d/.test(text)) return 'is no date such as "2026-11-21", and is printed as it is'
  return /^(?:n\/?a|tbd|tba|none|unknown|-{1,3}|\?{1,3})$/i.test(text)
    ? 'is no date: leave it out'
    : undefined
}

function oddDay(text: string): string | undefined {
  if (/^(?:0\d{3}|1970-01-01)/.test(text)) return 'is what a program writes for no date, and is printed'
  const day = text.slice(0, 10)
  if (!isDay(day)) return 'is no day of the calendar, and is printed as it is'
  if (/^[T ]24:/.test(text.slice(10))) return `is the beginning of the next day: send "${day}" for this one`
  return parseMoment(text) ? undefined : `has no time of a day after it: send "${day}", or "${day}T08:00"`
}
