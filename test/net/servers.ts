/**
 * Real HTTP servers on the loopback for the tests of outgoing requests: a site that misbehaves by path, a
 * resolver that speaks DNS over HTTPS in its JSON form, and a trap that nothing may ever reach.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { pngOf } from '../support/png'
import { answerModel } from './model'
import { pageFiles } from './page-files'

/**
 * Origins without a slash at the end. `GET ${site}/report` tells what the servers have seen. `other`: the pages of the site
 * at a second origin.
 */
export type Origins = { site: string; other: string; trap: string; doh: string; model: string }

/**
 * `trapped`: connections, requests and datagrams that reached the trap; `asked`: queries by `resolver name`; `loaded`:
 * requests of the site by path and query; `open`: answers under way; `hooks`: what `/hook` was sent, by its `name`.
 */
export type Report = {
  trapped: string[]
  asked: Record<string, number>
  loaded: Record<string, number>
  open: string[]
  hooks: Record<string, HookCall[]>
}

export type HookCall = { method: string; headers: Record<string, string>; body: string }

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown

const logo = pngOf({ width: 40, height: 40, colorType: 2, depth: 8, sample: () => [200, 0, 0] })
const inflated = Buffer.alloc(50_000_000)
/** At its best quality it would keep this process, and all who ask it for something meanwhile, waiting for seconds. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function startServers(): Promise<{ origins: Origins; stop: () => Promise<void> }> {
  const report: Report = { trapped: [], asked: {}, loaded: {}, open: [], hooks: {} }
  const trap = await startTrap(report.trapped)
  const doh = await listen((request, response) => {
    trackOpen(report.open, 'resolver', response)
    answerQuery(request, response, report.asked)
  })
  const pages = pagesOf(report)
  const answerPage: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const page = pages[url.pathname]
    const address = url.pathname + url.search
    report.loaded[address] = (report.loaded[address] ?? 0) + 1
    if (url.pathname !== '/report') trackOpen(report.open, url.pathname, response)
    if (page) page(request, response, url)
    else response.writeHead(404).end('no such page')
  }
  const [site, other] = await Promise.all([listen(answerPage), listen(answerPage)])
  const model = await listen(answerModel([]))
  const servers = [trap, doh, site, other, model]
  return {
    origins: {
      site: site.origin,
      other: other.origin,
      trap: trap.origin,
      doh: doh.origin,
      model: model.origin,
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

function trackOpen(open: string[], what: string, response: ServerResponse) {
  open.push(what)
  response.on('close', () => open.splice(open.indexOf(what), 1))
}

/** Hears requests, but also connections without one (a page's hints open such) and datagrams (WebRTC sends those). */
async function startTrap(trapped: string[]) {
  const trap = await listen(
    (request, response) => {
      trapped.push(`${request.method} ${request.url}`)
      response.end('caught')
    },
    (server) => server.on('connection', () => trapped.push('a connection')),
  )
  const datagrams = createSocket('udp4', () => trapped.push('a datagram'))
  datagrams.bind(Number(new URL(trap.origin).port), '127.0.0.1')
  await once(datagrams, 'listening')
  const stop = async () => {
    datagrams.close()
    await trap.stop()
  }
  return { origin: trap.origin, stop }
}

async function listen(listener: RequestListener, prepare: (server: Server) => unknown = () => undefined) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  prepare(server)
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

function pagesOf(report: Report): Record<string, Handler> {
  return {
    ...pageFiles,
    // Asked seldom: a connection that is kept would be closed just as it is used again.
    '/report': (_, response) => response.writeHead(200, { Connection: 'close' }).end(JSON.stringify(report)),
    '/file.pdf': (_, response) => {
      response
        .setHeader('content-type', 'application/pdf')
        .setHeader('etag', '"1"')
        .setHeader('set-cookie', 'a=1')
      response.end('%PDF-1.7 body')
    },
    '/logo.png': (_, response) => {
      response.setHeader('content-type', 'image/png').end(logo)
    },
    '/hook': (request, response, url) => {
      const body: Buffer[] = []
      request.on('data', (chunk: Buffer) => body.push(chunk))
      request.on('end', () => {
        const name = url.searchParams.get('name') ?? ''
        const headers = request.headers as Record<string, string>
        const calls = [
          ...(report.hooks[name] ?? []),
          { method: request.method ?? '', headers, body: Buffer.concat(body).toString() },
        ]
        report.hooks[name] = calls
        const statuses = (url.searchParams.get('status') ?? '204').split(',')
        const status = Number(statuses[Math.min(calls.length, statuses.length) - 1])
        const location = url.searchParams.get('to')
        response.writeHead(status, {
          ...(location && { location }),
          ...(status === 429 && { 'retry-after': '120' }),
        })
        response.end()
      })
    },
    '/login.pdf': (_, response) => {
      response.setHeader('content-type', 'application/pdf').end('<!doctype html><title>Log in</title>')
    },
    '/long-headers': (_, response) => {
      const long = 'x'.repeat(2_000)
      response
        .setHeader('content-type', `text/${long}`)
        .setHeader('content-disposition', `inline; filename=${long}`)
      response.setHeader('cache-control', 'no-cache').end('%PDF-1.7')
    },
    '/empty': (_, response) => response.writeHead(204).end(),
    '/echo': (request, response) => {
      const body: Buffer[] = []
      request.on('data', (chunk: Buffer) => body.push(chunk))
      request.on('end', () => {
        const { method, headers, url } = request
        response.end(JSON.stringify({ method, headers, url, body: Buffer.concat(body).toString() }))
      })
    },
    '/status': (_, response, url) => {
      const status = Number(url.searchParams.get('code'))
      response.writeHead(status, { 'retry-after': '7' }).end('body of an answer')
    },
    '/redirect': (_, response, url) => {
      const status = Number(url.searchParams.get('status') ?? '302')
      response.writeHead(status, { location: url.searchParams.get('to') ?? '', 'set-cookie': 'a=1' }).end()
    },
    '/chain': (_, response, url) => {
      const hops = Number(url.searchParams.get('hops'))
      response.writeHead(302, { location: hops > 1 ? `/chain?hops=${hops - 1}` : '/file.pdf#page=2' }).end()
    },
    '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/nowhere': (_, response) => response.writeHead(302).end(),
    '/silent': () => {},
    '/reset': (request) => request.socket.destroy(),
    '/drip': (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    },
    '/endless': (_, response) => endless(response),
    '/endless-redirect': (_, response) => endless(response.writeHead(302, { location: '/file.pdf' })),
    '/endless-error': (_, response) => endless(response.writeHead(500)),
    '/gzip-bomb': (_, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync(inflated))
    },
    '/brotli-bomb': (_, response) => {
      response.setHeader('content-encoding', 'br').end(brotliCompressSync(inflated, QUICK))
    },
    '/gzip': (_, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('%PDF-1.7 packed'))
    },
    '/not-gzip': (_, response) => {
      response.setHeader('content-encoding', 'gzip').end('this is no gzip at all')
    },
    '/announces-much': (_, response) => {
      response.writeHead(200, { 'content-length': '1000000000000' }).write('%PDF-')
    },
    '/announces-more': (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('%PDF-1.7', () => response.destroy())
    },
    '/announces-less': (request) => {
      request.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 8\r\nconnection: close\r\n\r\n%PDF-1.7 and more')
    },
    '/no-http': (request) => request.socket.end('220 mail.example.org ESMTP\r\n'),
    '/bytes': (_, response, url) => response.end(Buffer.alloc(Number(url.searchParams.get('count')))),
  }
}

function endless(response: ServerResponse) {
  const chunk = Buffer.alloc(64 * 1024)
  const push = () => {
    while (response.write(chunk));
  }
  response.on('drain', push)
  push()
}

type Zone = {
  A?: string[]
  AAAA?: string[]
  status?: number
  ttl?: number
  alias?: string
  truncated?: boolean
}

/** What names answer; any other name does not exist. `flips` is private from its second round on. */
const zones: Record<string, Zone> = {
  'good.example.org': { A: ['93.184.216.34'], AAAA: ['2606:2800:220:1:248:1893:25c8:1946'], ttl: 86_400 },
  'alias.example.org': { A: ['93.184.216.34'], alias: 'cdn.example.net' },
  'quick.example.org': { A: ['93.184.216.34'], ttl: 0 },
  'mixed.example.org': { A: ['93.184.216.34', '10.0.0.1'] },
  'mixed-first.example.org': { A: ['192.168.1.1', '93.184.216.34'] },
  'mixed-families.example.org': { A: ['93.184.216.34'], AAAA: ['::1'] },
  'loopback.example.org': { A: ['127.0.0.1'] },
  'metadata.example.org': { A: ['169.254.169.254'] },
  'mapped.example.org': { AAAA: ['::ffff:127.0.0.1'] },
  'nat64.example.org': { AAAA: ['64:ff9b::7f00:1'] },
  'aliased-home.example.org': { A: ['10.1.2.3'], alias: 'db.internal' },
  'junk.example.org': { A: ['93.184.216.34', 'not an address'] },
  'empty.example.org': {},
  'servfail.example.org': { A: ['93.184.216.34'], status: 2 },
  'refused.example.org': { A: ['93.184.216.34'], status: 5 },
  'truncated.example.org': { A: ['93.184.216.34'], truncated: true },
  'flips.example.org': { A: ['93.184.216.34'], ttl: 60 },
}
for (let index = 0; index <= 500; index++) zones[`n${index}.example.org`] = { A: ['93.184.216.34'] }

function answerQuery(request: IncomingMessage, response: ServerResponse, asked: Report['asked']) {
  const url = new URL(request.url ?? '/', 'http://doh')
  const name = url.searchParams.get('name') ?? ''
  const type = url.searchParams.get('type') ?? ''
  const key = `${url.searchParams.get('resolver')} ${name}`
  const times = (asked[key] ?? 0) + 1
  asked[key] = times
  if (request.headers.accept !== 'application/dns-json') return response.writeHead(415).end()
  if (url.pathname === '/status') return response.writeHead(503).end('{"Status":0}')
  if (url.pathname === '/redirect') return response.writeHead(302, { location: `/ok${url.search}` }).end()
  if (url.pathname === '/text') return response.end('<html>captive portal</html>')
  if (url.pathname === '/shape') return response.end('{"status":"ok"}')
  if (url.pathname === '/huge') return response.end(`{"Status":0,"Comment":"${'x'.repeat(100_000)}"}`)
  if (url.pathname === '/silent') return
  if (url.pathname === '/slow') return setTimeout(() => response.end('{"Status":0}'), 400)
  if (url.pathname === '/half' && type === 'AAAA') return response.writeHead(500).end()
  return response
    .setHeader('content-type', 'application/dns-json')
    .end(JSON.stringify(zoneAnswer(name, type, times)))
}

function zoneAnswer(name: string, type: string, times: number) {
  const question = [{ name, type: type === 'A' ? 1 : 28 }]
  const zone = zones[name]
  if (!zone) return { Status: 3, TC: false, RD: true, RA: true, Question: question }
  const flipped = name === 'flips.example.org' && times > 2
  const addresses =
    (type === 'A' ? zone.A : zone.AAAA)?.map((address) => (flipped ? '127.0.0.1' : address)) ?? []
  const owner = zone.alias ?? name
  return {
    Status: zone.status ?? 0,
    TC: zone.truncated ?? false,
    RD: true,
    RA: true,
    Question: question,
    Answer: [
      ...(zone.alias ? [{ name, type: 5, TTL: 300, data: `${zone.alias}.` }] : []),
      ...addresses.map((data) => ({ name: owner, type: type === 'A' ? 1 : 28, TTL: zone.ttl ?? 300, data })),
    ],
  }
}
