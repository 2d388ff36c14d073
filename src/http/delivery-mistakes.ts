/** Presigned addresses that a file is sent to in vain: without a signature, or past their time. */

/** Where a PUT without a signature is refused, and the parameter that has one. */
const BUCKETS: readonly (readonly [host: RegExp, signature: RegExp])[] = [
  [/\.amazonaws\.com$/, /^x-amz-signature$|^signature$/i],
  [/\.r2\.cloudflarestorage\.com$/, /^x-amz-signature$/i],
  [/^storage\.googleapis\.com$|\.storage\.googleapis\.com$/, /^x-goog-signature$|^signature$/i],
  [/\.blob\.core\.windows\.net$/, /^sig$/i],
]

/** What a caller is told of the address in `deliver_to`, whose form was checked; `now` in milliseconds. */
export function findDeliveryMistakes(deliverTo: string | undefined, now: number): string[] {
  const url = deliverTo === undefined ? null : URL.parse(deliverTo)
  if (!url) return []
  const names = [...url.searchParams.keys()]
  const [, signature] = BUCKETS.find(([host]) => host.test(url.hostname)) ?? []
  if (signature && !names.some((name) => signature.test(name)))
    return [`deliver_to has no signature, and ${url.hostname} refuses a PUT without one: presign the address`]
  const end = endOf(url.searchParams)
  return end !== undefined && end <= now
    ? [`deliver_to ended at ${new Date(end).toISOString()}: presign it for an hour and a half from now`]
    : []
}

/** When an address ends, in milliseconds, by Signature Version 4 (S3, R2, Google) or a shared access signature (Azure). */
function endOf(parameters: URLSearchParams): number | undefined {
  for (const vendor of ['X-Amz', 'X-Goog']) {
    const [, ...parts] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(parameters.get(`${vendor}-Date`) ?? '') ?? []
    const [year = 0, month = 1, day, hour, minute, second] = parts.map(Number)
    const seconds = Number(parameters.get(`${vendor}-Expires`) ?? Number.NaN)
    if (parts.length > 0 && Number.isFinite(seconds))
      return Date.UTC(year, month - 1, day, hour, minute, second) + seconds * 1000
  }
  const end = Date.parse(parameters.get('se') ?? '')
  return Number.isNaN(end) ? undefined : end
}
