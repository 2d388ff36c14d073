/**
 * The environments that `npm run deploy -- --env NAME` knows. Edit this list, then run `npm run environments`, which
 * writes a section of `wrangler.toml` for each: the bindings of its first part, under names of their own.
 *
 * @typedef {object} Environment
 * @property {string} name Name of the Worker, and the beginning of the names of its database, bucket and queues.
 * @property {string} rateLimits First digit of the ids of its rate limits, which the Workers of an account share.
 * @property {string} domain Custom domain, such as `api.example.com`: its zone must be in the account. The zone's
 *   firewall stands before the service, and the cache of page resources works only there. Empty: none.
 * @property {boolean} workersDev Whether the service is reached at `NAME.SUBDOMAIN.workers.dev`, too. Turn it off once
 *   there is a domain, or the zone's firewall can be passed by.
 * @property {boolean} sourceMaps Whether source maps are uploaded: stack traces in the log then name our files.
 * @property {'' | 'smart'} placement `smart`: the platform may run the Worker near the database and not near the
 *   caller. Empty: near the caller, where its browser is, too.
 * @property {'' | 'weur' | 'eeur' | 'apac' | 'oc' | 'wnam' | 'enam'} location Where database and bucket are made. Only
 *   the first deployment uses it. Empty: near whoever deploys first.
 * @property {'' | 'eu' | 'fedramp'} jurisdiction Database and bucket are made there and never leave. It must be chosen
 *   before the first deployment, and wins over `location`. Durable Objects and browsers are not covered by it.
 * @property {Record<string, string>} vars Settings that differ from `[vars]`.
 */

/** @type {Record<string, Environment>} */
export const environments = {
  staging: {
    name: 'platen-staging',
    rateLimits: '2',
    domain: '',
    workersDev: true,
    sourceMaps: true,
    placement: '',
    location: '',
    jurisdiction: '',
    // A few browsers are enough to try a release, and leave the account's to production.
    vars: { POOL_SHARDS: '2' },
  },
  production: {
    name: 'platen',
    rateLimits: '1',
    domain: '',
    workersDev: true,
    sourceMaps: true,
    placement: '',
    location: '',
    jurisdiction: '',
    vars: {},
  },
}

/**
 * The environment called `name`. Throws an Error that lists those there are.
 * @param {string | undefined} name
 */
export function environmentNamed(name) {
  const known = Object.keys(environments)
  if (name !== undefined && known.includes(name)) return environments[name]
  const problem = name === undefined ? 'Say which environment' : `There is no environment "${name}"`
  throw new Error(`${problem}: --env ${known.join(' or --env ')}`)
}
