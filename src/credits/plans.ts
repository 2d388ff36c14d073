/** The one table of plans. */

export type Plan = {
  /** Entries that one `POST /v1/batch` may have. */
  entriesPerBatch: number
  /** Whether `options.password` may be used. */
  password: boolean
  /** Requests that change or make something, in a minute. */
  postsPerMinute: number
  /** Requests that only read, in a minute. */
  getsPerMinute: number
  /** Synchronous renders of one account at the same moment. */
  synchronousRenders: number
  /** Days that a produced file is kept. */
  retentionDays: number
}

export const plans = {
  Free: {
    entriesPerBatch: 3,
    password: false,
    postsPerMinute: 30,
    getsPerMinute: 600,
    synchronousRenders: 2,
    retentionDays: 1,
  },
  Pro: {
    entriesPerBatch: 10,
    password: true,
    postsPerMinute: 300,
    getsPerMinute: 600,
    synchronousRenders: 10,
    retentionDays: 7,
  },
  Max: {
    entriesPerBatch: 10,
    password: true,
    postsPerMinute: 1200,
    getsPerMinute: 600,
    synchronousRenders: 40,
    retentionDays: 30,
  },
} as const satisfies Record<string, Plan>

export type PlanName = keyof typeof plans

export const planNames = Object.keys(plans) as PlanName[]

/** The plan that `text` names in any case, as it is written in answers; `undefined` for no plan of ours. */
export function readPlanName(text: string): PlanName | undefined {
  return planNames.find((name) => name.toLowerCase() === text.toLowerCase())
}
