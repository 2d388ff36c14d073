/**
 * QR codes of a URL at 400 px: codes a second in workerd against npm's `qrcode` in Node, taking turns on one machine;
 * the size of a file; the time of a cache hit through HTTP; and codes of other kinds. Written to `docs/performance.md`.
 */
import QRCode from 'qrcode'
import { report } from './performance-page.mjs'
import { launchService, median, percentile } from './service.mjs'
import { launchWorker } from './worker.mjs'

const rounds = Number(process.env.ROUNDS ?? 5)
const ms = Number(process.env.SECONDS ?? 2) * 1000

const worker = await launchWorker({ main: 'bench/qr-worker.ts', config: 'bench/qr-wrangler.toml' })
/** Name, options, and whether there is a logo. @type {[string, object, boolean?][]} */
const KINDS = [
  ['SVG', { format: 'svg' }],
  ['800 px', { size: 'big' }],
  ['error level high', { error_level: 'high' }],
  ['colours', { color: '#14345a', background: '#fff4e0' }],
  ['a logo', {}, true],
  ['vcard', { type: 'vcard', name: 'Ada Lovelace', org: 'Analytical Engines', phone: '+44 20 7946 0000' }],
  ['wifi', { type: 'wifi', ssid: 'Guests', password: 'correct horse battery' }],
  ['2,000 characters', { data: 'x'.repeat(2000) }],
]
const rates = { ours: [], peer: [] }
const kinds = []
let sizes = []
try {
  await ours(500)
  await peer(500)
  for (let round = 0; round < rounds; round++) {
    const made = await ours(ms)
    rates.ours.push(made.perSecond)
    sizes = made.sizes
    rates.peer.push(await peer(ms))
  }
  for (const [name, options, withLogo] of KINDS) {
    const made = await ours(ms, { options: JSON.stringify(options), ...(withLogo && { withLogo: '1' }) })
    kinds.push([name, made.perSecond, median(made.sizes)])
  }
} finally {
  await worker.stop()
}
const hits = await cacheHits()

const rate = { ours: median(rates.ours), peer: median(rates.peer) }
report('QR codes', [
  'Of a web address, 400 px, beside `qrcode` in Node:',
  [
    ['', 'ours', 'qrcode toBuffer', 'ours / peer', 'wanted'],
    ['codes a second', rate.ours, rate.peer, rate.ours / rate.peer, '>= 20'],
    ['bytes of a file, median', median(sizes), '', '', '< 1024'],
    ['cache hit through HTTP, p50 ms', median(hits), '', '', '< 15'],
    ['cache hit through HTTP, p95 ms', percentile(hits, 95), '', '', ''],
  ],
  'Other kinds:',
  [['', 'codes a second', 'bytes'], ...kinds],
])

async function ours(time, more = {}) {
  const answer = await fetch(`${worker.origin}/?${new URLSearchParams({ ms: String(time), ...more })}`)
  return answer.json()
}

async function peer(time) {
  let made = 0
  const start = performance.now()
  while (performance.now() - start < time)
    await QRCode.toBuffer(`https://example.com/products/${made++}?ref=qr`, { width: 400 })
  return made / ((performance.now() - start) / 1000)
}

async function cacheHits() {
  const service = await launchService()
  try {
    const key = await service.account({ plan: 'Max', credits: 100 })
    const hit = async () => {
      const start = performance.now()
      const answer = await fetch(`${service.origin}/v1/qrcode`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ data: 'https://example.com/cached' }),
      })
      await answer.arrayBuffer()
      return { cache: answer.headers.get('X-Cache'), ms: performance.now() - start }
    }
    for (let i = 0; i < 20; i++) await hit()
    const times = []
    for (let i = 0; i < 200; i++) {
      const { cache, ms } = await hit()
      if (cache !== 'HIT') throw new Error(`expected a hit, got ${cache}`)
      times.push(ms)
    }
    return times
  } finally {
    await service.stop()
  }
}
