/** The test files of a suite share one workerd: each leaves settings and bucket to the next as it found them. */
import { env } from 'cloudflare:test'
import { afterAll } from 'vitest'

const found: Record<string, unknown> = { ...env }

afterAll(async () => {
  for (const name of Object.keys(env)) if (!(name in found)) Reflect.deleteProperty(env, name)
  Object.assign(env, found)
  for (let isEmpty = false; !isEmpty; ) {
    const { objects, truncated } = await env.FILES.list()
    await env.FILES.delete(objects.map(({ key }) => key))
    isEmpty = !truncated
  }
})
