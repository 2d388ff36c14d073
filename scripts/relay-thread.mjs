/** The thread of `relayInThread`: says the port when it listens. */
import { parentPort, workerData } from 'node:worker_threads'
import { relay } from './relay.mjs'

const { port } = await relay(workerData)
parentPort?.postMessage(port)
