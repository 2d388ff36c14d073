/**
 * `/mcp`: the Model Context Protocol, for agents (streamable HTTP, stateless). Each tool is one call of the API with the
 * caller's own key, made inside the Worker, so that accounts, rates, credits and limits are those of every other call.
 */
import { Hono } from 'hono'
import { Problem } from '../errors'
import { authenticate } from '../http/auth'
import { readJson } from '../http/body'
import type { AppContext, AppEnv } from '../http/context'
import type { CallApi } from '../http/mcp-results'
import { invalidRequest } from '../http/validation'

/** What serves a request inside this Worker. */
type Serve = (request: Request, c: AppContext) => Response | Promise<Response>

/** Headers by which a caller is known. */
const IDENTITY = ['x-api-key', 'authorization']

export function mcp(serve: Serve): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/', async (c) => {
    await authenticateAgent(c)
    const parsedBody = await readJson(c)
    if (Array.isArray(parsedBody))
      throw invalidRequest([{ pointer: '', message: 'must be one message: send each by itself' }])
    // Loaded by the first message: no other request needs the protocol's library.
    const { answerMcp } = await import('../http/mcp-tools')
    return await answerMcp(c.req.raw, parsedBody, callerOf(c, serve))
  })
}

/** A key that makes documents, or only reads: each tool asks for what its own call needs. */
async function authenticateAgent(c: AppContext): Promise<void> {
  try {
    await authenticate(c, 'render', 'GET')
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'forbidden')) throw error
    await authenticate(c, 'read', 'GET')
  }
}

/** Calls the API as the caller of this request would. */
function callerOf(c: AppContext, serve: Serve): CallApi {
  return async (method, path, body) => {
    const headers = new Headers(body === undefined ? {} : { 'Content-Type': 'application/json' })
    for (const name of IDENTITY) {
      const value = c.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    const { signal, cf } = c.req.raw
    const init = { method, headers, signal, cf, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return await serve(new Request(new URL(path, c.req.url), init as RequestInit), c)
  }
}
