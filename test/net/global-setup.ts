/** Servers for the tests inside workerd, which cannot listen themselves; found there by `inject('origins')`. */
import type { TestProject } from 'vitest/node'
import { type Origins, startServers } from './servers'

declare module 'vitest' {
  interface ProvidedContext {
    origins: Origins
  }
}

export default async function setup(project: TestProject) {
  const { origins, stop } = await startServers()
  project.provide('origins', origins)
  return stop
}
