/** Requests of benchmarks that take whatever comes of them. */

/** What comes of a request, with its JSON if it is that; its status is `broken` if the connection was. */
export async function reach(address, init) {
  try {
    const response = await fetch(address, init)
    const bytes = await response.arrayBuffer()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      json: isJson ? JSON.parse(Buffer.from(bytes).toString()) : undefined,
    }
  } catch {
    return { status: 'broken' }
  }
}
