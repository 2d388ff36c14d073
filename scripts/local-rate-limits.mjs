/**
 * Rate limits on this machine, counted in memory as the platform counts them (`startLocally`). Miniflare's own write each count to
 * its disk, and wait for that, before a request goes on. A plugin of Miniflare: it loads this file and takes `plugins`.
 */

const MODULE = 'platen-internal:rate-limit'
/** The name of the plugin, and of what it binds. */
const KIND = 'memory-rate-limit'

/** A binding of its own for each isolate, of which the service has one here. Windows begin with the clock's, as Miniflare's do. */
const SOURCE = `
class RateLimit {
  #counts = new Map()
  #window = 0
  constructor({ limit, period }) {
    this.most = limit
    this.periodMs = 1000 * period
  }
  async limit({ key }) {
    const window = Math.floor(Date.now() / this.periodMs)
    if (window !== this.#window) this.#counts.clear()
    this.#window = window
    const count = (this.#counts.get(key) ?? 0) + 1
    if (count > this.most) return { success: false }
    this.#counts.set(key, count)
    return { success: true }
  }
}
export default (env) => new RateLimit(env)
`

/**
 * A Worker's options with such limits in place of Miniflare's.
 * @param {Record<string, any>} options
 */
export function withLocalRateLimits({ ratelimits = {}, unsafeBindings = [], ...options }) {
  const bound = Object.entries(ratelimits).map(([name, { simple }]) => ({
    name,
    type: KIND,
    plugin: { package: import.meta.filename, name: KIND },
    options: simple,
  }))
  return { ...options, unsafeBindings: [...unsafeBindings, ...bound] }
}

/** The limits among a Worker's bindings, by name. */
function limitsOf({ config }) {
  const bound = Object.entries(config.env ?? {}).filter(([, { type }]) => type === `unsafe:${KIND}`)
  return bound.map(([name, { dev }]) => ({ name, options: dev.options }))
}

/** What Miniflare takes for a plugin. */
export const plugins = {
  [KIND]: {
    bindingTypeDescription: 'Rate Limit',
    getBindings: (options) =>
      limitsOf(options).map(({ name, options: { limit, period } }) => ({
        name,
        wrapped: {
          moduleName: MODULE,
          innerBindings: [
            { name: 'limit', json: JSON.stringify(limit) },
            { name: 'period', json: JSON.stringify(period) },
          ],
        },
      })),
    // Nothing outside of workerd asks for them.
    getNodeBindings: () => ({}),
    getServices: async () => [],
    getExtensions: async ({ options }) =>
      options.some((each) => limitsOf(each).length > 0)
        ? [{ modules: [{ name: MODULE, esModule: SOURCE, internal: true }] }]
        : [],
  },
}
