/** The operator's programs as they are typed: the smoke test and the deployment, against a real `npm start`. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchService } from '../../bench/service.mjs'
import { withBundle } from '../../scripts/deploy/wrangler-config.mjs'
import { emptyAccount } from '../support/fake-wrangler.mjs'

let service: Awaited<ReturnType<typeof launchService>>
let folder: string

beforeAll(async () => {
  service = await launchService({}, { ownState: true })
  folder = mkdtempSync(path.join(tmpdir(), 'platen-deploy-'))
  // The version that is uploaded is the one that answers.
  const { version: nextVersion } = await service.admin<{ version: string }>('/health')
  writeFileSync(path.join(folder, 'account.json'), JSON.stringify({ ...emptyAccount(), nextVersion }))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
})

/** Runs a program of `scripts/` and returns how it ended. */
function run(words: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, ADMIN_TOKEN: service.token, ...environment }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile('node', words, { env, maxBuffer: 16 << 20 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

describe('npm run smoke:remote', () => {
  it('makes a document of each template and more, and tells what the browser is', async () => {
    const { code, out, err } = await run(['scripts/smoke.mjs', service.origin])
    expect([code, err, out.split('\n')[0]]).toEqual([
      0,
      '',
      expect.stringMatching(/^([3-9]\d) of \1 documents are right$/),
    ])
    expect(out).toMatch(/^browser \w*Chrome\/\d+/m)
    expect(out).toMatch(/^guardrails on: documents are printed with it$/m)
    expect(out).toMatch(/^round trip from pool to browser: \d+ ms$/m)
    expect(out).toMatch(/^limits \{.+\}$/m)
    expect(out).toMatch(/^0 pages differ from the goldens$/m)
  })

  it('ends with 1 if nothing is there, and with 2 if it is told too little', async () => {
    const nothing = await run(['scripts/smoke.mjs', 'http://127.0.0.1:9'])
    expect([nothing.code, nothing.out]).toEqual([1, expect.stringContaining('0 of 1 documents are right')])
    expect((await run(['scripts/smoke.mjs'])).code).toBe(2)
  })
})

describe('npm run deploy', () => {
  const deploy = (...words: string[]) =>
    run(['scripts/deploy.mjs', '--no-check', '--watch', '0', ...words], {
      WRANGLER: path.resolve('test/support/fake-wrangler.mjs'),
      FAKE_ACCOUNT: path.join(folder, 'account.json'),
      PLATEN_DEPLOY_FOLDER: folder,
    })

  it('refuses an environment that nobody listed, and names those there are', async () => {
    const { code, err } = await deploy('--env', 'prod')
    expect([code, err]).toEqual([1, expect.stringContaining('--env staging or --env production')])
    expect((await deploy()).code).toBe(1)
  })

  it('ends with the command that makes an account and the one that makes a PDF', async () => {
    const { code, out, err } = await deploy('--env', 'staging', '--url', service.origin)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/smoke test: [3-9]\d documents are right/)
    expect(out).toContain(`PLATEN_URL=${service.origin} npm run platen -- account create`)
    expect(out).toContain(`curl -sS ${service.origin}/v1/transform`)
    const account = JSON.parse(readFileSync(path.join(folder, 'account.json'), 'utf8'))
    expect(account.secrets).toEqual(['ADMIN_TOKEN', 'SIGNING_SECRET'])
    const secrets = path.join(folder, '.secrets.staging')
    expect(readFileSync(secrets, 'utf8')).toMatch(/^SIGNING_SECRET="[\w-]{43}"$/m)
    expect(statSync(secrets).mode & 0o077).toBe(0)
  })
})

describe('the bundle', () => {
  // What the suite has bundled is the same in each environment.
  const main = path.join(process.env.PLATEN_BUNDLE ?? '', 'index.js')

  it('is in ASCII, so that the engine keeps one byte for each character of it', () => {
    expect(readFileSync(main).every((byte) => byte < 128)).toBe(true)
  })

  it.each(['staging', 'production'])('is taken by wrangler for %s as it would be deployed', async (env) => {
    const config = path.resolve(`wrangler.deploy-test-${env}.toml`)
    writeFileSync(config, withBundle(readFileSync('wrangler.toml', 'utf8'), path.relative('.', main)))
    const { code, out, err } = await run([
      'node_modules/wrangler/bin/wrangler.js',
      ...['deploy', '--dry-run', '--env', env, '--config', config],
    ]).finally(() => rmSync(config))
    expect([code, err]).toEqual([0, expect.not.stringContaining('WARNING')])
    expect(out).toMatch(/pdfium\.wasm\s.*compiled-wasm/)
    for (const binding of ['env.POOL', 'env.ACCOUNT', 'env.DB', 'env.FILES', 'env.JOBS', 'env.METRICS'])
      expect(out).toContain(binding)
    expect(out).toContain(env === 'staging' ? 'platen-staging-jobs' : 'platen-jobs')
  })
})
