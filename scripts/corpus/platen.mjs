/** Documents as the service prints them, through HTTP. */
const TIMEOUT_S = 60
/** How often a document is sent that the service, or this machine, was too busy for. */
const MAX_ATTEMPTS = 4
const PAUSE_MS = 5000

/**
 * Returns `print(html, address, goCreditMode)`, which gives `{pdf, warnings, report, ms}`. Each document has an account of its own
 * (`newKey`): after one that keeps a browser busy, others of an account are printed apart.
 */
export function openPlaten(origin, newKey) {
  return {
    async print(html, address, goCreditMode) {
      const headers = { 'X-API-Key': await newKey(), 'Content-Type': 'application/json' }
      const options = { base_url: address, timeout: TIMEOUT_S }
      const body = JSON.stringify({ html, goCreditMode, options })
      for (let attempt = 1; ; attempt++) {
        const startedAt = performance.now()
        const answer = await fetch(`${origin}/v1/transform`, { method: 'POST', headers, body })
        const bytes = new Uint8Array(await answer.arrayBuffer())
        const ms = Math.round(performance.now() - startedAt)
        if (answer.status === 200) return { pdf: bytes, ms, ...(await told(origin, headers, answer)) }
        const isBusy = answer.status === 503 || answer.status === 504
        if (!isBusy || attempt === MAX_ATTEMPTS)
          throw new Error(`${answer.status} ${Buffer.from(bytes).toString()}`)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
      }
    },
  }
}

async function told(origin, headers, answer) {
  const status = await fetch(`${origin}/v1/status/${answer.headers.get('x-task-id')}`, { headers })
  const { warnings = [], optimization: report } = await status.json()
  return { warnings, report }
}
