/** What a server says of its document in a frame, as browsers heed it. Pure. */

/** `refused`: why it is in none, as the header says it; `policies`: what a document there must live under. */
export type FrameRules = { refused?: string; policies?: string[] }

type Directives = ReadonlyMap<string, readonly string[]>

/** More is kept of no server; a document that says more is in no frame. */
const MAX_POLICY = 16_384
/** What a policy in HTML cannot say, or would say of our own addresses (CSP 3, 4.2). */
const NOT_IN_HTML = /^(?:frame-ancestors|sandbox|report-uri|report-to|upgrade-insecure-requests)$/

/**
 * The rules of a document at `url`, which the page around it shares its origin with. A download, and what no frame may
 * show, is refused; so is what a `sandbox` would give another origin or no scripts, which a frame of ours cannot do.
 */
export function frameRulesOf(headers: Headers, { origin }: Pick<URL, 'origin'>): FrameRules {
  const disposition = headers.get('content-disposition') ?? ''
  const kind = disposition.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (kind !== '' && kind !== 'inline' && !/^[\w*-]+\s*=/.test(kind))
    return { refused: 'Content-Disposition: attachment' }
  const header = headers.get('content-security-policy') ?? ''
  if (header.length > MAX_POLICY) return { refused: 'a Content-Security-Policy of more than 16 KB' }
  const policies = header.split(',').map(directivesOf)
  if (policies.some((policy) => isSandboxed(policy.get('sandbox'))))
    return { refused: 'Content-Security-Policy: sandbox' }
  const ancestors = policies
    .map((policy) => policy.get('frame-ancestors'))
    .filter((sources) => sources !== undefined)
  if (
    ancestors.some(
      (sources) => !sources.some((source) => ["'self'", '*', origin].includes(source.toLowerCase())),
    )
  )
    return { refused: 'Content-Security-Policy: frame-ancestors' }
  // Where both are sent, browsers heed the newer one alone (CSP 3, 6.4.2.2).
  if (ancestors.length === 0 && forbidsFrames(headers.get('x-frame-options')))
    return { refused: 'X-Frame-Options: DENY' }
  const kept = policies.map((policy) => inHtml(policy, origin)).filter((policy) => policy !== '')
  return kept.length > 0 ? { policies: kept } : {}
}

/** Names in lower case with their values; the first of several holds. */
function directivesOf(policy: string): Directives {
  const directives = new Map<string, string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...values] = directive.split(/[\t\n\f\r ]/).filter((word) => word !== '')
    const known = name.toLowerCase()
    if (known !== '' && !directives.has(known)) directives.set(known, values)
  }
  return directives
}

function isSandboxed(sandbox: readonly string[] | undefined): boolean {
  const allowed = sandbox?.map((word) => word.toLowerCase())
  return (
    allowed !== undefined && !['allow-scripts', 'allow-same-origin'].every((word) => allowed.includes(word))
  )
}

/** Several that differ forbid it too (HTML 7.7.1). */
function forbidsFrames(value: string | null): boolean {
  const words = new Set(
    (value ?? '')
      .toLowerCase()
      .split(',')
      .map((word) => word.trim()),
  )
  return words.has('deny') || (words.size > 1 && (words.has('sameorigin') || words.has('allowall')))
}

/** A policy as a document can say it; `'self'` is not what we serve it from, but its own server. */
function inHtml(policy: Directives, origin: string): string {
  return [...policy]
    .filter(([name]) => !NOT_IN_HTML.test(name))
    .map(([name, values]) =>
      [name, ...values.map((value) => (value.toLowerCase() === "'self'" ? origin : value))].join(' '),
    )
    .join('; ')
}
