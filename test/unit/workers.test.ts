/** What a document's workers begin with, and how long they are waited for. */
import { resolveObjectURL } from 'node:buffer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type FakeWorker = EventTarget & { postMessage(value: unknown): void; terminate(): void }
type WorkersModule = {
  installWorkers(): void
  workersAnswered(pause: () => Promise<unknown>, now: () => number): Promise<void>
}

// It refers to the page's globals, which the types of this side do not have.
const [module] = Object.values(
  import.meta.glob<WorkersModule>('../../src/in-page/workers.ts', { eager: true }),
)
const { stringify } = JSON
const textOf = Function.prototype.toString
const INJECTED = '0);function Proxy(target){return target}(0'
let addresses: string[]
let workers: FakeWorker[]

beforeEach(() => {
  workers = []
  addresses = []
  vi.stubGlobal(
    'RealWorker',
    class extends EventTarget {
      constructor(address: string) {
        super()
        addresses.push(address)
      }
      postMessage() {}
      terminate() {}
    },
  )
  vi.stubGlobal('WORKER_LOCKDOWN', 'lockDown()')
  const page = { top: {} }
  page.top = page
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { baseURI: 'https://example.com/' })
  module?.installWorkers()
})
afterEach(() => {
  for (const worker of workers) worker.terminate()
  Object.defineProperty(JSON, 'stringify', { value: stringify })
  Object.defineProperty(Function.prototype, 'toString', { value: textOf })
  Reflect.deleteProperty(globalThis, 'Worker')
})

function begin(url: string): FakeWorker {
  const { Worker } = globalThis as unknown as { Worker: new (url: string) => FakeWorker }
  const worker = new Worker(url)
  workers.push(worker)
  return worker
}

/** The script that the last worker began with. */
async function source(): Promise<string> {
  return (await resolveObjectURL(addresses.at(-1) ?? '')?.text()) ?? ''
}

test.each([
  ['JSON', JSON, 'stringify'],
  ['a function', Function.prototype, 'toString'],
])('a worker begins with the same script whatever the page made of %s', async (_, owner, name) => {
  begin('worker.js')
  const before = await source()
  Object.defineProperty(owner, name, { value: () => INJECTED })
  begin('worker.js')
  expect(await source()).toBe(before)
  expect(before).toContain('lockDown()')
  expect(before).toContain('"https://example.com/worker.js"')
})

test('a worker that was sent something is waited for three seconds, and not once it is terminated', async () => {
  let now = 0
  const pause = vi.fn(async () => {
    now += 10
  })
  const [ended, silent] = [begin('worker.js'), begin('worker.js')]
  for (const worker of [ended, silent]) worker.postMessage('work')
  ended.terminate()
  silent.dispatchEvent(new Event('message'))
  await module?.workersAnswered(pause, () => now)
  expect(pause).not.toHaveBeenCalled()
  begin('worker.js').postMessage('work')
  await module?.workersAnswered(pause, () => now)
  expect(now).toBe(3000)
})
