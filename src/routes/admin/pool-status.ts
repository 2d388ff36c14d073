/** `GET /admin/v1/pool`: the browsers now, and who waits for them. */

import { Hono } from 'hono'
import { z } from 'zod'
import { shardStub } from '../../browser/shards'
import { type AppContext, type AppEnv, regionOf } from '../../http/context'
import { PART_TIMEOUT_MS } from '../../http/operator-account'
import { jsonRoute } from '../../http/route'
import { poolSettings } from '../../settings'
import { withTimeout } from '../../time/waiting'

const poolResponse = z
  .object({
    region: z.string().describe('The continent whose browsers these are: the caller’s.'),
    shards: z.int().describe('Objects that may hold a browser each (`POOL_SHARDS`).'),
    unreachable: z
      .int()
      .describe(`Those that did not answer within ${PART_TIMEOUT_MS / 1000} s; they count below as nothing.`),
    browsers: z.int().describe('Browsers that are open.'),
    slots: z.int().describe('Documents that all could print at once.'),
    used: z.int().describe('Documents that are being printed.'),
    waiting: z.int().describe('Documents that wait in line.'),
  })
  .meta({ id: 'PoolStatus' })

const getPool = jsonRoute(
  {
    operationId: 'getPool',
    summary: 'The browsers now, and who waits for them',
    description: 'Asks each shard of the caller’s region. Opens no browser.',
    access: 'operator',
    response: {
      status: 200,
      description: 'The browsers now.',
      schema: poolResponse,
      example: { region: 'EU', shards: 4, unreachable: 0, browsers: 1, slots: 16, used: 3, waiting: 0 },
    },
  },
  async (c) => await askShards(c),
)

export const poolStatus = new Hono<AppEnv>().get('/pool', getPool)

async function askShards(c: AppContext): Promise<z.input<typeof poolResponse>> {
  const { shards } = poolSettings(c.env)
  const region = regionOf(c)
  const asked = Array.from({ length: shards }, (_, shard) =>
    withTimeout(
      shardStub({ pool: c.env.POOL, region }, shard)
        .status()
        .catch(() => undefined),
      PART_TIMEOUT_MS,
      () => undefined,
    ),
  )
  const told = (await Promise.all(asked)).filter((status) => status !== undefined)
  const sum = (name: 'slots' | 'used' | 'waiting') => told.reduce((total, status) => total + status[name], 0)
  return {
    region,
    shards,
    unreachable: shards - told.length,
    browsers: told.filter(({ browser }) => browser).length,
    slots: sum('slots'),
    used: sum('used'),
    waiting: sum('waiting'),
  }
}
