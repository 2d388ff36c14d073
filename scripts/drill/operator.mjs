/** The operator of the drill: deploys releases by the pipeline of `npm run deploy`, to an account that is a fake. */
import { emptyAccount, runCommand } from '../../test/support/fake-wrangler.mjs'
import { askOperator } from '../ask-operator.mjs'
import { environments } from '../deploy/environments.mjs'
import { deploy } from '../deploy/pipeline.mjs'
import { createTools } from '../deploy/tools.mjs'
import { startRelease, TEST_SECRETS } from '../former-release.mjs'

const ENV = 'staging'

/**
 * An operator whose traffic goes to the one service that this machine has at `port`: the release with the largest share
 * runs there, on the state in `folder`.
 * @param {{ folder: string, port: number, say: (text: string) => void }} options
 */
export function createOperator({ folder, port, say }) {
  const account = emptyAccount()
  const origin = `http://127.0.0.1:${port}`
  /** Folders of the releases that were uploaded, by version. */
  const uploaded = new Map()
  /** @type {Awaited<ReturnType<typeof startRelease>> | undefined} */
  let service
  let serving = ''

  const start = (version) =>
    startRelease(uploaded.get(version), {
      port,
      settings: { PLATEN_STATE: folder },
    })

  /** Serves the version that has most of the traffic now. */
  async function follow() {
    const versions = account.deployments.at(-1)?.versions ?? []
    const [most] = versions.toSorted((a, b) => b.percentage - a.percentage)
    if (!most || most.version_id === serving) return
    await service?.stop()
    service = await start(most.version_id)
    serving = most.version_id
  }

  /** Wrangler's commands, as the operator types them. */
  async function wrangler(words, release) {
    const known = account.versions.length
    const { code, stdout, stderr, events } = runCommand(words, account)
    for (const { id } of account.versions.slice(known)) uploaded.set(id, release)
    await follow()
    return { ok: code === 0, stdout, output: stdout + stderr, events }
  }

  return {
    origin,
    /** `npm run deploy` in a checkout of the release. Returns the version. */
    async deploy(release) {
      const environment = environments[ENV]
      const tryWrangler = (words) => wrangler(words, release)
      const real = createTools({ env: ENV, environment, folder, url: origin, tryWrangler })
      const tools = {
        ...real,
        say: (text) => say(`  ${text}`),
        prepare: () => undefined,
        check: () => undefined,
        bundle: async () => [['release', Buffer.from(release)]],
        secrets: (present) => ({
          missing: present.length === 0 ? TEST_SECRETS : {},
          adminToken: TEST_SECRETS.ADMIN_TOKEN,
        }),
        sleep: async () => undefined,
        // One machine has no second version beside the one that serves, and metrics of neither.
        errorRates: async () => undefined,
        smoke: async () => await smoke(origin),
      }
      try {
        const { candidate } = await deploy({ env: ENV, environment, tools, watchMinutes: 0 })
        return String(candidate)
      } finally {
        real.close()
      }
    },
    /** `wrangler versions deploy VERSION@100`. */
    async goBackTo(version) {
      const { ok, output } = await wrangler(['versions', 'deploy', `${version}@100`, '--yes'], '')
      if (!ok) throw new Error(output)
    },
    /** A power cut: all processes end at once, and the same version is started again. */
    async cutPower() {
      await service?.kill()
      service = await start(serving)
    },
    /** As `askOperator`. */
    admin: (address, body) => askOperator(origin, TEST_SECRETS.ADMIN_TOKEN, address, body),
    stop: async () => await service?.stop(),
  }
}

/** Only whether the service takes requests: the documents are those of the callers. */
async function smoke(origin) {
  const answer = await fetch(`${origin}/health`).catch((error) => error)
  const isHealthy = !(answer instanceof Error) && answer.ok
  const failures = isHealthy ? [] : [`health: ${answer.status ?? answer.message}`]
  return { passed: 1 - failures.length, failures, differences: [], health: {}, browser: {}, milliseconds: [] }
}
