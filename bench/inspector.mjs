/** The isolate of a service that was started with `INSPECTOR_PORT`, as workerd's inspector shows it. */
const MEGABYTE = 1 << 20
/** Microseconds between two samples of a profile. */
const SAMPLE_US = 1000

/** A connection by the DevTools protocol: `ask` resolves to what a command answers, `close` lets go of it. */
export async function openProtocol(address) {
  const socket = new WebSocket(address)
  await new Promise((done, failed) => {
    socket.onopen = () => done(undefined)
    socket.onerror = failed
  })
  const waiting = new Map()
  let asked = 0
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(data)
    const { done, failed } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error) failed?.(new Error(error.message))
    else done?.(result)
  }
  const ask = (method, params = {}) =>
    new Promise((done, failed) => {
      waiting.set(++asked, { done, failed })
      socket.send(JSON.stringify({ id: asked, method, params }))
    })
  return { ask, close: () => socket.close() }
}

/** Connects; `close` lets go of it. */
export async function openInspector(port) {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json()
  const { webSocketDebuggerUrl } = targets.find(({ id }) => id.includes('platen')) ?? targets[0]
  const { ask, close } = await openProtocol(webSocketDebuggerUrl)
  return {
    /** Megabytes of what is alive: the JavaScript heap, and the bytes of its buffers. */
    async usage() {
      await ask('HeapProfiler.collectGarbage')
      const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage')
      return {
        heap: (usedSize + embedderHeapUsedSize) / MEGABYTE,
        buffers: backingStorageSize / MEGABYTE,
      }
    },
    /** What is computed while `use` lasts, by samples. */
    async profile(use) {
      await ask('Profiler.enable')
      await ask('Profiler.setSamplingInterval', { interval: SAMPLE_US })
      await ask('Profiler.start')
      await use()
      return (await ask('Profiler.stop')).profile
    },
    close,
  }
}
