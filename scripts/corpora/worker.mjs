/** Finishes one file after another, in a thread whose memory can be looked at while it works. */
import fs from 'node:fs'
import v8 from 'node:v8'
import vm from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'

const { finishWith, blankPdf } = await import(workerData.bundle)
const { level } = workerData
v8.setFlagsFromString('--expose-gc')
/** Frees what the file before left, so that each is judged by its own memory. */
const collectGarbage = vm.runInNewContext('gc')
const blank = await blankPdf([[200, 200]])
const conform = level && level !== 'compress' ? { level } : undefined

parentPort.on('message', async ({ input, file }) => {
  collectGarbage()
  const source = { name: 'F', pointer: '/files/0', bytes: new Uint8Array(fs.readFileSync(input)) }
  const plan = { conform, compress: level === 'compress' }
  // Tags hold for the whole document, so that there a file stands alone.
  const work = level?.endsWith('a')
    ? finishWith([source], plan)
    : finishWith(blank, { ...plan, attachments: [source] })
  try {
    const { bytes, pages, warnings } = await work
    fs.writeFileSync(file, bytes)
    parentPort.postMessage({ pages, warnings, sizes: [source.bytes.length, bytes.length] })
  } catch (error) {
    const rules = (error.errors ?? []).map(({ message, rule }) => ({ message, rule }))
    const isExpected = error.code !== undefined
    parentPort.postMessage({ reason: isExpected ? error.message : String(error.stack), rules, isExpected })
  }
})
parentPort.postMessage('ready')
