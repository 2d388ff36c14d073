/**
 * A model that costs nothing: a server that speaks OpenAI's chat completions, and answers as the model's name says.
 * It keeps what it was asked.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a request to it held. */
export type ModelCall = {
  authorization: string | undefined
  body: { model: string; messages: { content: string }[] }
}

/** What it says, by the name of the model that is asked for. */
const answers: Record<string, string> = {
  good: '#strip p { margin-left: 0 }\n#strip { height: auto }\n.strip { flex-wrap: wrap }',
  fenced: 'Here you are:\n```css\n#strip { max-width: 100%; width: auto }\n```\nEnjoy!',
  hostile:
    '@import url(http://127.0.0.1:9/x.css); body { display: none } p { color: transparent; font-size: 0; background: url(http://127.0.0.1:9/y) } #strip { position: absolute; left: -9999px } p::after { content: "Paid" }',
  useless: 'p { orphans: 3 }',
  tiny: '#strip p { margin-left: 0 } body { zoom: 0.7 } #strip { zoom: 0.7 } p { zoom: 0.7 }',
  prose: 'I am sorry, but as a language model I would rather talk about the weather.',
  empty: '',
}

/** Answers `POST /v1/chat/completions`; `calls` is told of each. */
export function answerModel(calls: ModelCall[]) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = JSON.parse(Buffer.concat(pieces).toString()) as ModelCall['body']
    calls.push({ authorization: request.headers.authorization, body })
    if (body.model === 'silent') return
    if (body.model === 'broken') return response.writeHead(500).end('{"error":{"message":"overloaded"}}')
    if (body.model === 'garbled') return response.end('<html>Bad gateway</html>')
    if (body.model === 'endless')
      return response.end(JSON.stringify({ choices: [], padding: 'x'.repeat(1 << 20) }))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        model: body.model,
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            message: { role: 'assistant', content: answers[body.model] ?? '' },
          },
        ],
        usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      }),
    )
  }
}
