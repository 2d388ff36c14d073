/** One real `npm start` for the files that only call it: starting one takes as long as what they do with it. */
import type { TestProject } from 'vitest/node'
import { launchService } from '../../bench/service.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** `output` is what `npm start` printed. */
    service: { origin: string; token: string; output: string }
  }
}

export default async function setup(project: TestProject) {
  const service = await launchService({}, { ownState: true })
  const { origin, token } = service
  project.provide('service', { origin, token, output: service.output() })
  return () => service.stop()
}
