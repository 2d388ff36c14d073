/**
 * One real `npm start` for the files that only call it: starting one takes as long as what they do with it. The suites of
 * one run share it too.
 */
import type { TestProject } from 'vitest/node'
import { launchService } from '../../bench/service.mjs'
import documents from '../../scripts/corpus/documents.json'
import { serveFiles } from '../../scripts/corpus/files.mjs'
import { packageFolders } from '../../scripts/corpus/packages.mjs'
import { startHookReceiver } from './hook-receiver'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * `output` is what `npm start` printed, `state` the folder with its databases, `receiver` where webhooks may go, `corpus`
     * where files of other projects are, once they are fetched.
     */
    service: {
      origin: string
      token: string
      output: string
      state: string
      receiver: string
      corpus: string
    }
  }
}

/** Each suite loads this file anew, within one process. */
const shared = globalThis as { platenService?: { started: ReturnType<typeof launch>; users: number } }

export default async function setup(project: TestProject) {
  shared.platenService ??= { started: launch(), users: 0 }
  const own = shared.platenService
  own.users++
  const { service, receiver, corpus } = await own.started
  const { origin, token, state = '' } = service
  const places = { receiver, corpus: corpus.origin }
  project.provide('service', { origin, token, output: service.output(), state, ...places })
  return async () => {
    if (--own.users > 0) return
    corpus.close()
    await service.stop()
  }
}

async function launch() {
  const host = await startHookReceiver()
  const corpus = await serveFiles(packageFolders(documents.packages), documents.substitutes)
  const allowed = `${host},127.0.0.1:${corpus.port}`
  const service = await launchService({ ALLOW_HOSTS: allowed }, { ownState: true })
  return { service, receiver: `http://${host}`, corpus }
}
