/** Days of the calendar: which day a moment is depends on where the clock hangs. */

/** ISO 8601: a day, or a day with a time and perhaps its distance from UTC. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/

/** `floating` if the text names no distance from UTC: such a day or time is the same everywhere. */
export type Moment = { at: Date; floating: boolean }

/** Reads a day or a moment of ISO 8601; a time without a distance from UTC is taken as it stands. */
export function parseMoment(value: unknown): Moment | undefined {
  if (typeof value !== 'string') return undefined
  const match = MOMENT.exec(value.trim())
  if (!match) return undefined
  const [, day, time = '00:00', zone] = match
  if (!isDay(day)) return undefined
  const at = new Date(`${day}T${time}${(zone ?? 'Z').replace(/(\d{2})(\d{2})$/, '$1:$2')}`)
  return Number.isNaN(at.getTime()) ? undefined : { at, floating: zone === undefined }
}

/** Whether a value is a text `YYYY-MM-DD` and a day of the calendar: `Date` takes 30 February for 2 March. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = new Date(`${value}T00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

/** The day, `YYYY-MM-DD`, that a text names in a time zone (IANA name); undefined for what is no day and no moment. */
export function calendarDay(value: unknown, timeZone: string): string | undefined {
  const moment = parseMoment(value)
  if (!moment) return undefined
  if (moment.floating) return String(value).trim().slice(0, 10)
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment.at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}
