/**
 * `npm run environments`: writes the sections of `wrangler.toml` that belong to the environments. Wrangler inherits no
 * binding and no setting of `[vars]` from the first part, so each section repeats them under names of its own.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../browser.mjs'
import { environments } from './environments.mjs'

const MARKER =
  '# From here on made by `npm run environments` from scripts/deploy/environments.mjs. Do not edit.'
/** What every environment inherits, so that it is not repeated. */
const INHERITED = /^\[+(limits|migrations|triggers|observability|build|placement)\b/
/** Keys whose values are names in the account; two environments must never share one. */
const NAMES = /^(bucket_name|database_name|queue|dead_letter_queue|dataset) = "platen/

export const configFile = path.join(root, 'wrangler.toml')

/** The whole text of `wrangler.toml`, with the sections of `list` in place of those that `text` has. */
export function withEnvironments(text, list = environments) {
  const shared = `${text.split(MARKER)[0].trimEnd()}\n`
  const blocks = blocksOf(shared).filter(([header]) => !INHERITED.test(header))
  const sections = Object.entries(list).map(([key, environment]) => sectionOf(key, environment, blocks))
  return `${shared}\n${MARKER}\n\n${sections.join('\n')}`
}

/** The names of the queues of an environment, those for dead letters among them. */
export const environmentQueues = (environment) =>
  namesOf(/^(?:queue|dead_letter_queue) = "platen([^"]*)"/gm, environment)

/** The names of the databases of an environment, the directory first. */
export const environmentDatabases = (environment) =>
  namesOf(/^database_name = "platen([^"]*)"/gm, environment)

/** @param {RegExp} pattern */
function namesOf(pattern, { name }) {
  const text = fs.readFileSync(configFile, 'utf8').split(MARKER)[0]
  return [...new Set([...text.matchAll(pattern)].map(([, role]) => name + role))]
}

/**
 * `wrangler.toml` for one deployment: the ids of its databases are known, by their names. Lies beside it, since its paths
 * are relative.
 * @param {string} text
 * @param {{ env: string, databaseIds: Record<string, string> }} deployment
 */
export function deploymentConfig(text, { env, databaseIds }) {
  const start = text.indexOf(`[env.${env}]`)
  const withId = (line, name) => (databaseIds[name] ? `${line}\ndatabase_id = "${databaseIds[name]}"` : line)
  return text.slice(0, start) + text.slice(start).replace(/^database_name = "(.+)"$/gm, withId)
}

/**
 * The same with a script that is bundled already, whose path is relative to the file.
 * @param {string} text
 * @param {string} main
 */
export function withBundle(text, main) {
  return text.replace(/^main = .*$/m, () => `main = ${JSON.stringify(main)}\nno_bundle = true`)
}

/** Tables of the text: the header, and its lines without comments. */
function blocksOf(text) {
  const blocks = []
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) blocks.push([line])
    else if (/^\w/.test(line)) blocks.at(-1)?.push(line)
  }
  return blocks
}

/** @param {import('./environments.mjs').Environment} environment */
function sectionOf(key, environment, blocks) {
  const { name, domain, workersDev, sourceMaps, placement, vars } = environment
  const lines = [
    `[env.${key}]`,
    `name = "${name}"`,
    `workers_dev = ${workersDev}`,
    // Versions of a Worker with Durable Objects get no preview address today; if they do, the deployment uses it.
    'preview_urls = true',
    `upload_source_maps = ${sourceMaps}`,
    ...(domain ? [`routes = [{ pattern = "${domain}", custom_domain = true }]`] : []),
    ...(placement ? ['', `[env.${key}.placement]`, `mode = "${placement}"`] : []),
  ]
  const settings = {
    METRICS_DATASET: datasetName(name),
    ...(domain && { PUBLIC_URL: `https://${domain}` }),
    ...vars,
  }
  for (const [header, ...entries] of blocks) {
    // Only the account knows the id of a database. Without one, wrangler finds it by its name.
    const own = entries
      .filter((entry) => !entry.startsWith('database_id'))
      .map((entry) => ownEntry(entry, environment))
    if (header === '[[r2_buckets]]' && environment.jurisdiction)
      own.push(`jurisdiction = "${environment.jurisdiction}"`)
    lines.push('', ownHeader(header, key), ...(header === '[vars]' ? withSettings(own, settings) : own))
  }
  return `${lines.join('\n')}\n`
}

function ownHeader(header, key) {
  return header.replace(/^\[+/, (brackets) => `${brackets}env.${key}.`)
}

function ownEntry(entry, { name, rateLimits }) {
  return entry
    .replace(NAMES, (_, field) => `${field} = "${field === 'dataset' ? datasetName(name) : name}`)
    .replace(/^namespace_id = "\d/, `namespace_id = "${rateLimits}`)
}

/** Names of datasets are SQL names. */
function datasetName(name) {
  return name.replaceAll('-', '_')
}

function withSettings(entries, settings) {
  const kept = entries.filter((entry) => !(entry.split(' ')[0] in settings))
  return [...kept, ...Object.entries(settings).map(([name, value]) => `${name} = "${value}"`)]
}

if (process.argv[1] === import.meta.filename) {
  const text = withEnvironments(fs.readFileSync(configFile, 'utf8'))
  fs.writeFileSync(configFile, text)
  console.log(`wrangler.toml has ${Object.keys(environments).join(' and ')}`)
}
