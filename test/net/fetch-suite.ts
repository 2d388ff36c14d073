/** The guarded fetch against real servers; run by Node and, since `fetch` is another's code there, by workerd. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { parseAllowHosts } from '../../src/net/address'
import type { FetchFileOptions } from '../../src/net/answer'
import { createNameCheck } from '../../src/net/dns'
import { createBudget } from '../../src/net/file-budget'
import { createFetcher, type FetcherInit, type OutgoingRequest } from '../../src/net/guarded-fetch'
import { FetchRefused } from '../../src/net/refused'
import type { Origins, Report } from './servers'

/** Names are remembered by resolver, so each test has one of its own. */
let fresh = 0

export function fetchSuite(origins: () => Origins) {
  let lines: OutgoingRequest[] = []
  let clock = 0

  beforeEach(async () => {
    lines = []
    clock = 1_000_000
    onTestFinished(async () => {
      expect((await report()).trapped, 'what reached the trap').toEqual([])
      await expect
        .poll(async () => (await report()).open, { message: 'connections left open', timeout: 20_000 })
        .toEqual([])
    })
  })

  async function report(): Promise<Report> {
    return (await fetch(`${origins().site}/report`)).json() as Promise<Report>
  }

  function fetcher(init: Partial<FetcherInit> = {}) {
    return createFetcher({
      policy: { allowHosts: parseAllowHosts(new URL(origins().site).host), ownHosts: [] },
      dohUrl: `${origins().doh}/ok?resolver=${fresh++}`,
      budget: createBudget({ requests: 20, bytes: 10_000_000 }),
      log: (line) => lines.push(line),
      now: () => clock,
      ...init,
    })
  }

  const options: FetchFileOptions = { purpose: 'asset', maxBytes: 1_000_000, timeoutMs: 10_000, redirects: 3 }
  const page = (path: string) => `${origins().site}${path}`
  const redirectTo = (target: string, status = 302) =>
    page(`/redirect?status=${status}&to=${encodeURIComponent(target)}`)
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

  /** The refusal of a fetch; fails where there is none. */
  async function refusal(
    address: string,
    given: Partial<FetchFileOptions> = {},
    init: Partial<FetcherInit> = {},
  ) {
    const outcome = await fetcher(init)
      .fetchFile(address, { ...options, ...given })
      .catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(FetchRefused)
    const { reason, message } = outcome as FetchRefused
    return { reason, message }
  }

  describe('a file', () => {
    test('comes with its address, type, kept headers and bytes', async () => {
      const file = await fetcher().fetchFile(page('/file.pdf?a=1#page=2'), {
        ...options,
        accept: ['application/pdf'],
      })
      expect({ ...file, bytes: text(file.bytes) }).toEqual({
        url: page('/file.pdf?a=1'),
        fragment: '#page=2',
        status: 200,
        contentType: 'application/pdf',
        headers: { etag: '"1"' },
        frame: {},
        bytes: '%PDF-1.7 body',
      })
    })

    test('may be empty', async () => {
      expect(await fetcher().fetchFile(page('/empty'), options)).toMatchObject({
        status: 204,
        contentType: '',
      })
    })

    test('is unpacked when it travels compressed', async () => {
      expect(text((await fetcher().fetchFile(page('/gzip'), options)).bytes)).toBe('%PDF-1.7 packed')
    })

    test('comes without a header too long to be passed on', async () => {
      const file = await fetcher().fetchFile(page('/long-headers'), options)
      expect(file).toMatchObject({ contentType: '', headers: { 'cache-control': 'no-cache' } })
      expect(file.headers).not.toHaveProperty('content-disposition')
    })

    test('is asked for without cookies, credentials or referrer', async () => {
      const once = fetcher()
      await once.fetchFile(redirectTo('/echo'), options)
      const { headers } = JSON.parse(text((await once.fetchFile(page('/echo'), options)).bytes))
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(cookie|authorization|referer|x-api-key|origin)$/)]),
      )
      expect(headers).toMatchObject({ 'user-agent': 'Platen/1.0', accept: '*/*' })
    })

    test('of exactly the limit is taken, one byte more is not', async () => {
      const limit = { ...options, maxBytes: 1_000 }
      expect((await fetcher().fetchFile(page('/bytes?count=1000'), limit)).bytes).toHaveLength(1_000)
      expect(await refusal(page('/bytes?count=1001'), limit)).toMatchObject({ reason: 'size' })
    })
  })

  describe('a redirect', () => {
    test.each([301, 302, 303, 307, 308])('with status %i is followed', async (status) => {
      const file = await fetcher().fetchFile(redirectTo('/file.pdf', status), options)
      expect(file.url).toBe(page('/file.pdf'))
    })

    test('leaves the fragment that was asked for, unless it leads to another', async () => {
      const [kept, other] = [redirectTo('/file.pdf'), redirectTo('/file.pdf#other')]
      const found = await Promise.all(
        [kept, other].map((address) => fetcher().fetchFile(`${address}#first`, options)),
      )
      expect(found.map(({ url, fragment }) => url + fragment)).toEqual([
        page('/file.pdf#first'),
        page('/file.pdf#other'),
      ])
    })

    test('is followed as often as allowed and no more', async () => {
      expect((await fetcher().fetchFile(page('/chain?hops=3'), options)).url).toBe(page('/file.pdf'))
      expect(await refusal(page('/chain?hops=4'))).toMatchObject({
        reason: 'redirect',
        message: expect.stringContaining('at most 3 are followed'),
      })
      expect(await refusal(page('/chain?hops=1'), { redirects: 0 })).toMatchObject({ reason: 'redirect' })
    })

    test('that leads in a circle ends', async () => {
      expect(await refusal(page('/loop'))).toMatchObject({ reason: 'redirect' })
      expect(lines).toHaveLength(4)
    })

    test('that says nothing is refused', async () => {
      expect(await refusal(page('/nowhere'))).toMatchObject({ reason: 'redirect' })
    })

    test('to what is private or no web address is never followed', async () => {
      const { port } = new URL(origins().trap)
      const targets = [
        origins().trap,
        `http://localhost:${port}/`,
        `http://127.1:${port}/`,
        `http://0x7f000001:${port}/`,
        `http://2130706433:${port}/`,
        `http://0:${port}/`,
        `http://[::1]:${port}/`,
        `http://[::ffff:127.0.0.1]:${port}/`,
        `http://user@127.0.0.1:${port}/`,
        `http://127.0.0.1.:${port}/`,
        `//127.0.0.1:${port}/`,
        `\\\\127.0.0.1:${port}\\`,
        `http:\\\\127.0.0.1:${port}`,
        'http://169.254.169.254/latest/meta-data/',
        'file:///etc/passwd',
        'data:text/plain,x',
        'ftp://example.com/',
        'javascript:alert(1)',
      ]
      for (const target of targets) {
        for (const status of [301, 307]) {
          expect(await refusal(redirectTo(target, status)), target).toMatchObject({ reason: 'redirect' })
        }
      }
    })

    test('to a private address is refused after harmless ones too', async () => {
      expect(await refusal(redirectTo(redirectTo(redirectTo(origins().trap))))).toMatchObject({
        reason: 'redirect',
      })
      expect(lines.map(({ status, refused }) => status ?? refused)).toEqual([302, 302, 302, 'redirect'])
    })

    test('to a name that is private is refused when it is resolved', async () => {
      expect(await refusal(redirectTo('http://loopback.example.org/'))).toMatchObject({ reason: 'dns' })
    })
  })

  describe('an answer that is no file', () => {
    test.each([400, 401, 403, 404, 410, 429, 500, 503])('with status %i is refused', async (code) => {
      const { reason, message } = await refusal(page(`/status?code=${code}`))
      expect(reason).toBe('status')
      expect(message).toContain(` returned ${code}.`)
    })

    test('is told by its content, not by its label', async () => {
      const { reason, message } = await refusal(page('/login.pdf'), { accept: ['application/pdf'] })
      expect(reason).toBe('type')
      expect(message).toMatch(/is not application\/pdf by its content, but text\/html/)
    })

    test.each(['/reset', '/no-http', '/announces-more', '/not-gzip'])(
      'and breaks off (%s) is refused',
      async (path) => {
        expect(await refusal(page(path))).toMatchObject({ reason: 'network' })
      },
    )

    test('and nobody who answers is refused', async () => {
      const { reason } = await refusal(
        'http://127.0.0.1:1/',
        {},
        { policy: { allowHosts: ['127.0.0.1:1'], ownHosts: [] } },
      )
      expect(reason).toBe('network')
    })
  })

  describe('a body without measure', () => {
    test('that never ends is left soon after the limit', async () => {
      expect(await refusal(page('/endless'))).toMatchObject({ reason: 'size' })
      expect(lines[0]?.bytes).toBeLessThan(3_000_000)
    })

    test('that nobody asked for is left at once', async () => {
      expect(await refusal(page('/endless-error'))).toMatchObject({ reason: 'status' })
      expect((await fetcher().fetchFile(page('/endless-redirect'), options)).url).toBe(page('/file.pdf'))
      const hook = { purpose: 'webhook', timeoutMs: 10_000, headers: {}, body: '' }
      expect(await fetcher().post(page('/endless'), hook)).toMatchObject({ status: 200 })
      expect(lines.map(({ bytes }) => bytes)).toEqual([0, 0, 13, 0])
    })

    test.each(['/gzip-bomb', '/brotli-bomb'])('that inflates (%s) is left at the limit', async (path) => {
      expect(await refusal(page(path))).toMatchObject({ reason: 'size' })
      expect(lines[0]?.bytes).toBeLessThan(3_000_000)
    })

    test('that announces too much is not read at all', async () => {
      expect(await refusal(page('/announces-much'))).toMatchObject({ reason: 'size' })
      expect(lines[0]?.bytes).toBe(0)
    })

    test('that is longer than announced is cut or refused', async () => {
      const outcome = await fetcher()
        .fetchFile(page('/announces-less'), options)
        .then(({ bytes }) => text(bytes))
        .catch((error: FetchRefused) => error.reason)
      expect(['%PDF-1.7', 'network']).toContain(outcome)
    })
  })

  describe('the time limit', () => {
    test.each(['/silent', '/drip'])('ends %s', async (path) => {
      const { reason, message } = await refusal(page(path), { timeoutMs: 200 })
      expect(reason).toBe('time')
      expect(message).toContain('longer than 0.2 s')
    })

    test('ends the wait for a resolver', async () => {
      const init = { dohUrl: `${origins().doh}/slow` }
      expect(await refusal('http://good.example.org/', { timeoutMs: 200 }, init)).toMatchObject({
        reason: 'time',
      })
    })

    test('ends a webhook whose receiver is silent', async () => {
      const sent = fetcher().post(page('/silent'), {
        purpose: 'webhook',
        timeoutMs: 200,
        headers: {},
        body: '{}',
      })
      await expect(sent).rejects.toMatchObject({ reason: 'time' })
    })
  })

  describe('names', () => {
    test.each([
      ['mixed.example.org', /resolves to a private address/],
      ['mixed-first.example.org', /resolves to a private address/],
      ['mixed-families.example.org', /resolves to a loopback address/],
      ['loopback.example.org', /resolves to a loopback address/],
      ['metadata.example.org', /resolves to a link-local address/],
      ['mapped.example.org', /resolves to an IPv4-mapped address/],
      ['nat64.example.org', /resolves to a NAT64 address/],
      ['aliased-home.example.org', /resolves to a private address/],
      ['junk.example.org', /resolves to not an IP address/],
      ['empty.example.org', /has no address/],
      ['missing.example.org', /does not exist/],
      ['servfail.example.org', /could not be resolved just now/],
      ['refused.example.org', /could not be resolved just now/],
      ['truncated.example.org', /could not be resolved just now/],
    ])('%s is refused before any request', async (name, reason) => {
      const { port } = new URL(origins().trap)
      const refused = await refusal(`http://${name}:${port}/`)
      expect(refused.reason).toBe('dns')
      expect(refused.message).toMatch(reason)
    })

    test.each(['/status', '/redirect', '/text', '/shape', '/huge', '/half'])(
      'are refused while the resolver fails (%s)',
      async (path) => {
        const refused = await refusal('http://good.example.org/', {}, { dohUrl: `${origins().doh}${path}` })
        expect(refused).toMatchObject({ reason: 'dns', message: expect.stringContaining('Try again later') })
      },
    )

    test('are refused when the resolver takes longer than three seconds', async () => {
      const refused = await refusal('http://good.example.org/', {}, { dohUrl: `${origins().doh}/silent` })
      expect(refused).toMatchObject({ reason: 'dns', message: expect.stringContaining('Try again later') })
    })

    test('are refused while nobody answers for the resolver', async () => {
      expect(await refusal('http://good.example.org/', {}, { dohUrl: 'http://127.0.0.1:1/' })).toMatchObject({
        reason: 'dns',
      })
    })
  })

  describe('a public name', () => {
    /** Starts a new resolver; each `job()` is a new check of names, `asked` counts queries (A and AAAA are two). */
    function resolver() {
      const id = fresh++
      const dohUrl = `${origins().doh}/ok?resolver=${id}`
      return {
        job: () => {
          const check = createNameCheck({ dohUrl, now: () => clock })
          return (name: string) => check(new URL(`http://${name}/`))
        },
        asked: async (name: string) => (await report()).asked[`${id} ${name}`],
      }
    }

    test.each(['good.example.org', 'alias.example.org'])('passes: %s', async (name) => {
      await expect(resolver().job()(name)).resolves.toBeUndefined()
    })

    test('is asked for once a job, however many files lie there', async () => {
      const { job, asked } = resolver()
      const check = job()
      await Promise.all([check('quick.example.org'), check('quick.example.org'), check('quick.example.org')])
      expect(await asked('quick.example.org')).toBe(2)
      await Promise.allSettled([check('missing.example.org'), check('missing.example.org')])
      expect(await asked('missing.example.org')).toBe(2)
    })

    test('is remembered for its time to live, five minutes at most', async () => {
      const { job, asked } = resolver()
      await job()('good.example.org')
      clock += 299_000
      await job()('good.example.org')
      expect(await asked('good.example.org')).toBe(2)
      clock += 1_000
      await job()('good.example.org')
      expect(await asked('good.example.org')).toBe(4)
    })

    test('without a time to live is asked for in every job', async () => {
      const { job, asked } = resolver()
      await job()('quick.example.org')
      await job()('quick.example.org')
      expect(await asked('quick.example.org')).toBe(4)
    })

    test('that turns private is refused as soon as it is asked for again', async () => {
      const { job } = resolver()
      const first = job()
      await first('flips.example.org')
      clock += 60_000
      await expect(first('flips.example.org')).resolves.toBeUndefined()
      await expect(job()('flips.example.org')).rejects.toMatchObject({ reason: 'dns' })
      await expect(job()('flips.example.org')).rejects.toMatchObject({ reason: 'dns' })
    })

    test('is forgotten when 500 others came after it', async () => {
      const { job, asked } = resolver()
      for (let index = 0; index <= 500; index++) await job()(`n${index}.example.org`)
      await job()('n500.example.org')
      expect(await asked('n500.example.org')).toBe(2)
      await job()('n0.example.org')
      expect(await asked('n0.example.org')).toBe(4)
    })
  })

  describe('the budget of a job', () => {
    test('counts every request, redirects included', async () => {
      const job = fetcher({ budget: createBudget({ requests: 3, bytes: 1_000 }) })
      await job.fetchFile(page('/chain?hops=1'), options)
      await job.fetchFile(page('/file.pdf'), options)
      await expect(job.fetchFile(page('/file.pdf'), options)).rejects.toMatchObject({ reason: 'budget' })
    })

    test('counts bytes over all files, side by side too', async () => {
      const job = fetcher({ budget: createBudget({ requests: 20, bytes: 2_500 }) })
      const files = Array.from({ length: 4 }, () => job.fetchFile(page('/bytes?count=1000'), options))
      const outcomes = await Promise.allSettled(files)
      const refused = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason.reason] : [],
      )
      expect(refused).toEqual(['budget', 'budget'])
    })
  })

  describe('a webhook', () => {
    const hook = {
      purpose: 'webhook',
      timeoutMs: 10_000,
      headers: { 'webhook-id': 'msg_1' },
      body: '{"a":"é"}',
    }

    test('is posted with our headers and body, and only the head of the answer comes back', async () => {
      const answer = await fetcher().post(page('/status?code=503'), hook)
      expect(answer).toEqual({ status: 503, headers: { 'retry-after': '7' } })
    })

    test('follows no redirect', async () => {
      expect(await fetcher().post(redirectTo(origins().trap, 307), hook)).toMatchObject({ status: 307 })
    })

    test('to a private address is refused', async () => {
      await expect(fetcher().post(origins().trap, hook)).rejects.toMatchObject({ reason: 'address' })
    })
  })

  describe('the log', () => {
    test('has one line a request, with the origin and no path or query', async () => {
      await fetcher().fetchFile(page('/chain?hops=1&token=secret'), options)
      const line = {
        event: 'outgoing_request',
        purpose: 'asset',
        method: 'GET',
        origin: origins().site,
        ms: 0,
      }
      expect(lines).toEqual([
        { ...line, status: 302, bytes: 0 },
        { ...line, status: 200, bytes: 13 },
      ])
    })

    test('has a line for what was refused, without what stood before the host', async () => {
      await refusal('http://user:secret@127.0.0.1/private?token=1')
      expect(lines).toEqual([
        {
          event: 'outgoing_request',
          purpose: 'asset',
          method: 'GET',
          origin: 'http://127.0.0.1',
          bytes: 0,
          ms: 0,
          refused: 'address',
        },
      ])
    })
  })
}
