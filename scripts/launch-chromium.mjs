/** A Chromium of one's own, reached by the DevTools protocol. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MAX_START_MS = 20_000
const FLAGS = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-extensions',
  '--disable-features=Translate,AcceptCHFrame,MediaRouter,OptimizationHints',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-renderer-backgrounding',
  '--disable-sync',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
]

/**
 * Starts the Chromium at `file` in a process group of its own. Returns its id, the port and path of its endpoint, what
 * ends it with all its processes, and a promise of its end, when its profile is gone too. Throws if it does not come up.
 */
export async function launchChromium(file) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-browser-'))
  const child = spawn(file, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise((resolve) => child.once('close', resolve)).then(() =>
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 3 }),
  )
  const end = async () => {
    // What has ended already has no group.
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
    await exited
  }
  try {
    const { port, pathname } = await endpointOf(child)
    return { id: path.basename(pathname), port: Number(port), path: pathname, end, exited }
  } catch (error) {
    await end()
    throw error
  }
}

/** What a Chromium says first. */
function endpointOf(child) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Chromium does not answer')), MAX_START_MS)
    let said = ''
    child.stderr.on('data', (piece) => {
      if (said.length < 100_000) said += piece
      const [, address] = /DevTools listening on (ws:\/\/\S+)/.exec(said) ?? []
      if (!address) return
      clearTimeout(timer)
      resolve(new URL(address))
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${said.slice(-500)}`)))
  })
}
