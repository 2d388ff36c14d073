/** Calls back after edits: once they have ended, and never twice at a time. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './browser.mjs'

/** Milliseconds without an edit after which the edits have ended: editors and git write many files at once. */
const QUIET_MS = 150

/** Calls `work` after files in `folders` (of the project) change. What changes meanwhile is worked on afterwards. */
export function onEdit(folders, work) {
  let timer
  let running = false
  let edited = false
  const run = async () => {
    if (running) {
      edited = true
      return
    }
    running = true
    await work()
    running = false
    if (edited) {
      edited = false
      await run()
    }
  }
  for (const folder of folders) {
    fs.watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      // Made from other sources before each bundling.
      if (name?.endsWith('.data.js')) return
      clearTimeout(timer)
      timer = setTimeout(run, QUIET_MS)
    })
  }
}
