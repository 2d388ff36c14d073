/**
 * Of a caller's request, what may reach Miniflare. It takes headers (`MF-…`) and paths for its own that no stranger may use: they
 * read every bucket without a key, and stand for any address, part of the world or Worker.
 */

/** Of Miniflare, and of Cloudflare, which says there who calls. */
const NOT_OF_CALLERS = /^(?:mf|cf)-/i
/** Paths that Miniflare answers before the Worker; on Cloudflare the first is the platform's too. */
const NOT_OF_THE_SERVICE = /^\/(?:cdn-cgi|__cf_local)(?:\/|$)/i
/** Nothing stands there: the service says so in its own words. */
const NOWHERE = '/nothing-here'

/**
 * Whether a request is one for the Worker itself: a command of the API, which can be no file. Before that, Miniflare's own
 * workers would read and copy it twice, a tenth of what a small document takes of workerd. They make the caller's scheme of
 * what a proxy says of it (`X-Forwarded-Proto`), so with that it goes to them.
 * @param {import('./request-framing.mjs').RequestHead} head
 */
export function isForWorker({ method, target, headers }) {
  return (
    method === 'POST' &&
    target.startsWith('/v1/') &&
    !headers.some(([name]) => name.toLowerCase() === 'x-forwarded-proto')
  )
}

/**
 * The head as it is passed on. `address` is the caller's own.
 * @param {import('./request-framing.mjs').RequestHead} head
 * @param {string | undefined} address
 * @returns {import('./request-framing.mjs').RequestHead}
 */
export function cleanHead({ target, headers, ...head }, address) {
  const kept = headers.filter(([name]) => !NOT_OF_CALLERS.test(name))
  if (address) kept.push(['CF-Connecting-IP', address.replace(/^::ffff:/, '')])
  return { ...head, target: isReserved(target) ? NOWHERE : target, headers: kept }
}

/** Whether the path is one of those, in whatever spelling. @param {string} target */
function isReserved(target) {
  const url = URL.parse(`http://here.invalid${target}`)
  if (!url) return true
  try {
    return [url.pathname, decodeURIComponent(url.pathname)].some((path) =>
      NOT_OF_THE_SERVICE.test(path.replaceAll('\\', '/').replaceAll(/\/{2,}/g, '/')),
    )
  } catch {
    return NOT_OF_THE_SERVICE.test(url.pathname)
  }
}
