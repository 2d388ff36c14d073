/** Bundles the service once for the suites that start it many times: `startLocally` takes it from `PLATEN_BUNDLE`. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { bundle } from '../../scripts/local.mjs'

export default async function setup() {
  if (process.env.PLATEN_BUNDLE) return
  mkdirSync('.wrangler', { recursive: true })
  const folder = mkdtempSync(resolve('.wrangler/bundle-'))
  process.env.PLATEN_BUNDLE = folder
  await bundle(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
