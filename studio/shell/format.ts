/** Times and sizes for people. A browser whose locale is none we know reads English. */

/** Made when they are first needed: each takes milliseconds, which the first paint would wait for. */
let day: Intl.DateTimeFormat | undefined
let time: Intl.DateTimeFormat | undefined

/** `21 Nov 2026, 14:03` of an ISO time, in the time zone of the browser. */
export function timeOf(iso: string): string {
  time ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  return time.format(new Date(iso))
}

/** `1.2 MB` of bytes. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'KB'] : [bytes / 1e6, 'MB']
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`
}

/** `21 Nov 2026` of an ISO day. */
export function dayOf(iso: string): string {
  day ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  return day.format(new Date(iso))
}

/** `1,234`: without the platform's own formats, whose first use takes as long as a page. */
export function countOf(value: number | string): string {
  return String(value).replace(/\d(?=(?:\d{3})+$)/g, '$&,')
}
