/** What becomes of browsers, for the log and as data points. Lines have the pool object's name in place of a request's id. */
import { logFor } from '../log'
import { type BrowserEvent, type Metrics, writePoint } from '../metrics/points'

/** Tells of one event; `ms` is how long it took, or how long the browser was there. */
export type ReportBrowser = (event: BrowserEvent, facts?: { ms?: number; error?: unknown }) => void

/** Reports the browsers of the pool object `name`. */
export function browserReport(metrics: Metrics, name: string): ReportBrowser {
  const log = logFor(name)
  return (event, { ms, ...facts } = {}) => {
    log(`browser.${event}`, { ms, ...facts })
    const outcome = event === 'refused' ? 'busy' : event === 'lost' ? 'failed' : 'ok'
    writePoint(metrics, { kind: 'browser', name: event, outcome, region: name, ms })
  }
}
