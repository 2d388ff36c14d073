/** A page is printed by its address, and what it is asked for with goes nowhere else. */
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { concatBytes } from '../../../src/binary/bytes'
import { encodeJob, readJob } from '../../../src/jobs/job-storage'
import { vaultOf } from '../../../src/settings'
import { inputKey } from '../../../src/storage/stored-files'
import { readPdf } from '../../support/pdf'
import { applySchema } from '../../support/schema'
import { post, richAccount } from '../../support/service'

const { site, other, trap } = inject('origins')
beforeAll(() => applySchema())

const login = {
  fetch_headers: { 'X-Token': 'token-of-mine' },
  cookies: { session: 'cookie-of-mine' },
  basic_auth: { username: 'me', password: 'password-of-mine' },
}
const SECRETS = ['token-of-mine', 'cookie-of-mine', 'password-of-mine', btoa('me:password-of-mine')]
const redirected = (to: string) => `${site}/redirect?status=302&to=${encodeURIComponent(to)}`

async function printed(request: object) {
  const answer = await post(await richAccount(), { goCreditMode: false, ...request })
  if (answer.status !== 200) expect.unreachable(`${answer.status} ${await answer.text()}`)
  const warnings = answer.headers.get('x-warnings') ?? ''
  return { ...(await readPdf(await answer.bytes())), warnings }
}

async function refused(request: object) {
  const answer = await post(await richAccount(), { goCreditMode: false, ...request })
  return await answer.json<{ status: number; code: string; detail: string; errors: { pointer: string }[] }>()
}

describe('the page of an address', () => {
  it('is printed with its title, its files, which are relative to it, and the fragment that was asked for', async () => {
    const { title, text, warnings } = await printed({
      url: `${redirected('/brought.html')}#part`,
      css: ':target::before { content: "aimed at " }',
    })
    expect([title, warnings]).toEqual(['Brought', ''])
    expect(text).toContain('aimed at page: | | | | Platen/1.0')
    expect(text).toContain('; sheet: ')
  })

  it('gets what the caller sends along, as do its files', async () => {
    const { text } = await printed({
      url: `${site}/brought.html`,
      ...login,
      user_agent: 'Mine/2',
      accept_language: 'de-AT',
    })
    const brought = `session=cookie-of-mine | Basic ${SECRETS[3]} | token-of-mine | de-AT | Mine/2`
    const plain = text.replaceAll(/\s+/g, '')
    expect(plain).toContain(`page:${brought}`.replaceAll(' ', ''))
    expect(plain).toContain(`sheet:${brought}`.replaceAll(' ', ''))
  })

  it('that is found at another origin gets no secret, nor do files of the first one', async () => {
    const { text } = await printed({
      url: redirected(`${other}/brought.html`),
      ...login,
      user_agent: 'Mine/2',
      css: `@import "${site}/brought.css"; @import "${site}/brought.css?again";`,
    })
    expect(text).toContain('Mine/2')
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  })

  it('shares no secret with frames that a browser keeps apart from it, which may be strangers’', async () => {
    const found = await printed({ url: `${site}/frames.html`, ...login })
    const text = found.text.replaceAll(/\s+/g, ' ')
    for (const own of ['page', 'worker', 'plain', 'same']) expect(text).toContain(`${own}: SECRET`)
    for (const apart of ['sandboxed', 'nested', 'credentialless', 'data'])
      expect(text).toContain(`${apart}: nothing`)
  })

  it('that is answered with an error is printed with a warning, and refused if that is strict', async () => {
    const { text, warnings } = await printed({ url: `${site}/gone.html` })
    expect(text).toContain('Nothing here')
    expect(warnings).toContain('the page at url was answered with 404')
    expect(await refused({ url: `${site}/gone.html`, options: { strict: true } })).toMatchObject({
      status: 422,
      code: 'strict_warning',
    })
  })

  it('is read in its own encoding', async () => {
    expect((await printed({ url: `${site}/latin.html` })).text).toContain('Grüße')
  })

  it.each([
    ['a PDF', `${site}/file.pdf`, 422, 'asset_failed', /application\/pdf.*POST \/v1\/finish/],
    ['too long a way', `${site}/loop`, 422, 'asset_failed', /redirects/],
    [
      'a redirect to where nothing may be fetched',
      redirected(trap),
      422,
      'asset_failed',
      /private|ALLOW_HOSTS/,
    ],
    ['an address where nothing may be fetched', trap, 400, 'invalid_request', /private|ALLOW_HOSTS/],
  ])('that is %s is refused', async (_, url, status, code, detail) => {
    const problem = await refused({ url })
    expect(problem).toMatchObject({ status, code, errors: [{ pointer: '/url' }] })
    expect(problem.detail).toMatch(detail)
  })
})

it('what a page is asked for with is not logged, and is encrypted where a job is stored', async () => {
  const log: string[] = []
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => void log.push(words.map(String).join(' ')))
  const request = { url: `${site}/gone.html?a`, ...login }
  await printed(request)
  await refused({ url: `${site}/loop?a`, ...login })
  vi.restoreAllMocks()
  expect(log.join()).toContain('outgoing_request')

  const vault = vaultOf(env)
  const source = { url: request.url, access: JSON.stringify(login) }
  const task = { taskId: 'tsk_page', accountId: 'acc_page', mode: 'live' as const, origin: site }
  const times = { createdAt: 0, expiresAt: 1 }
  const job = { ...task, ...times, kind: 'transform' as const, source, options: {}, optimize: false }
  const stored = concatBytes([...(await encodeJob(job, vault)).pieces()])
  await env.FILES.put(inputKey(job.taskId), stored)
  expect(await readJob(env.FILES, vault, job.taskId)).toMatchObject({ source })
  const clear = new TextDecoder().decode(stored)
  expect(clear).toContain('/gone.html')
  for (const secret of SECRETS) for (const text of [clear, log.join('\n')]) expect(text).not.toContain(secret)
})
