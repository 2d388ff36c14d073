/** What a template says of itself: its names, paper, and variables. */
import { z } from 'zod'

/**
 * The part of JSON Schema (2020-12) that describes variables. `x-scalar` names the property that a plain value
 * stands for: a party given as `"Acme Ltd"` is a party with that name.
 */
export type Variables = {
  type?: 'object' | 'array' | 'string' | 'number' | 'boolean'
  /** `date`: a day; a moment stands for the day that it is in the document's time zone. Other text stays as it is. */
  format?: string
  title?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  properties?: Record<string, Variables>
  items?: Variables
  'x-scalar'?: string
  examples?: unknown[]
  /** At the root: the variables in the order and under the headings of a form. */
  'x-groups'?: { title: string; properties: string[] }[]
  /** At the root: paths of the variables that a form begins with, such as `seller.name`. */
  'x-first'?: string[]
}

const variables: z.ZodType<Variables> = z
  .looseObject({
    type: z
      .enum(['object', 'array', 'string', 'number', 'boolean'])
      .optional()
      .describe('What the variable is; anything if absent'),
    title: z.string().optional().describe('Name for people'),
    description: z.string().optional().describe('What it does'),
    enum: z.array(z.unknown()).optional().describe('The values it may have'),
    get properties() {
      return z.record(z.string(), variables).optional().describe('Of an object: its fields by name')
    },
    get items() {
      return variables.optional().describe('Of an array: what each entry is')
    },
    'x-scalar': z
      .string()
      .optional()
      .describe('Field that a plain value in the place of the object stands for'),
  })
  .meta({ id: 'Variables' }) as never

/** Page size in millimetres, for what is no sheet of paper: a label, a badge. */
const side = z.number().min(25).max(2000)
const pageSize = z.strictObject({ width: side.describe('Millimetres'), height: side.describe('Millimetres') })

/** What a template says of itself. */
export const manifestSchema = z.strictObject({
  label: z.string().trim().min(1).max(80).describe('Display name'),
  description: z.string().trim().max(400).default('').describe('What it is for, in a sentence'),
  orientation: z.enum(['portrait', 'landscape']).default('portrait').describe('How the page lies'),
  size: pageSize.optional().describe('Page size in millimetres; A4 by default'),
  variables: variables.optional().describe('JSON Schema of the data, with defaults'),
  essential: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^[^.]+(?:\.[^.]+){0,5}$/, 'must be 1 to 6 names with points between them'),
    )
    .max(20)
    .optional()
    .describe(
      'Variables without which a document is not complete, as `number` or `lines.net_price|net_amount` (either). ' +
        'An empty one is a warning.',
    ),
  invoice: z
    .record(z.string(), z.string())
    .optional()
    .describe('Which variable holds which field of `options.invoice`, for Factur-X'),
})

export type Manifest = z.output<typeof manifestSchema>

/** A template as it is rendered, shipped or own. */
export type TemplateSource = Manifest & {
  /** `<category>/<name>`, with `@<version>` for an own one. */
  id: string
  page: string
  style: string
  sample: Record<string, unknown>
}

export type BuiltinTemplate = TemplateSource & {
  /** PNG in base64. */
  preview: string
}
