/** The curl commands and the body of the guide's page on finishing, sent as they are written. */
import { SELF } from 'cloudflare:test'
import { beforeAll, expect, it } from 'vitest'
import guide from '../../docs/guide/finishing.md?raw'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { readPdf } from '../support/pdf'
import { pdfUrl, samplePdf } from '../support/sample-pdf'
import { applySchema } from '../support/schema'

const commands = [...guide.matchAll(/^```sh\n(curl [\s\S]*?)\n```$/gm)].map(([, command = '']) => command)
const bodies = [...guide.matchAll(/^```json\n([\s\S]*?)\n```$/gm)].map(([, body = '']) => body)

/** What `URL` stands for. */
const ORIGIN = 'http://127.0.0.1:8787'

type Told = { key: string; taskId: string; cover: string; report: string; file: Uint8Array }

let told: Told
beforeAll(async () => {
  await applySchema()
  const { key } = await newAccount({ credits: 50 })
  const file = await samplePdf({ name: 'sample', pages: 12 })
  const password = 'open sesame'
  const locked = await post('/v1/finish', key, { files: [pdfUrl(file)], options: { password } })
  const report = pdfUrl(await locked.bytes())
  const open = await post('/v1/finish', key, { files: [pdfUrl(file)] })
  await open.bytes()
  told = { key, taskId: open.headers.get('x-task-id') ?? '', cover: pdfUrl(file), report, file }
})

/** The request that a command sends; the key and the files exist. */
function requestOf(command: string, { key, file }: Told): Request {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, quoted, expanded, bare]) =>
      quoted ?? (expanded ?? bare ?? '').replace('$URL', ORIGIN).replace('$KEY', key),
  )
  const after = (flag: string) => words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []))
  const headers = after('-H').map((header) => header.split(': ') as [string, string])
  const body = new FormData()
  for (const part of after('-F')) {
    const name = part.split('=', 1)[0] ?? ''
    const value = part.slice(name.length + 1)
    if (!value.startsWith('@')) body.append(name, value)
    else
      body.append(
        name,
        new File([file as Uint8Array<ArrayBuffer>], value.slice(1), { type: 'application/pdf' }),
      )
  }
  const address = words.find((word) => word.startsWith(ORIGIN)) ?? ''
  return new Request(address, { method: 'POST', headers, body })
}

it.each([
  { command: commands[0] ?? '', path: '/v1/finish', pages: 24 },
  { command: commands[1] ?? '', path: '/v1/inspect', pages: 12 },
])('command %# of the guide runs as it is written: $path', async ({ command, path, pages }) => {
  expect(command).toContain(`${path} `)
  const response = await SELF.fetch(requestOf(command, told))
  if (response.status !== 200) expect.unreachable(`${command}\n${response.status} ${await response.text()}`)
  if (path === '/v1/inspect') expect(await response.json()).toMatchObject({ pages })
  else expect((await readPdf(await response.bytes())).pages).toHaveLength(pages)
})

it('the body of the guide is taken as it is written, with files that exist', async () => {
  const { key, taskId, cover, report } = told
  const body = (bodies[0] ?? '')
    .replace('tsk_…', taskId)
    .replace('https://example.com/cover.pdf', cover)
    .replace('https://example.com/report.pdf', report)
  const response = await post('/v1/finish', key, JSON.parse(body))
  expect(response.status).toBe(200)
  // The cover, pages 2 to 9 and 12 of the report, and the task's file.
  expect((await readPdf(await response.bytes())).pages).toHaveLength(12 + 9 + 12)
})

it('has no command and no body that is not tried', () => {
  expect([commands.length, bodies.length]).toEqual([2, 1])
})
