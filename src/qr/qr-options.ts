/** What a QR code can be asked for (docs/decisions/contract.md 2.4). Nothing is transformed: an accepted value is the request's own. */
import { z } from 'zod'
import { type FieldError, Problem } from '../errors'
import { parseJson } from '../text/json'
import { listNames } from '../text/list-names'
import { geoPoint } from './geo-point'

/** Sides of the image, in pixels. */
export const IMAGE_SIDES = { small: 200, default: 400, big: 800 } as const

/** Pixels on each side that are left at least, if the request does not say. */
export const DEFAULT_MARGIN = 10

const typesThatNeedData = ['text', 'url', 'product', 'email', 'tel', 'sms'] as const
export const typesWithOwnFields = ['wifi', 'geo', 'vcard'] as const
export const QR_TYPES = [...typesThatNeedData, ...typesWithOwnFields] as const
export type QrType = (typeof QR_TYPES)[number]

/** The digits that the largest symbol holds (ISO/IEC 18004 table 7); of everything else it holds fewer characters. */
export const MAX_TEXT = 7089

/** UTF-8 has no form for half of a surrogate pair. */
const text = z
  .string()
  .max(MAX_TEXT)
  .refine((value) => value.isWellFormed(), 'has half of a surrogate pair, which no encoding can carry')

const DEGREES = 'must be a number of degrees'
const degrees = z.union(
  [
    z.number(),
    z
      .string()
      .max(100)
      .regex(/^\s*[+-]?\d+(\.\d+)?\s*$/, DEGREES),
  ],
  DEGREES,
)
const channel = z.int().min(0).max(255)
const hex = (error: string) => z.string().regex(/^#[0-9a-fA-F]{6}$/, error)

const MODULE_COLOUR = 'must be "#RRGGBB" or an array [r, g, b] of whole numbers from 0 to 255'
const moduleColor = z.union([hex(MODULE_COLOUR), z.tuple([channel, channel, channel])], MODULE_COLOUR)

const BACKGROUND_COLOUR =
  'must be "#RRGGBB", "transparent" or an array [r, g, b, a]: r, g and b from 0 to 255, a from 0 to 1 or up to 255'
const backgroundColor = z.union(
  [
    z.literal('transparent'),
    hex(BACKGROUND_COLOUR),
    z.tuple([channel, channel, channel]),
    z.tuple([channel, channel, channel, z.number().min(0).max(255)]),
  ],
  BACKGROUND_COLOUR,
)

/** The fields of contract.md 2.4 that make the image. An uploaded logo is a file beside them. */
export const qrOptions = z.strictObject({
  data: text
    .optional()
    .describe(`The value to encode, as given. Not required for ${listNames(typesWithOwnFields)}.`),
  type: z.enum(QR_TYPES).optional().describe('How data is formatted.').meta({ default: 'text' }),
  size: z
    .enum(['small', 'default', 'big'])
    .optional()
    .describe('200, 400 or 800 px.')
    .meta({ default: 'default' }),
  error_level: z
    .enum(['low', 'medium', 'quartile', 'high'])
    .optional()
    .describe('How much of the code may be lost; a logo forces high.')
    .meta({ default: 'medium' }),
  color: moduleColor.optional().describe('Color of the modules: "#RRGGBB" or [r, g, b]. Default black.'),
  background: backgroundColor
    .optional()
    .describe(
      '"#RRGGBB", [r, g, b, a] or "transparent". Default white. a up to 1 is a fraction, above of 255.',
    ),
  margin: z
    .int()
    .min(0)
    .max(400)
    .optional()
    .describe(
      'Margin on each side, in pixels; pixels that whole modules leave over are added. Without it 10, and at ' +
        'least 4 modules (ISO/IEC 18004); less than 4 modules is a warning.',
    ),
  style: z.enum(['square']).optional().describe('Form of the modules.').meta({ default: 'square' }),
  logo_url: z
    .string()
    .optional()
    .describe(
      'http, https or data address of a PNG, JPEG or WebP for the centre, or `asset:<name>` of one of yours.',
    ),
  logo_width: z
    .int()
    .min(1)
    .max(800)
    .optional()
    .describe('Width of the logo in pixels. Default: 22 % of the size.'),
  format: z.enum(['png', 'svg']).optional().describe('What the image is.').meta({ default: 'png' }),
  subject: text.optional().describe('email: the subject.'),
  body: text.optional().describe('email: the text.'),
  message: text.optional().describe('sms: the text.'),
  ssid: text.optional().describe('wifi: the name of the network.'),
  password: text.optional().describe('wifi: the password.'),
  encryption: z
    .enum(['WPA', 'WEP', 'nopass'])
    .optional()
    .describe('wifi. Default WPA with a password, else nopass.'),
  hidden: z.boolean().optional().describe('wifi: the network does not announce its name.'),
  lat: degrees.optional().describe('geo: latitude, -90 to 90.'),
  lng: degrees.optional().describe('geo: longitude, -180 to 180.'),
  name: text.optional().describe('vcard: the full name.'),
  org: text.optional().describe('vcard: the organisation.'),
  phone: text.optional().describe('vcard: the telephone number.'),
  email: text.optional().describe('vcard: the e-mail address.'),
  url: text.optional().describe('vcard: the web address.'),
})
export type QrOptions = z.infer<typeof qrOptions>

export type ErrorLevel = NonNullable<QrOptions['error_level']>

/** The level a code is made at: a logo takes the highest, whatever was asked for. */
export function levelOf({ error_level = 'medium' }: QrOptions, hasLogo: boolean): ErrorLevel {
  return hasLogo ? 'high' : error_level
}

/** What the fields allow by themselves but not together. `hasFile`: a logo came as a file. */
export function findQrConflicts(options: QrOptions, { hasFile }: { hasFile: boolean }): FieldError[] {
  const errors: FieldError[] = []
  if (hasFile && options.logo_url) {
    const message = 'cannot be given together with a file in logo; leave one of them out'
    errors.push({ pointer: '/logo_url', message })
  }
  const missing = findMissingField(options)
  return missing ? [...errors, missing] : errors
}

/** What is wrong with what a type with fields of its own is made of: a type that is missing here does not compile. */
const OWN_FIELDS_ERROR: Record<
  (typeof typesWithOwnFields)[number],
  (options: QrOptions) => FieldError | undefined
> = {
  wifi: ({ data, ssid }) =>
    data || ssid
      ? undefined
      : { pointer: '/ssid', message: 'is required for the type wifi, unless data gives the name' },
  geo: (options) => {
    const verdict = geoPoint(options)
    return 'error' in verdict ? verdict.error : undefined
  },
  vcard: ({ data, name, org, phone, email, url }) =>
    [data, name, org, phone, email, url].some(Boolean)
      ? undefined
      : {
          pointer: '/name',
          message: 'is required for the type vcard, unless data, org, phone, email or url is given',
        },
}

function findMissingField(options: QrOptions): FieldError | undefined {
  const { type = 'text', data } = options
  if (!needsData(type)) return OWN_FIELDS_ERROR[type](options)
  return data ? undefined : { pointer: '/data', message: `is required${misplacedData(options)}` }
}

/** Fields of a vCard that somebody may take for the data of these types. */
const TAKEN_FOR_DATA = { url: 'url', email: 'email', phone: 'tel' } as const

function misplacedData(options: QrOptions): string {
  const field = (['url', 'email', 'phone'] as const).find((name) => options[name])
  return field === undefined
    ? ''
    : `; "${field}" is read with the type vcard alone: send it as "data", with "type": "${TAKEN_FOR_DATA[field]}"`
}

function needsData(type: QrType): type is (typeof typesThatNeedData)[number] {
  return typesThatNeedData.some((one) => one === type)
}

const numbers = new Set(fieldsOf('number'))
/** Beside those that make the image, two that every document has. */
const booleans = new Set([...fieldsOf('boolean'), 'async_mode', 'dry_run'])
const structured = new Set(['color', 'background', 'metadata'])
const lists = new Set(['color', 'background'])

/** The options of a type, by their names. */
function fieldsOf(type: 'number' | 'boolean'): string[] {
  const fields = Object.entries(qrOptions.shape)
  return fields.filter(([, field]) => field.unwrap().type === type).map(([name]) => name)
}

/**
 * The text fields of a multipart form as the values that the schema expects. What does not parse stays text, so that
 * the schema's message names it; an empty field counts as absent, as browsers send every input of a form. An array may
 * also come as a field for each of its items, as OpenAPI's forms have it.
 */
export function parseFormFields(fields: Iterable<[string, string]>): Record<string, unknown> {
  const values = new Map<string, [string, ...string[]]>()
  for (const [name, text] of fields) {
    if (text === '') continue
    const former = lists.has(name) ? values.get(name) : undefined
    if (former) former.push(text)
    else values.set(name, [text])
  }
  return Object.fromEntries(
    [...values].map(([name, [first, ...more]]) => [
      name,
      more.length > 0 ? [first, ...more].flatMap(parsed) : formValue(name, first),
    ]),
  )
}

function formValue(name: string, value: string): unknown {
  if (numbers.has(name) && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) return Number(value)
  if (booleans.has(name) && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  if (structured.has(name) && /^\s*[[{]/.test(value)) return parsed(value)
  return value
}

function parsed(value: string): unknown {
  try {
    return parseJson(value)
  } catch (problem) {
    if (problem instanceof Problem) throw problem
    return value
  }
}
