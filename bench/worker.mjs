/** A Worker of a benchmark's own, alone in its workerd, with storage that goes when it stops. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startLocally } from '../scripts/local.mjs'

/** `init` as `startLocally` takes it. */
export async function launchWorker(init) {
  const state = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-bench-'))
  const worker = await startLocally({ ...init, state })
  return {
    ...worker,
    async stop() {
      await worker.stop()
      fs.rmSync(state, { recursive: true, force: true })
    },
  }
}
