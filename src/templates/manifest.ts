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
}

const variables: z.ZodType<Variables> = z
  .looseObject({
    type: z.enum(['object', 'array', 'string', 'number', 'boolean']).optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    get properties() {
      return z.record(z.string(), variables).optional()
    },
    get items() {
      return variables.optional()
    },
    'x-scalar': z.string().optional(),
  })
  .meta({ id: 'Variables' }) as never

/** Page size in millimetres, for what is no sheet of paper: a label, a badge. */
const pageSize = z.strictObject({ width: z.number().min(25).max(2000), height: z.number().min(25).max(2000) })

/** What a template says of itself. */
export const manifestSchema = z.strictObject({
  label: z.string().trim().min(1).max(80).describe('Display name'),
  description: z.string().trim().max(400).default('').describe('What it is for, in a sentence'),
  orientation: z.enum(['portrait', 'landscape']).default('portrait'),
  size: pageSize.optional().describe('Page size in millimetres; A4 by default'),
  variables: variables.optional().describe('JSON Schema of the data, with defaults'),
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
