/**
 * A one-page invoice through HTTP against the floor: puppeteer-core with a warm browser of the same binary and a
 * fresh context for every render, untagged, interleaved with ours in one run so that both meet the same machine.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import puppeteer from 'puppeteer-core'
import { launchService, median, percentile, table } from './service.mjs'

const rounds = Number(process.env.ROUNDS ?? 60)
const seconds = Number(process.env.SECONDS ?? 8)
const html = fs.readFileSync(path.join(import.meta.dirname, '../test/samples/invoice.html'), 'utf8')

const service = await launchService()
const browser = await puppeteer.launch({ executablePath: service.chrome, headless: 'shell' })
try {
  const key = await service.account({ plan: 'Max', credits: 1_000_000 })
  const ours = async () => {
    const answer = await fetch(`${service.origin}/v1/transform`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ html, goCreditMode: false }),
    })
    const pdf = await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${answer.status} ${Buffer.from(pdf)}`)
  }
  const floor = async () => {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    await page.setContent(html, { waitUntil: 'load' })
    await page.pdf({ format: 'A4', printBackground: true, tagged: false })
    await page.close()
    await context.close()
  }
  for (let i = 0; i < 10; i++) {
    await ours()
    await floor()
  }

  const times = { ours: [], floor: [] }
  for (let i = 0; i < rounds; i++) {
    times.ours.push(await timed(ours))
    await pause(40)
    times.floor.push(await timed(floor))
    await pause(40)
  }
  const rates = { ours: [], floor: [] }
  for (let i = 0; i < 3; i++) {
    rates.ours.push(await perSecond(ours, 4))
    rates.floor.push(await perSecond(floor, 4))
  }
  const p50 = { ours: median(times.ours), floor: median(times.floor) }
  const rate = { ours: median(rates.ours), floor: median(rates.floor) }
  table(`One-page invoice (load ${os.loadavg()[0].toFixed(2)}, ${os.cpus().length} cores)`, [
    ['', 'ours', 'floor', 'ours / floor', 'wanted'],
    ['one caller, p50 ms', p50.ours, p50.floor, p50.ours / p50.floor, '<= 1.10'],
    ['one caller, p95 ms', percentile(times.ours, 95), percentile(times.floor, 95), '', ''],
    ['four callers, renders/s', rate.ours, rate.floor, rate.ours / rate.floor, '>= 0.85'],
  ])
} finally {
  await browser.close()
  await service.stop()
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function perSecond(work, callers) {
  const end = performance.now() + (seconds * 1000) / 3
  let done = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        await work()
        done++
      }
    }),
  )
  return done / ((performance.now() - start) / 1000)
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
