/** How long scripts that were sent to a page are waited for: longer the larger they are, and never twice. */
import { expect, it } from 'vitest'
import { scriptsArrived } from '../../src/in-page/scripts-arrived'

/** How long scripts with so many bytes are waited for that arrive after so many milliseconds. */
async function waited(
  scripts: { [address: string]: number },
  after: { [address: string]: number },
  pauseMs = 10,
) {
  let time = 0
  await scriptsArrived(scripts, {
    arrived: () => new Set(Object.keys(after).filter((address) => time >= (after[address] ?? 0))),
    pause: async () => {
      time += pauseMs
    },
    now: () => time,
  })
  return time
}

it('a script is waited for until it has come', async () => {
  expect(await waited({ '/a.js': 100 }, { '/a.js': 500 })).toBe(500)
})

it('a large one is, though it takes seconds on a busy machine', async () => {
  expect(await waited({ '/large.js': 5_000_000 }, { '/large.js': 4000 })).toBe(4000)
})

it('one that never comes is not waited for twice', async () => {
  const scripts = { '/b.js': 100, '/never.js': 100 }
  expect(await waited(scripts, { '/b.js': 300 })).toBeLessThan(1100)
  expect(await waited(scripts, { '/b.js': 0 })).toBe(0)
  expect(await waited({ ...scripts, '/c.js': 100 }, { '/b.js': 0, '/c.js': 200 })).toBe(200)
})

it('one that comes late is waited for on a machine that is too busy to wake up in time', async () => {
  expect(await waited({ '/late.js': 100 }, { '/late.js': 2500 }, 100)).toBe(2500)
})
