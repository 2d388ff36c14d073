/** Versions of the Worker and the traffic that each has, as the account knows them. */

/** What the API says of a Worker that was never deployed. */
const NO_WORKER = /\b10007\b|does not exist|has no deployments/i
/** Wrangler refuses to upload a version whose classes of Durable Objects differ from those that serve. */
const CLASSES_CHANGE = /pending Durable Object migration/i

/**
 * The versions that serve now, with percentages; undefined before the first deployment.
 * @returns {Promise<{ id: string, percentage: number }[] | undefined>}
 */
export async function currentVersions(tools) {
  const { ok, output, stdout } = await tools.tryWrangler(['deployments', 'status', '--json'])
  if (!ok && NO_WORKER.test(output)) return undefined
  if (!ok) throw new Error(`wrangler deployments status failed:\n${output}`)
  return JSON.parse(stdout).versions.map(({ version_id, percentage }) => ({ id: version_id, percentage }))
}

/**
 * The version with this tag, if it was uploaded before and nothing later serves. A version holds the secrets of its
 * time: one from before a change of secrets would bring the former ones back, so it counts as gone, and the sources are
 * uploaded again. An upload takes the present secrets over.
 * @param {{ id: string, percentage: number }[]} serving
 */
export async function findVersion(tools, tag, serving) {
  const oldestFirst = JSON.parse(await tools.wrangler(['versions', 'list', '--json']))
  const place = oldestFirst.findLastIndex(({ annotations }) => annotations?.['workers/tag'] === tag)
  const isServing = (id) => serving.some((one) => one.id === id && one.percentage > 0)
  const isOutdated = oldestFirst
    .slice(place + 1)
    .some(({ id, annotations }) => isServing(id) || annotations?.['workers/triggered_by'] === 'secret')
  return isOutdated ? undefined : oldestFirst[place]?.id
}

/** The version that served before `candidate`, or serves beside it: where a rollback leads; undefined without one. */
export async function versionBefore(tools, candidate) {
  const deployments = JSON.parse(await tools.wrangler(['deployments', 'list', '--json']))
  const newestFirst = deployments.toSorted((a, b) => b.created_on.localeCompare(a.created_on))
  const shares = newestFirst.flatMap(({ versions }) =>
    versions.toSorted((a, b) => b.percentage - a.percentage),
  )
  return shares.find(({ version_id, percentage }) => version_id !== candidate && percentage > 0)?.version_id
}

/**
 * Uploads the version with the secrets that are missing. It gets no traffic, unless it is the `first` or changes object
 * classes, which the platform does only with all of the traffic.
 */
export async function uploadVersion({ tools, tag, missingSecrets }, { first }) {
  const words = [...tools.secretsFile(missingSecrets), '--tag', tag, '--message', tools.describe()]
  if (!first) {
    const { ok, output, events } = await tools.tryWrangler(['versions', 'upload', ...words])
    if (ok) {
      const { version_id, preview_url } = eventOf(events, 'version-upload')
      return { candidate: version_id, previewUrl: preview_url }
    }
    if (!CLASSES_CHANGE.test(output)) throw new Error(`wrangler versions upload failed:\n${output}`)
    tools.say('This release changes classes of Durable Objects, so it serves all traffic at once.')
  }
  const { ok, output, events } = await tools.tryWrangler(['deploy', ...words])
  if (!ok) throw new Error(`wrangler deploy failed:\n${output}`)
  const { version_id, targets = [] } = eventOf(events, 'deploy')
  return { candidate: version_id, url: targets.find((target) => /^https:/.test(target)) }
}

/** What wrangler reports of what it did; throws an Error if it reports nothing. */
function eventOf(events, type) {
  const event = events.find((one) => one.type === type)
  if (!event?.version_id) throw new Error(`wrangler did not report the version (${type})`)
  return event
}

/**
 * Divides the traffic.
 * @param {Record<string, number>} shares Percent by version.
 */
export async function moveTraffic(tools, shares) {
  const specs = Object.entries(shares).map(([version, percent]) => `${version}@${percent}`)
  await tools.wrangler(['versions', 'deploy', ...specs, '--yes'])
}
