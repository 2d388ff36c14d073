/**
 * The steps of a deployment, in order. Each looks at what the account has before it changes anything, so a deployment
 * that was interrupted is simply begun again: what is done is found, not done twice. Nothing is kept on this machine
 * but secrets (`secrets.mjs`) and the service's address.
 */
import { createHash } from 'node:crypto'
import { findBucket, findDatabases, findQueues } from './resources.mjs'
import { currentVersions, findVersion, moveTraffic, uploadVersion, versionBefore } from './versions.mjs'
import { environmentDatabases } from './wrangler-config.mjs'

/** Share of the traffic, in percent, that a new version has while it is watched. */
const CANARY_PERCENT = 5
/** How often the error rate is looked at while it is watched. */
const LOOK_EVERY_MS = 30_000
/** Fewer requests of the new version do not tell how many fail. */
const MIN_REQUESTS = 20
/** But so many of them that failed do, however few there were. */
const MIN_FAILURES = 3
/** A version of which too few requests came to tell is watched for so many times as long. */
const MAX_WATCH_FACTOR = 3
/** A version fails if more of its requests fail than this, and more than twice as many as of the one before. */
const MAX_ERROR_SHARE = 0.02

/** The deployment ended without the new version; the text says why, and what serves now. */
export class DeploymentFailed extends Error {}

/**
 * @typedef {object} Deployment
 * @property {string} env
 * @property {import('./environments.mjs').Environment} environment
 * @property {import('./tools.mjs').Tools} tools
 * @property {number} watchMinutes How long a new version is watched at a small share of the traffic.
 * @property {string} [tag] Names what is deployed: the same sources and settings have the same tag.
 * @property {Record<string, string>} [missingSecrets]
 * @property {string} [adminToken]
 * @property {string} [url]
 * @property {string} [candidate] The version that is being deployed.
 * @property {string} [previewUrl] Where the candidate is reached alone, if the platform gives it an address.
 * @property {string} [stable] The version to go back to; none at the first deployment.
 * @property {number} [share] Percent of the traffic that the candidate has.
 */

/** @type {[string, (deployment: Deployment) => Promise<string | void>][]} */
const steps = [
  ['prepare sources', async ({ tools }) => tools.prepare()],
  ['check', async ({ tools }) => tools.check()],
  ['databases', findDatabases],
  ['bucket', findBucket],
  ['queues', findQueues],
  ['bundle', bundle],
  ['secrets', findSecrets],
  ['migrate', migrate],
  ['upload', upload],
  ['smoke test', smokeCandidate],
  [`${CANARY_PERCENT} % of the traffic`, watch],
  ['100 % of the traffic', promote],
  ['cron, queues and addresses', triggers],
  ['smoke test of what serves', smokeServing],
]

/**
 * Does every step. Throws `DeploymentFailed` if the new version was not good enough, any other Error if a step could not
 * be done: the next run goes on there.
 * @param {Deployment} deployment
 */
export async function deploy(deployment) {
  const { tools } = deployment
  for (const [index, [title, step]] of steps.entries()) {
    const told = await step(deployment)
    tools.say(`[${index + 1}/${steps.length}] ${title}${told ? `: ${told}` : ''}`)
  }
  return deployment
}

/** Bundles as the upload will, and names the result by its contents. */
async function bundle(deployment) {
  const { tools, env } = deployment
  const files = await tools.bundle()
  const hash = createHash('sha256').update(env)
  for (const [name, bytes] of files) hash.update(name).update(bytes)
  deployment.tag = hash.digest('hex').slice(0, 16)
  return deployment.tag
}

/** Finds which secrets the Worker lacks, and makes random values for those that nobody has chosen. */
async function findSecrets(deployment) {
  const { tools } = deployment
  const versions = await currentVersions(tools)
  const present = versions ? JSON.parse(await tools.wrangler(['secret', 'list'])) : []
  const { missing, adminToken } = tools.secrets(present.map(({ name }) => name))
  deployment.missingSecrets = missing
  deployment.adminToken = adminToken
  const names = Object.keys(missing)
  return names.length > 0 ? `${names.join(' and ')} will be set` : 'all set'
}

async function migrate({ tools, environment }) {
  for (const name of environmentDatabases(environment))
    await tools.wrangler(['d1', 'migrations', 'apply', name, '--remote'])
}

/** Uploads the version if it is not there yet. The first one, and one that changes object classes, serves at once. */
async function upload(deployment) {
  const { tools, tag } = deployment
  const serving = await currentVersions(tools)
  deployment.candidate = serving && (await findVersion(tools, tag, serving))
  const isThere = deployment.candidate && Object.keys(deployment.missingSecrets).length === 0
  if (!isThere) Object.assign(deployment, await uploadVersion(deployment, { first: !serving }))
  const { candidate } = deployment
  const versions = await currentVersions(tools)
  deployment.share = versions?.find(({ id }) => id === candidate)?.percentage
  deployment.stable = serving && (await versionBefore(tools, candidate))
  deployment.url = tools.address(deployment.url)
  return isThere ? `${candidate} is there already` : candidate
}

/** Tries the new version before anybody is sent to it: at its preview address, else named in a header at 0 %. */
async function smokeCandidate(deployment) {
  const { tools, candidate, stable, share, previewUrl } = deployment
  if (previewUrl) return await smoke(deployment, { url: previewUrl })
  if (share === undefined && stable) {
    await moveTraffic(tools, { [candidate]: 0, [stable]: 100 })
    deployment.share = 0
  }
  return await smoke(deployment, { url: deployment.url, version: candidate })
}

/** Sends it a little traffic and compares its errors with those of the version before. */
async function watch(deployment) {
  const { tools, candidate, stable, watchMinutes } = deployment
  if (!stable) return 'the first version serves already'
  if (deployment.share === 100) return 'it serves all already'
  await moveTraffic(tools, { [candidate]: CANARY_PERCENT, [stable]: 100 - CANARY_PERCENT })
  deployment.share = CANARY_PERCENT
  const watchMs = watchMinutes * 60_000
  let seen = 'nothing known'
  let isDoubtful = false
  for (
    let waited = 0;
    waited < (isDoubtful ? watchMs * MAX_WATCH_FACTOR : watchMs);
    waited += LOOK_EVERY_MS
  ) {
    await tools.sleep(LOOK_EVERY_MS)
    const rates = await tools.errorRates(deployment)
    if (!rates) continue
    const [own, former] = [rateOf(rates, candidate), rateOf(rates, stable)]
    seen = `${own.failed} of ${own.requests} requests failed`
    const isWorse = own.share > Math.max(MAX_ERROR_SHARE, 2 * former.share)
    if (isWorse && (own.requests >= MIN_REQUESTS || own.failed >= MIN_FAILURES))
      await rollBack(deployment, seen)
    isDoubtful = isWorse
  }
  if (isDoubtful) await rollBack(deployment, `${seen}, too few to tell whether it is worse`)
  if (seen === 'nothing known')
    return 'its error rate is not known (docs/operate/deploy.md, "Error rate"): only the smoke test judged it'
  return seen
}

function rateOf(rates, version) {
  const { requests = 0, failed = 0 } = rates[version] ?? {}
  return { requests, failed, share: requests > 0 ? failed / requests : 0 }
}

async function promote(deployment) {
  const { tools, candidate } = deployment
  if (deployment.share === 100) return 'already'
  await moveTraffic(tools, { [candidate]: 100 })
  deployment.share = 100
}

/** What belongs to no version: cron, the consumers of queues, domains. */
async function triggers({ tools }) {
  await tools.wrangler(['triggers', 'deploy'])
}

async function smokeServing(deployment) {
  return await smoke(deployment, { url: deployment.url })
}

/** Asks `url`, where `version` is to answer if one is named. */
async function smoke(deployment, { url, version = undefined }) {
  const { tools, environment, adminToken } = deployment
  const override = version && { worker: environment.name, version }
  const { passed, failures } = await tools.smoke({ url, adminToken, override })
  if (failures.length > 0) await rollBack(deployment, `the smoke test failed:\n  ${failures.join('\n  ')}`)
  return `${passed} documents are right`
}

/** Sends all traffic back to the version before, and ends the deployment. */
async function rollBack({ tools, stable, candidate }, reason) {
  if (!stable)
    throw new DeploymentFailed(`${reason}\nThere is no earlier version to go back to; ${candidate} serves.`)
  await moveTraffic(tools, { [stable]: 100 }).catch((error) => {
    throw new DeploymentFailed(`${reason}\nIt was not possible to go back to ${stable}: ${error.message}`)
  })
  throw new DeploymentFailed(`${reason}\nRolled back: ${stable} serves all traffic again.`)
}
