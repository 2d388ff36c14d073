/** A receiver of webhooks, which remembers every call. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `body` as it came, byte for byte. */
export type Call = { id: string; body: string; taskId: string; status: string }

export async function startReceiver() {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString()
      const { task_id: taskId, status } = JSON.parse(body)
      calls.push({ id: String(request.headers['webhook-id']), body, taskId, status })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return { calls, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}
