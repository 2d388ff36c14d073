/**
 * Asks the operator's API of the service at `origin`: POST with a body, else GET. Returns the JSON; throws an Error with
 * what a refusal says.
 */
export async function askOperator(origin, token, address, body) {
  const answer = await fetch(`${origin}/admin/v1${address}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      // The service may have closed an idle connection while this process was too busy to notice.
      Connection: 'close',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
  return await answer.json()
}
