/** The command on each page of the reference that is about an operation, in the order in which the collection for Postman has them. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { ROOT } from '../support/documented'
import { shellIn } from '../support/documented-shell'
import { triesAll } from '../support/runs'
import { newKey } from '../support/shared-account'

type Description = { paths: Record<string, Record<string, { operationId: string }>> }
type Asked = { method: string; url: { raw: string; variable: { key: string; value: string }[] } }

const site = path.join(ROOT, 'studio/dist/docs')
const { origin, token } = inject('service')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-reference-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Those that are tried where not all are. */
const SOME = ['transform', 'preview', 'createBatch', 'createQrCode', 'listTasks', 'getUsageTable', 'putAsset']

it('the commands of the reference run, one after the other', async () => {
  // An answer of 400 or more ends a command with an error.
  fs.writeFileSync(path.join(folder, '.curlrc'), 'fail-with-body\n')
  fs.writeFileSync(
    path.join(folder, 'logo.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
  )
  const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as Description
  const key = await newKey({ plan: 'Max', credits: 1000 })
  const keys = `export KEY=${key} ADMIN_TOKEN=${token}`
  // Files of examples are on servers that nobody reaches here: a PDF of two pages takes their place.
  const twoPages = `{"html": "<title>T</title><p>One<p style='break-before: page'>Two", "goCreditMode": false}`
  const made = await fetch(`${origin}/v1/transform`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: twoPages,
  })
  const status = `${origin}/v1/status/${made.headers.get('x-task-id')}`
  const task = (await (await fetch(status, { headers: { 'X-API-Key': key } })).json()) as {
    download_url: string
  }
  if (triesAll) await sendWebhook(key)
  const known = new Map<string, string>()
  const failures: string[] = []
  let ran = 0
  for (const { method, url } of requests()) {
    const address = url.raw.replace('{{url}}', '').replaceAll(/:(\w+)/g, '{$1}')
    const operation = paths[address]?.[method.toLowerCase()]?.operationId ?? ''
    if (!triesAll && !SOME.includes(operation)) continue
    const page = `reference/${address.startsWith('/admin/') ? 'admin-' : ''}${operation}.md`
    const typed = (name: string) =>
      commandOf(name, (part) => {
        const value = url.variable.find(({ key }) => key === part)?.value ?? ''
        return value.startsWith('{{') ? (known.get(part) ?? value) : value
      }).replaceAll(/https:\/\/example\.com\/[\w-]+\.pdf/g, task.download_url)
    // It has been published by now.
    if (operation === 'deleteTemplateDraft')
      shellIn(folder, `${keys}\n${typed('reference/putTemplateDraft.md')}`)
    const command = typed(page)
    const { status, output } = shellIn(folder, `${keys}\n${command}`)
    if (status !== 0) failures.push(`${page}: ${command}\n${output}`)
    remember(known, output)
    ran++
  }
  expect(failures).toEqual([])
  const all = Object.values(paths).flatMap((methods) => Object.keys(methods))
  expect(ran).toBe(triesAll ? all.length : SOME.length)
}, 300_000)

/** Has the account send a webhook, so that its list has one: nobody takes it. */
async function sendWebhook(key: string): Promise<void> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const body = '{"data": "x", "async_mode": true, "webhook_url": "https://example.com/hook"}'
  await fetch(`${origin}/v1/qrcode`, { method: 'POST', headers, body })
  const list = async () => await (await fetch(`${origin}/v1/webhooks/deliveries`, { headers })).text()
  await expect.poll(list, { timeout: 60_000, interval: 500 }).toContain('"delivery_id"')
}

/** The command of a page, with what stands for the parts of its address. */
function commandOf(page: string, partOf: (part: string) => string): string {
  const text = fs.readFileSync(path.join(site, page), 'utf8')
  const [, written = ''] = /^```bash\n(.*?)\n```/ms.exec(text) ?? []
  expect(written, page).toContain('curl -sS ')
  const filled = written.replaceAll(/\{(\w+)\}(?=[/"?])/g, (_, part: string) => partOf(part))
  return filled.replace('curl -sS ', 'curl -sS -D headers.txt ')
}

/** The ids of what a command has made, by their names. */
function remember(known: Map<string, string>, output: string): void {
  const headers = fs.readFileSync(path.join(folder, 'headers.txt'), 'utf8')
  const task = /^x-task-id: (\S+)/im.exec(headers)?.[1]
  // A PDF has pages, which later commands show.
  if (task && /^content-type: application\/pdf/im.test(headers)) known.set('task_id', task)
  let body: Record<string, unknown> = {}
  try {
    body = JSON.parse(output)
  } catch {}
  const [delivery] = (body.deliveries ?? []) as object[]
  for (const [name, id] of Object.entries({ ...delivery, ...body }))
    if (name.endsWith('_id') && typeof id === 'string') known.set(name, id)
}

function requests(): Asked[] {
  const collection = JSON.parse(fs.readFileSync(path.join(site, 'platen.postman_collection.json'), 'utf8'))
  return collection.item.flatMap(({ item }: { item: { request: Asked }[] }) =>
    item.map(({ request }) => request),
  )
}
