/** What a body may have is decided by what it may carry. */
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { toProblem } from '../../src/errors'
import { MAX_BODY, readForm, readJson } from '../../src/http/body'
import type { AppEnv } from '../../src/http/context'
import { WorkMemory } from '../../src/memory/isolate-memory'

const app = new Hono<AppEnv>()
app.use(async (c, next) => {
  const memory = new WorkMemory()
  c.set('memory', memory)
  await next()
  memory.release()
})
for (const [name, limit] of Object.entries(MAX_BODY)) {
  app.post(`/json/${name}`, async (c) => c.json(Object.keys((await readJson(c, limit)) as object)))
  app.post(`/form/${name}`, async (c) => c.json((await readForm(c, limit))?.fields.length ?? null))
}
app.onError((error, c) => c.text(toProblem(error).message, 413))

function send(path: string, body: BodyInit): Promise<Response> {
  const headers = { ...(typeof body === 'string' && { 'Content-Type': 'application/json' }) }
  return Promise.resolve(app.request(path, { method: 'POST', headers, body }))
}

it.each([
  ['document', 10_000_000, '10 MB'],
  ['code', 7_000_000, '7 MB'],
  ['stored', 3_000_000, '3 MB'],
  ['fields', 64_000, '64 KB'],
])('takes a JSON body up to its limit, and names that beyond: %s', async (name, limit, named) => {
  const body = (length: number) => `{"x":"${'x'.repeat(length - 8)}"}`
  const taken = await send(`/json/${name}`, body(limit))
  expect([taken.status, await taken.text()]).toEqual([200, '["x"]'])
  const refused = await send(`/json/${name}`, body(limit + 1))
  expect([refused.status, await refused.text()]).toEqual([
    413,
    expect.stringContaining(`has at most ${named}.`),
  ])
})

it('holds a form to the same limits', async () => {
  const form = new FormData()
  form.append('data', 'x'.repeat(64_000))
  expect((await send('/form/fields', form)).status).toBe(413)
  expect(await (await send('/form/code', form)).json()).toBe(1)
})

it('takes a form of 200 parts, and none of 201', async () => {
  const form = new FormData()
  for (let part = 0; part < 200; part++) form.append('color', '1')
  expect(await (await send('/form/code', form)).json()).toBe(200)
  form.append('color', '1')
  const refused = await send('/form/code', form)
  expect(await refused.text()).toBe('A form has at most 200 parts.')
})
