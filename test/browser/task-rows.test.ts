/** How large the rows of work become that nobody pays for, at most: docs/operate/security.md counts with it. */
import { env } from 'cloudflare:test'
import { beforeAll, expect, inject, it, vi } from 'vitest'
import { newAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

/** Warnings without end, and findings in places with long names. */
const html = Array.from(
  { length: 150 },
  (_, index) =>
    `<img id="${'Ü"'.repeat(80)}${index}" width=60 height=60 src="${'long/'.repeat(80)}${index}.png">`,
).join('')

it.each([
  ['that is completed with a test key', 'test', {}],
  ['that fails', 'live', { strict: true }],
] as const)('a task %s has rows of at most 36 KB', async (_, mode, options) => {
  const { key, account } = await newAccount({ credits: 5, mode })
  const accepted = await post('/v1/transform', key, {
    html,
    options,
    async_mode: true,
    webhook_url: `${inject('origins').site}/echo?${'x'.repeat(1_900)}`,
    metadata: { note: 'x'.repeat(8_000) },
  })
  expect(accepted.status).toBe(202)
  const { task_id: taskId } = await accepted.json<{ task_id: string }>()
  const task = await vi.waitFor(
    async () => {
      const status = await (await get(`/v1/status/${taskId}?wait=20`, key)).json<Record<string, unknown>>()
      expect(status.status).toBe(mode === 'test' ? 'completed' : 'failed')
      return status
    },
    { timeout: 50_000 },
  )
  expect((task.warnings as string[]).at(-1)).toMatch(/^… and \d+ more\.$/)
  if (mode === 'test') expect(task.optimization).toMatchObject({ more_findings: expect.any(Number) })
  const bytes = async (table: 'tasks' | 'deliveries') =>
    JSON.stringify(await env.DB.prepare(`SELECT * FROM ${table} WHERE task_id = ?`).bind(taskId).first())
  await vi.waitFor(
    async () => {
      await account.catchUp()
      expect((await bytes('deliveries')).length).toBeGreaterThan(8_000)
    },
    { timeout: 20_000 },
  )
  const all = new TextEncoder().encode((await bytes('tasks')) + (await bytes('deliveries'))).byteLength
  expect(all).toBeGreaterThan(30_000)
  expect(all).toBeLessThan(36_000)
})
