/**
 * Connections on their way to workerd, byte for byte. workerd does not notice that a caller has closed a connection
 * while it works for them; it notices a reset. So a caller who hangs up is reset here, and the request's signal is
 * aborted as on Cloudflare. A caller who only closes their sending half counts as gone, too.
 */
import { once } from 'node:events'
import net from 'node:net'

/**
 * Listens on 127.0.0.1:`port` for `target` (a port there). Returns the port that it listens on, and `close`.
 * @param {{ port: number, target: number }} ports
 */
export async function relay({ port, target }) {
  /** @type {Set<net.Socket>} */
  const sockets = new Set()
  const server = net.createServer({ noDelay: true }, (caller) => {
    const upstream = net.connect({ port: target, host: '127.0.0.1', noDelay: true })
    caller.pipe(upstream, { end: false })
    upstream.pipe(caller)
    for (const event of ['end', 'close', 'error']) caller.on(event, () => upstream.resetAndDestroy())
    upstream.on('error', () => caller.destroy())
    for (const socket of [caller, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: /** @type {net.AddressInfo} */ (server.address()).port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
