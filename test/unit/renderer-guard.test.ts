/** What stands for a renderer here is a Node process that is called one. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import { guardRenderers } from '../../scripts/renderer-guard.mjs'
import { triesAll } from '../support/runs'

const started: ChildProcess[] = []
const guards: (() => void)[] = []
afterEach(() => {
  for (const end of guards.splice(0)) end()
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** What has a process run on one processor, so that others are left to the suites beside this one; nothing where that is not to be had. */
const ON_ONE = spawnSync('taskset', ['-c', '0', 'true']).status === 0 ? ['taskset', '-c', '0'] : []

function start(code: string, type: string, before: string[] = []): number {
  const [file = '', ...words] = [...before, process.execPath, '-e', code, '--', `--type=${type}`]
  const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'ignore'] })
  started.push(child)
  if (child.pid === undefined) throw new Error('the process did not start')
  return child.pid
}

/** Waits until the process that was started last has said something: what it computes to begin is over then. */
async function hasBegun(): Promise<void> {
  const output = started.at(-1)?.stdout
  if (output) await once(output, 'data')
}

const priorityOf = (pid: number) => os.getPriority(pid)
const patience = { timeout: 20_000, interval: 100 }

it.runIf(process.platform === 'linux' && triesAll)(
  'a renderer that uses a processor gets a lower and lower priority, and no other process does',
  async () => {
    guards.push(guardRenderers())
    // For longer than a renderer may before its priority falls; then it leaves the machine to the renderer.
    const other = start(
      'const end = Date.now() + 700; while (Date.now() < end); setInterval(() => 0, 1000)',
      'utility',
    )
    const renderer = start('for (;;);', 'renderer')
    const before = priorityOf(other)
    await vi.waitFor(() => expect(priorityOf(renderer)).toBeGreaterThan(before + 2), patience)
    await vi.waitFor(() => expect(priorityOf(renderer)).toBeGreaterThan(before + 6), patience)
    expect(priorityOf(other)).toBe(before)
  },
  60_000,
)

it.runIf(process.platform === 'linux' && triesAll)(
  'a renderer that rests between small documents keeps its priority, however long it works',
  async () => {
    guards.push(guardRenderers())
    const renderer = start(
      `let rounds = 0
      setInterval(() => {
        for (const end = Date.now() + 30; Date.now() < end; );
        if (++rounds === 5) console.log('begun')
      }, 200)`,
      'renderer',
    )
    await hasBegun()
    const before = priorityOf(renderer)
    // It uses half a second, for which one that never rests would lose ten steps.
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    expect(priorityOf(renderer)).toBeLessThanOrEqual(before + 2)
  },
  60_000,
)

it.runIf(process.platform === 'linux')(
  'a renderer that is seen late keeps its priority for what it used before',
  async () => {
    const renderer = start(
      `for (const end = Date.now() + 500; Date.now() < end; );
      console.log('begun')
      setInterval(() => 0, 1000)`,
      'renderer',
    )
    await hasBegun()
    const before = priorityOf(renderer)
    guards.push(guardRenderers())
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(priorityOf(renderer)).toBe(before)
  },
  60_000,
)

it.runIf(process.platform === 'linux' && triesAll)(
  'a renderer that rests keeps its priority on a machine where it waits for a processor longer than it rests',
  async () => {
    guards.push(guardRenderers())
    // 10 ms of a processor, then three times as long a rest.
    const renderer = start(
      `const used = () => process.cpuUsage().user + process.cpuUsage().system
      let rounds = 0
      const work = () => {
        if (++rounds === 10) console.log('begun')
        for (const begun = used(); used() < begun + 10_000; ) for (let n = 0; n < 1e5; n++);
        setTimeout(work, 30)
      }
      work()`,
      'renderer',
      ON_ONE,
    )
    await hasBegun()
    const before = priorityOf(renderer)
    const count = ON_ONE.length > 0 ? 8 : 8 * os.cpus().length
    start(
      `const { Worker } = require('node:worker_threads')
      for (let n = 0; n < ${count}; n++) new Worker('for (;;);', { eval: true })`,
      'utility',
      ON_ONE,
    )
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    expect(priorityOf(renderer)).toBeLessThanOrEqual(before + 1)
  },
  60_000,
)

it.runIf(process.platform === 'linux')(
  'a renderer that takes too much memory is ended',
  async () => {
    guards.push(guardRenderers({ maxBytes: 300 << 20 }))
    const small = start('setInterval(() => 0, 1000)', 'renderer')
    start("globalThis.all = Buffer.alloc(400 << 20, 'x'); setInterval(() => 0, 1000)", 'renderer')
    const [, large] = started
    await vi.waitFor(() => expect(large?.signalCode).toBe('SIGKILL'), patience)
    expect(priorityOf(small)).toBeLessThan(19)
  },
  60_000,
)
