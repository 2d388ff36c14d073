/** The point of a geo code (RFC 5870): from its own fields, or from `data`. */
import type { FieldError } from '../errors'

type Degrees = string | number
type GeoFields = { data?: string | undefined; lat?: Degrees | undefined; lng?: Degrees | undefined }
type GeoPoint = { lat: string; lng: string } | { finished: string } | { error: FieldError }

/** Latitude and longitude as decimals, a finished `geo:` address, or what is wrong. */
export function geoPoint({ data, lat, lng }: GeoFields): GeoPoint {
  if (lat !== undefined && lng !== undefined) return inRange(lat, lng, { lat: '/lat', lng: '/lng' })
  if (lat !== undefined) return problem('/lng', 'is required together with lat')
  if (lng !== undefined) return problem('/lat', 'is required together with lng')
  if (!data)
    return problem('/lat', 'is required for the type geo, with lng (or data as "latitude,longitude")')
  if (data.startsWith('geo:')) return { finished: data }
  const pair = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(data)
  if (pair) return inRange(pair[1] ?? '', pair[2] ?? '', { lat: '/data', lng: '/data' })
  return problem(
    '/data',
    'must be "latitude,longitude" in degrees for the type geo, such as "48.8584,2.2945"',
  )
}

function inRange(lat: Degrees, lng: Degrees, pointers: { lat: string; lng: string }): GeoPoint {
  if (Math.abs(Number(lat)) > 90) return problem(pointers.lat, 'must have a latitude from -90 to 90 degrees')
  if (Math.abs(Number(lng)) > 180)
    return problem(pointers.lng, 'must have a longitude from -180 to 180 degrees')
  return { lat: decimal(lat), lng: decimal(lng) }
}

/** RFC 5870 3.3: digits and a point, never an exponent or a plus. */
function decimal(value: Degrees): string {
  if (typeof value === 'string') return value.trim().replace(/^\+/, '')
  const text = String(value)
  if (!text.includes('e')) return text
  return value
    .toFixed(15)
    .replace(/0{1,15}$/, '')
    .replace(/\.$/, '')
}

function problem(pointer: string, message: string): GeoPoint {
  return { error: { pointer, message } }
}
