/** Documents as the service prints them, through HTTP. */
const TIMEOUT_S = 60

/** Returns `print(html, address, goCreditMode)`, which gives `{pdf, warnings, report, ms}`. */
export function openPlaten(origin, key) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  return {
    async print(html, address, goCreditMode) {
      const options = { base_url: address, timeout: TIMEOUT_S }
      const startedAt = performance.now()
      const answer = await fetch(`${origin}/v1/transform`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ html, goCreditMode, options }),
      })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const ms = Math.round(performance.now() - startedAt)
      if (answer.status !== 200) throw new Error(`${answer.status} ${Buffer.from(bytes).toString()}`)
      const status = await fetch(`${origin}/v1/status/${answer.headers.get('x-task-id')}`, { headers })
      const { warnings = [], optimization: report } = await status.json()
      return { pdf: bytes, warnings, report, ms }
    },
  }
}
