/**
 * `npm start` that is ended by a signal to npm alone leaves no process behind: no workerd, no browser.
 * `test/e2e/start.test.ts` has SIGTERM.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../../bench/service.mjs'
import { descendants, isAlive, nameOf, until } from '../support/processes'

const root = path.resolve(import.meta.dirname, '../..')
const PATIENCE_MS = 60_000

it.each(['SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  '%s ends npm start and all that it started',
  async (signal) => {
    const port = await freePort()
    const state = fs.mkdtempSync(path.join(root, '.wrangler', 'state-'))
    const child = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), PLATEN_STATE: state },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    let started: number[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
    try {
      await until(() => /Try it/.test(output) || child.exitCode !== null)
      const [, key = ''] = /KEY=(\S+)/.exec(output) ?? []
      const made = await fetch(`http://127.0.0.1:${port}/v1/transform`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ html: '<h1>Hello</h1>' }),
      })
      expect(made.status, output).toBe(200)
      started = descendants(child.pid ?? 0)
      const names = started.map(nameOf)
      expect(names).toEqual(
        expect.arrayContaining([expect.stringContaining('workerd'), expect.stringMatching(/chrom/)]),
      )
      process.kill(child.pid ?? 0, signal)
      await until(() => started.every((pid) => !isAlive(pid)), PATIENCE_MS)
      expect(started.filter(isAlive).map(nameOf)).toEqual([])
    } finally {
      const left = [...started, ...descendants(child.pid ?? 0), child.pid ?? 0]
      for (const pid of left.filter((pid) => pid > 0 && isAlive(pid))) process.kill(pid, 'SIGKILL')
      fs.rmSync(state, { recursive: true, force: true })
    }
  },
)
