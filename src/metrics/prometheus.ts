/** What is measured, as Prometheus reads it (text exposition format 0.0.4). */
import { alarmRules, type Breaches } from './alarms'
import { type AnalyticsRow, LATE_TASK_MS, WINDOW_MINUTES } from './analytics'
import type { Snapshot } from './watch'

type Sample = { labels?: Record<string, string>; value: number }
type Family = { help: string; samples: Sample[] }

const IN_WINDOW = `in the last ${WINDOW_MINUTES} minutes`

/** All families are gauges: what is counted is counted over a window, and does not only grow. */
export function prometheusText(snapshot: Snapshot, breaches: Breaches): string {
  return Object.entries(familiesOf(snapshot, breaches))
    .filter(([, { samples }]) => samples.length > 0)
    .map(([name, { help, samples }]) => {
      const lines = samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}`)
      return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('\n')}\n`
    })
    .join('')
}

/** The families, also those that have no samples now. */
export function familiesOf(
  { analytics, gauges, measures }: Snapshot,
  breaches: Breaches,
): Record<string, Family> {
  const rows = Array.isArray(analytics) ? analytics : []
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const counted = (kind: string, labels: (row: AnalyticsRow) => Record<string, string>) =>
    of(kind).map((row) => ({ labels: labels(row), value: row.points }))
  const percentiles = Object.entries(measures).flatMap(([name, value]) =>
    name.startsWith('p95_ms:') ? [{ labels: { route: name.slice('p95_ms:'.length) }, value }] : [],
  )
  const known = (value: number | undefined): Sample[] => (value === undefined ? [] : [{ value }])
  const seconds = (ms: number | undefined) => known(ms === undefined ? undefined : ms / 1000)
  return {
    platen_requests: {
      help: `Requests ${IN_WINDOW}. outcome is ok, busy (pool_full), refused (4xx and render_timeout) or failed.`,
      samples: counted('request', ({ name: route, outcome, code, version }) => ({
        route,
        outcome,
        code,
        version,
      })),
    },
    platen_request_p95_milliseconds: {
      help: `Time of 95 % of successful requests ${IN_WINDOW}, up to the last I/O: the platform's clock stands still while code computes.`,
      samples: percentiles,
    },
    platen_tasks_ended: {
      help: `Queued tasks that ended ${IN_WINDOW}.`,
      samples: counted('task', ({ name: kind, outcome, code, version }) => ({
        kind,
        outcome,
        code,
        version,
      })),
    },
    platen_tasks_late: {
      help: `Queued tasks that took more than ${LATE_TASK_MS / 1000} s, of those that ended ${IN_WINDOW}.`,
      samples: of('task').map(({ name: kind, outcome, code, version, late }) => ({
        labels: { kind, outcome, code, version },
        value: late,
      })),
    },
    platen_browser_events: {
      help: `Browsers opened, gone on with after a deployment (resumed), refused by the platform, lost, or rotated after enough documents, ${IN_WINDOW}.`,
      samples: counted('browser', ({ name: event, version }) => ({ event, version })),
    },
    platen_queue_faults: {
      help: `Batches of messages that were given up by the platform (dead), that no release reads (poisoned), or whose queue has no role (unknown), ${IN_WINDOW}.`,
      samples: counted('queue', ({ name: fault, version }) => ({ fault, version })),
    },
    platen_outbox_age_seconds: {
      help: 'How long the oldest row of an account has waited that D1 did not take; 0 if it took all.',
      samples: seconds(measures.outbox_age_ms),
    },
    platen_tasks_open: {
      help: 'Queued tasks that have not ended.',
      samples: gauges
        ? [
            { labels: { status: 'pending' }, value: gauges.pendingTasks },
            { labels: { status: 'processing' }, value: gauges.processingTasks },
          ]
        : [],
    },
    platen_oldest_task_seconds: {
      help: 'Age of the oldest queued task that has not ended; 0 if there is none.',
      samples: seconds(gauges?.oldestTaskMs),
    },
    platen_deliveries_pending: {
      help: 'Webhooks that were not delivered yet.',
      samples: known(gauges?.pendingDeliveries),
    },
    platen_purge_lag_seconds: {
      help: 'How long a file has outlived its retention; 0 if none has.',
      samples: seconds(gauges?.purgeLagMs),
    },
    platen_alarm: {
      help: '1 if the rule is broken (docs/operate/alarms.md).',
      samples: alarmRules.map(({ id }) => ({ labels: { rule: id }, value: breaches[id] ? 1 : 0 })),
    },
    platen_analytics_up: {
      help: '1 if Analytics Engine answers; absent if ANALYTICS_URL is not set.',
      samples: analytics === undefined ? [] : [{ value: analytics === 'down' ? 0 : 1 }],
    },
  }
}

function labelText(labels: Record<string, string> = {}): string {
  const pairs = Object.entries(labels).map(([name, text]) => `${name}="${escaped(text)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
