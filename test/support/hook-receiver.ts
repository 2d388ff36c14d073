/** A server that takes webhooks: by the path that they are sent to, and tells what came. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Hook = { id: string; body: { type?: string; sample?: boolean; data?: Record<string, unknown> } }

/** POST to a path takes; GET of it returns a list of what came, as JSON. Listens until the process ends. */
export async function startHookReceiver(): Promise<string> {
  const taken = new Map<string, Hook[]>()
  const server = createServer(async (request, response) => {
    const place = request.url ?? ''
    const hooks = taken.get(place) ?? []
    if (request.method === 'GET') return response.end(JSON.stringify(hooks))
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const hook = {
      id: String(request.headers['webhook-id']),
      body: JSON.parse(Buffer.concat(pieces).toString()),
    }
    taken.set(place, [...hooks, hook])
    return response.writeHead(204).end()
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  server.unref()
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
