/**
 * Bundles the service once for the suites that start it many times: `startLocally` takes it from `PLATEN_BUNDLE`. Writes
 * the secrets too, which services that start at once would each write.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { bundle } from '../../scripts/local.mjs'
import { prepareSecrets } from '../../scripts/secrets.mjs'

export default async function setup() {
  prepareSecrets('.dev.vars')
  if (process.env.PLATEN_BUNDLE) return
  mkdirSync('.wrangler', { recursive: true })
  const folder = mkdtempSync(resolve('.wrangler/bundle-'))
  process.env.PLATEN_BUNDLE = folder
  await bundle(folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
