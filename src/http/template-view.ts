/** Templates as callers are shown them, and the paths that name them. */
import { z } from 'zod'
import { Problem } from '../errors'
import { findBuiltin } from '../templates/builtin'
import {
  type ListedCustom,
  parseTemplateId,
  parseVersion,
  type TemplateName,
  type Version,
} from '../templates/custom'
import type { BuiltinTemplate, TemplateSource } from '../templates/manifest'
import { variablesSchema } from '../templates/variables'
import { address, time } from './shared-schemas'

const word = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/)
export const templatePath = { category: word, name: word }

/** A version, or the draft, as an address names it. */
export const versionName = z
  .string()
  .regex(/^(?:[1-9]\d{0,8}|draft)$/, 'must be the number of a version, or draft')
  .transform((text): Version => parseVersion(text) ?? 'draft')

/** The contract's list item (2.8). */
export const listItem = z
  .object({
    id: z.string().describe('`<category>/<name>`'),
    label: z.string().describe('Name for people.'),
    category: z.string().describe('First part of the id.'),
    orientation: z.enum(['portrait', 'landscape']).describe('How the page lies.'),
  })
  .meta({ id: 'ListedTemplate' })

/** An item of a page of the list. */
export const pageItem = listItem
  .extend({
    version: z.int().optional().describe('Latest version of one of yours.'),
    updated_at: time.optional().describe('When that version was stored (ISO 8601, UTC).'),
    preview: address.optional().describe('PNG of the sample of a built-in one; needs no key.'),
  })
  .meta({ id: 'ListedTemplateInPage' })

const object = z.record(z.string(), z.unknown())

export const templateResponse = listItem
  .extend({
    description: z.string().optional().describe('What it is for; absent if its author did not say.'),
    version: z.int().optional().describe('Of a template of your own; `template_id` may name it as `@3`.'),
    draft: z.boolean().optional().describe('true: your draft, which `template_id` may name as `@draft`.'),
    size: object.optional().describe('Page size in millimetres, if it is not A4.'),
    variables: object.optional().describe('JSON Schema of the data, with defaults.'),
    essential: z.array(z.string()).optional().describe('Variables that a complete document has.'),
    sample: object.optional().describe('Data that shows the template at its best.'),
    invoice: object.optional().describe('Which variable holds which field of `options.invoice`.'),
    preview: address.optional().describe('PNG of the sample, as a data address.'),
    page: z.string().optional().describe('Liquid; of a template of your own.'),
    style: z.string().optional().describe('CSS; of a template of your own.'),
  })
  .meta({ id: 'Template' })

export const NOTE_PAGE = '<h1>{{ title }}</h1>{{ text | markdown }}'
export const NOTE_SAMPLE = { title: 'Hello', text: 'Printed by **Platen**.' }

/** A template of one's own. */
export const noteExample: z.input<typeof templateResponse> = {
  ...{ id: 'my/note', label: 'Note', category: 'my', orientation: 'portrait', version: 1 },
  variables: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { title: {}, text: {} },
  },
  sample: NOTE_SAMPLE,
  page: NOTE_PAGE,
  style: '',
}

/** Category and name in the path; throws `invalid_request` if they are none, or ours, which cannot be `changed`. */
export function ownName(
  path: (name: string) => string,
  changed: 'replaced' | 'deleted' | 'changed',
): TemplateName {
  const id = `${path('category')}/${path('name')}`
  const parsed = parseTemplateId(id)
  if (parsed?.version !== undefined) {
    throw badPath(`names a version: versions stay as they are, so leave out "@${parsed.version}"`)
  }
  if (!parsed) {
    throw badPath('must have a category and a name of 1 to 40 lower-case letters, digits and hyphens')
  }
  if (findBuiltin(id))
    throw badPath(`names ${id}, which is built in and cannot be ${changed}: choose another name`)
  return parsed
}

function badPath(message: string): Problem {
  return new Problem('invalid_request', { detail: `The path /v1/templates/{category}/{name} ${message}.` })
}

/** An own template's id without its version or draft, which `template_id` may carry. */
function idAndVersion(id: string): [id: string, version: string | undefined] {
  const [plain = id, version] = id.split('@')
  return [plain, version]
}

/** A template as lists have it. */
export function showListed({
  id,
  label,
  orientation,
}: Pick<TemplateSource, 'id' | 'label' | 'orientation'>): z.input<typeof listItem> {
  const [plain] = idAndVersion(id)
  const [category = ''] = plain.split('/')
  return { id: plain, label, category, orientation }
}

/** A built-in one as a page has it. Its picture is a file of the home page's (`scripts/studio.mjs`). */
export function showBuiltin(template: BuiltinTemplate, origin: string): z.input<typeof pageItem> {
  const preview = `${origin}/home/${template.id.replace('/', '-')}.png`
  return { ...showListed(template), ...(template.preview && { preview }) }
}

/** One of the caller's own as a page has it. */
export function showCustom({
  category,
  name,
  version,
  updated_at,
  ...rest
}: ListedCustom): z.input<typeof pageItem> {
  return {
    ...showListed({ ...rest, id: `${category}/${name}` }),
    version,
    updated_at: new Date(updated_at).toISOString(),
  }
}

/** All there is to know of a template; absent fields are left out. */
export function showTemplate(template: TemplateSource | BuiltinTemplate): z.input<typeof templateResponse> {
  const { description, size, sample, invoice, essential } = template
  const [, version] = idAndVersion(template.id)
  return {
    ...showListed(template),
    description,
    ...(version === 'draft'
      ? { draft: true }
      : { version: version === undefined ? undefined : Number(version) }),
    size,
    variables: variablesSchema(template),
    essential,
    sample,
    invoice,
    ...('preview' in template && template.preview
      ? { preview: `data:image/png;base64,${template.preview}` }
      : { page: template.page, style: template.style }),
  }
}
