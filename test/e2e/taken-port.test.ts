import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { expect, it } from 'vitest'

it('a start on a port that is taken says so in one sentence', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  try {
    const { port } = other.address() as net.AddressInfo
    const env = { ...process.env, PORT: String(port) }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
      env,
      encoding: 'utf8',
    })
    expect(stderr.trim()).toBe(
      `Port ${port} is taken by another program: end that, or choose another with PORT=${port + 1}.`,
    )
    expect(stdout).toBe('')
    expect(status).toBe(1)
  } finally {
    other.close()
  }
})
