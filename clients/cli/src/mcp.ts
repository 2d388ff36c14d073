/** `platen mcp`: the service's Model Context Protocol over standard input and output, for agents that start programs. */
import { createInterface } from 'node:readline'
import { access } from './config.js'
import type { Given } from './usage.js'

/** Passes each message on, and each answer back, a line each. Ends with the input. */
export async function bridgeMcp(_subject: string | undefined, given: Given): Promise<void> {
  const { url, key } = await access(given)
  const pending = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const answered = pass(new URL('/mcp', url), key, line)
    pending.add(answered)
    answered.finally(() => pending.delete(answered))
  }
  await Promise.all(pending)
}

async function pass(url: URL, key: string, message: string): Promise<void> {
  const id = idOf(message)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'X-API-Key': key,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: message,
    })
    const text = await response.text()
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const answers = isStream ? eventsOf(text) : [text]
    if (response.ok) for (const answer of answers) answer.trim() && process.stdout.write(`${answer.trim()}\n`)
    else if (id !== undefined) refuse(id, told(text))
  } catch (error) {
    if (id !== undefined) refuse(id, `${url.origin} could not be reached: ${(error as Error).message}`)
  }
}

function refuse(id: unknown, message: string): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } })}\n`)
}

/** The id of a request; a notification has none, and is not answered. */
function idOf(message: string): unknown {
  try {
    return (JSON.parse(message) as { id?: unknown }).id
  } catch {
    return null
  }
}

function eventsOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
}

function told(text: string): string {
  try {
    const { code, detail } = JSON.parse(text) as { code?: string; detail?: string }
    return `${code}: ${detail}`
  } catch {
    return text.slice(0, 500)
  }
}
