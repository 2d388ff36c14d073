/** Finishes one file after another, in a thread whose memory can be looked at while it works. */
import fs from 'node:fs'
import { performance } from 'node:perf_hooks'
import v8 from 'node:v8'
import vm from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'

const { finishWith, blankPdf, WorkBudget } = await import(workerData.bundle)
const { level, looks } = workerData
v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc')
const blank = await blankPdf([[200, 200]])
const conform = level && level !== 'compress' ? { level } : undefined

/** Bytes of counted work, and milliseconds, after which memory is looked at again. */
const LOOK_AFTER = { bytes: 8e6, ms: 1000 }
/** Milliseconds after which a step lets others run, as between parts of a page that PDFium paints. */
const TURN_MS = 200
const seen = { peak: 0, bytes: 0, at: 0, cpu: 0 }

/** The most memory that was in use, garbage left out: an isolate near its limit collects it too. In bytes. */
function look() {
  const spent = process.cpuUsage()
  // Buffers are let go in the background: the second waits for that.
  collectGarbage()
  collectGarbage()
  const { used_heap_size, external_memory } = v8.getHeapStatistics()
  seen.peak = Math.max(seen.peak, used_heap_size + external_memory)
  seen.bytes = 0
  seen.at = performance.now()
  const { user, system } = process.cpuUsage(spent)
  seen.cpu += (user + system) / 1e6
}

/** Has memory looked at where work is counted, which steps do before and after whatever is large. */
function watchMemory() {
  const { charge, takeTurns } = WorkBudget.prototype
  WorkBudget.prototype.takeTurns = function () {
    if (performance.now() - seen.at > TURN_MS) look()
    return takeTurns.call(this)
  }
  WorkBudget.prototype.charge = function (kind, amount = 1) {
    if (kind === 'bytes') seen.bytes += amount
    if (seen.bytes > LOOK_AFTER.bytes || performance.now() - seen.at > LOOK_AFTER.ms) look()
    charge.call(this, kind, amount)
  }
}

if (looks) watchMemory()

parentPort.on('message', async ({ input, file }) => {
  if (looks) look()
  Object.assign(seen, { peak: 0, cpu: 0 })
  const source = { name: 'F', pointer: '/files/0', bytes: new Uint8Array(fs.readFileSync(input)) }
  const plan = { conform, compress: level === 'compress' }
  // Tags hold for the whole document, so that there a file stands alone.
  const work = level?.endsWith('a')
    ? finishWith([source], plan)
    : finishWith(blank, { ...plan, attachments: [source] })
  try {
    const { bytes, pages, warnings } = await work
    fs.writeFileSync(file, bytes)
    if (looks) look()
    parentPort.postMessage({ pages, warnings, sizes: [source.bytes.length, bytes.length], seen })
  } catch (error) {
    const rules = (error.errors ?? []).map(({ message, rule }) => ({ message, rule }))
    const isExpected = error.code !== undefined
    parentPort.postMessage({
      reason: isExpected ? error.message : String(error.stack),
      rules,
      isExpected,
      seen,
    })
  }
})
parentPort.postMessage('ready')
