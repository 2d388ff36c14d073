/** Finishes files as the service does, and says what each took: seconds of CPU, and memory as an isolate counts it. */
import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { root } from '../browser.mjs'

/** What an isolate has, in MB: a thread whose objects take more ends. */
const ISOLATE_MB = 128

/**
 * A result for each input: `file` is what came back; without one there is a `reason`. `before` is how many pages stand in
 * front of the file's own. Memory is only looked at if `looks`, since it takes several times as long.
 */
export async function finishAll(inputs, out, level, { looks = false } = {}) {
  const bundle = await bundled(out)
  const results = []
  let worker
  for (const [index, input] of inputs.entries()) {
    worker ??= await started({ bundle, level, looks })
    const file = path.join(out, `${index}.pdf`)
    const spent = process.cpuUsage()
    const { seen, ...outcome } = await finishOne(worker, { input, file })
    const { user, system } = process.cpuUsage(spent)
    if (outcome.isLost) worker = undefined
    const before = level?.endsWith('a') ? 0 : 1
    const made = outcome.reason === undefined ? { file, before, pages: outcome.pages - before } : {}
    const seconds = (user + system) / 1e6 - seen.cpu
    results.push({ input, ...outcome, ...made, seconds, megabytes: seen.peak / 2 ** 20 })
  }
  await worker?.terminate()
  return results
}

async function started(workerData) {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: ISOLATE_MB },
  })
  await once(worker, 'message')
  return worker
}

/** The worker's answer. */
async function finishOne(worker, { input, file }) {
  const answer = once(worker, 'message').catch((error) => ({
    reason: String(error),
    isExpected: false,
    isLost: true,
    seen: { peak: ISOLATE_MB * 2 ** 20, cpu: 0 },
  }))
  worker.postMessage({ input, file })
  const [outcome] = [await answer].flat()
  return outcome
}

/** Finishing as the tests in Node have it, bundled: Node does not read the repository's TypeScript. */
async function bundled(out) {
  const support = path.join(root, 'test/support')
  const bundle = path.join(out, 'finishing.mjs')
  await build({
    stdin: {
      contents:
        "export { finishWith } from './finishing'; export { blankPdf } from './pdfs'; export { WorkBudget } from '../../src/pdf/work-budget'",
      resolveDir: support,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: bundle,
    external: ['@hyzyla/pdfium', '@jsquash/*'],
    define: { 'import.meta.dirname': JSON.stringify(support) },
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
    logLevel: 'error',
  })
  return bundle
}
