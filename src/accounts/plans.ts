/** The one table of plans. */
import { listNames } from '../text/list-names'

export type Plan = {
  /** Entries that one `POST /v1/batch` may have. */
  entriesPerBatch: number
  /** Whether `options.password` may be used. */
  password: boolean
  /** Requests that change or make something, in a minute. */
  postsPerMinute: number
  /** Requests that only read, in a minute. */
  getsPerMinute: number
  /** Previews: in a minute, at the same moment, and in a day. */
  previews: { perMinute: number; atOnce: number; perDay: number }
  /** Synchronous renders of one account at the same moment. */
  synchronousRenders: number
  /** Queued tasks that have not ended. */
  outstandingTasks: number
  /** Live tasks a day that end without a charge: failed ones and copies of cached results. Each charged task takes one off. */
  unchargedTasksPerDay: number
  /** API keys that work at the same time. An operator may make more. */
  keys: number
  /** Days that a produced file is kept. */
  retentionDays: number
  /** What may be stored in templates, their latest versions, endpoints and assets; bytes are those of JSON and files. */
  storage: {
    templates: number
    templateVersions: number
    endpoints: number
    assets: number
    storedBytes: number
  }
}

export const plans = {
  Free: {
    entriesPerBatch: 3,
    password: false,
    postsPerMinute: 30,
    getsPerMinute: 600,
    previews: { perMinute: 120, atOnce: 2, perDay: 2_000 },
    synchronousRenders: 2,
    outstandingTasks: 100,
    unchargedTasksPerDay: 500,
    keys: 10,
    retentionDays: 1,
    storage: { templates: 20, templateVersions: 10, endpoints: 20, assets: 20, storedBytes: 5_000_000 },
  },
  Pro: {
    entriesPerBatch: 10,
    password: true,
    postsPerMinute: 300,
    getsPerMinute: 600,
    previews: { perMinute: 240, atOnce: 4, perDay: 20_000 },
    synchronousRenders: 10,
    outstandingTasks: 2_000,
    unchargedTasksPerDay: 2_000,
    keys: 50,
    retentionDays: 7,
    storage: { templates: 200, templateVersions: 50, endpoints: 200, assets: 200, storedBytes: 50_000_000 },
  },
  Max: {
    entriesPerBatch: 10,
    password: true,
    postsPerMinute: 1200,
    getsPerMinute: 600,
    previews: { perMinute: 600, atOnce: 8, perDay: 50_000 },
    synchronousRenders: 40,
    outstandingTasks: 10_000,
    unchargedTasksPerDay: 5_000,
    keys: 200,
    retentionDays: 30,
    storage: {
      templates: 2_000,
      templateVersions: 100,
      endpoints: 2_000,
      assets: 1_000,
      storedBytes: 250_000_000,
    },
  },
} as const satisfies Record<string, Plan>

/** What all test keys of an account may use together, whatever its plan. The plan's own limits hold as well. */
export const TEST_QUOTAS = { synchronousRenders: 2, outstandingTasks: 20, documentsPerDay: 500 } as const

export type PlanName = keyof typeof plans

export const planNames = Object.keys(plans) as PlanName[]

/** The plan that `text` names in any case, as it is written in answers; `undefined` for no plan of ours. */
export function readPlanName(text: string): PlanName | undefined {
  return planNames.find((name) => name.toLowerCase() === text.toLowerCase())
}

/** The names of the plans of which `holds` is true, as in `Pro and Max`. */
export function plansThat(holds: (plan: Plan) => boolean): string {
  return listNames(planNames.filter((name) => holds(plans[name])))
}

/** A limit of each plan in words, as in `3 on Free, 10 on Pro and Max`. */
export function limitByPlan(limitOf: (plan: Plan) => number): string {
  const limits = new Set(planNames.map((name) => limitOf(plans[name])))
  return [...limits].map((limit) => `${limit} on ${plansThat((plan) => limitOf(plan) === limit)}`).join(', ')
}
