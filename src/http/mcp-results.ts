/** What agents get of the answers of the API. */

/** Makes a call of the API with the caller's key. */
export type CallApi = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Response>

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }
type Result = { content: Content[]; isError?: boolean }

/** Pages that are shown of a document that was just made. */
export const MAX_SHOWN_PAGES = 3
/** Largest picture that is shown, in bytes. */
const MAX_PICTURE = 4 << 20

/** Makes a document and returns its address, with pictures of its pages if they are to be shown. */
export async function makeDocument(
  call: CallApi,
  path: string,
  request: object,
  show = false,
): Promise<Result> {
  const response = await call('POST', path, { ...request, return_type: 'url' })
  if (!response.ok) return refusal(response)
  const { headers } = response
  const { url } = await response.json<{ url: string }>()
  const id = headers.get('x-task-id') ?? ''
  const pages = Number(headers.get('x-page-count') ?? 1)
  const facts = {
    url,
    task_id: id,
    pages,
    credits_charged: Number(headers.get('x-credits-charged')),
    warnings: headers.get('x-warnings') ?? undefined,
  }
  const content: Content[] = [{ type: 'text', text: JSON.stringify(facts) }]
  for (let page = 1; show && page <= Math.min(pages, MAX_SHOWN_PAGES); page++)
    content.push(...(await pictured(await call('GET', pagePath(id, page)))).content)
  return { content }
}

/** Where the API has a page of a finished document as a picture. */
export function pagePath(id: string, page: number): string {
  return `/v1/status/${id}/pages/${page}.png?width=800`
}

/** What the API answered, as text; fields of it may be left out. */
export async function answered(response: Response, leaveOut: readonly string[] = []): Promise<Result> {
  if (!response.ok) return refusal(response)
  if (leaveOut.length === 0) return { content: [{ type: 'text', text: await response.text() }] }
  const fields = Object.entries(await response.json<object>()).filter(([name]) => !leaveOut.includes(name))
  return { content: [{ type: 'text', text: JSON.stringify(Object.fromEntries(fields)) }] }
}

/** A picture that the API answered. */
export async function pictured(response: Response): Promise<Result> {
  if (!response.ok) return refusal(response)
  const bytes = await response.bytes()
  if (bytes.length > MAX_PICTURE)
    return { isError: true, content: [{ type: 'text', text: 'The picture is too large to show.' }] }
  const mimeType = response.headers.get('content-type') ?? 'image/png'
  return { content: [{ type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType }] }
}

/** A problem in the words that every caller gets: they name the field and the remedy. */
async function refusal(response: Response): Promise<Result> {
  const { status, code, detail, errors } = await response.json<Record<string, unknown>>()
  const text = JSON.stringify({ status, code, detail, errors })
  return { isError: true, content: [{ type: 'text', text }] }
}
