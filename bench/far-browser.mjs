/**
 * A browser that is far: its protocol takes 20 milliseconds each way. The service is started with this file as its
 * Chromium; it starts the real one, and names a port of its own in its place.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { prepareBrowser } from '../scripts/browser.mjs'
import { launchService } from './service.mjs'

const DELAY_MS = 20

/** Does `work` with a service whose browser is far. */
export async function withFarBrowser(work) {
  const { PLATEN_CHROME } = await prepareBrowser()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-far-'))
  const [near, far] = [path.join(folder, 'near'), path.join(folder, 'far')]
  fs.copyFileSync(String(PLATEN_CHROME), near)
  fs.writeFileSync(far, `#!/bin/sh\nexec "${process.execPath}" "${import.meta.filename}" "${near}" "$@"\n`, {
    mode: 0o755,
  })
  const before = process.env.CHROME_PATH
  process.env.CHROME_PATH = far
  try {
    const service = await launchService({}, { ownState: true })
    try {
      return await work(service)
    } finally {
      await service.stop()
    }
  } finally {
    if (before === undefined) delete process.env.CHROME_PATH
    else process.env.CHROME_PATH = before
    // The launcher leads to the near one again.
    await prepareBrowser()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the browser and passes its protocol on, late. Throws if it names no port before it ends. */
async function runFar(near, words) {
  const browser = spawn(near, words, { stdio: ['inherit', 'inherit', 'pipe'] })
  const ended = once(browser, 'exit')
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
    process.on(signal, () => browser.kill(signal))
  let isFound = false
  for await (const line of readline.createInterface({ input: browser.stderr })) {
    const [, port] = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? []
    isFound ||= port !== undefined
    process.stderr.write(`${port ? line.replace(port, String(await passOn(Number(port)))) : line}\n`)
  }
  if (!isFound) throw new Error('the browser ended and had named no port')
  const [code] = await ended
  process.exit(code ?? 1)
}

/** Listens on a port of its own, and passes each byte on to `port` and back after the delay. */
function passOn(port) {
  const server = net.createServer((client) => {
    const browser = net.connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, browser],
      [browser, client],
    ]) {
      from.setNoDelay(true)
      from.on('data', (data) => setTimeout(() => to.write(data), DELAY_MS))
      from.on('close', () => setTimeout(() => to.destroy(), DELAY_MS))
      from.on('error', () => to.destroy())
    }
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(/** @type {net.AddressInfo} */ (server.address()).port))
  })
}

if (process.argv[1] === import.meta.filename) await runFar(String(process.argv[2]), process.argv.slice(3))
