/** Whether a port can be listened on, found before minutes are spent on what needs it. */
import { once } from 'node:events'
import net from 'node:net'

/**
 * Ends the process with one sentence if another program listens on `host`:`port`. 0 is any free port.
 * @param {number} port
 */
export async function requireFreePort(port, host = '127.0.0.1') {
  const server = net.createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE') throw error
    console.error(
      `Port ${port} is taken by another program: end that, or choose another with PORT=${port + 1}.`,
    )
    process.exit(1)
  }
  server.close()
  await once(server, 'close')
}
