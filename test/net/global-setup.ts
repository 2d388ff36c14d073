/**
 * Servers for the tests inside workerd, which cannot listen themselves; found there by `inject('origins')`. The guarded
 * fetch has a set of its own, since it asserts that no connection is left open and files run side by side.
 */
import type { TestProject } from 'vitest/node'
import { type Origins, startServers } from './servers'

declare module 'vitest' {
  interface ProvidedContext {
    origins: Origins
    fetchOrigins: Origins
  }
}

export default async function setup(project: TestProject) {
  const [shared, own] = await Promise.all([startServers(), startServers()])
  project.provide('origins', shared.origins)
  project.provide('fetchOrigins', own.origins)
  return async () => {
    await Promise.all([shared.stop(), own.stop()])
  }
}
