/** A Studio endpoint: a template or an HTML document with stored data and options, called by its slug. */
import { z } from 'zod'
import { pdfOptions } from '../document-options'
import { Problem } from '../errors'
import { MAX_TEMPLATE_LENGTH } from '../templates/engine'
import { sizeError } from '../templates/storage-limit'

/** What a batch calls endpoints of the service by. */
export const RESERVED_SLUGS = ['generate', 'transform', 'finish']

const anyFields = z.record(z.string(), z.unknown())

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

/** The slug of an endpoint, as an address names it. */
export const slugSchema = z.string().regex(SLUG)

/** What `PUT /v1/endpoints/{slug}` takes. */
export const endpointConfig = z
  .strictObject({
    name: z.string().trim().min(1).max(80).describe('Display name'),
    type: z.enum(['template', 'html']).optional().describe('Derived from the fields that are given'),
    template_id: z.string().min(1).optional().describe('The template it renders'),
    html: z
      .string()
      .min(1)
      .max(MAX_TEMPLATE_LENGTH)
      .optional()
      .describe('The document it renders, in Liquid'),
    css: z.string().max(MAX_TEMPLATE_LENGTH).optional().describe('Extra CSS, with `html`'),
    data: anyFields.optional().describe('Default variables; those of a call are merged over them'),
    options: pdfOptions.optional().describe('Rendering options; those of a call are merged over them'),
    goCreditMode: z
      .boolean()
      .default(false)
      .describe('Finds what prints badly and repairs it; a call may say otherwise'),
    express: z
      .boolean()
      .default(false)
      .describe(
        'An identical request gets the stored file, for 0 credits; with `async_mode` and in a batch, a task gets ' +
          'a copy of that file. Use it only for documents that depend on their input alone.',
      ),
  })
  .meta({ id: 'EndpointConfig' })
export type EndpointConfig = z.output<typeof endpointConfig>

/** An endpoint as it is called. `revision` changes whenever it does. */
export type Endpoint = EndpointConfig & {
  slug: string
  revision: string
  /** Stored options that this release does not know. */
  ignoredOptions?: string[]
}

/** Throws `invalid_request` for a slug that no endpoint can have. */
export function checkSlug(slug: string): void {
  const message = slugError(slug)
  if (message) throw new Problem('invalid_request', { detail: message, errors: [{ pointer: '', message }] })
}

function slugError(slug: string): string | undefined {
  if (RESERVED_SLUGS.includes(slug)) return `The slug "${slug}" is reserved: choose another.`
  if (SLUG.test(slug)) return undefined
  return `A slug has 1 to 64 lower-case letters, digits and hyphens${slugLike(slug)}.`
}

/** `: use my-invoice` for "My Invoice". */
function slugLike(slug: string): string {
  const words = slug
    .slice(0, 200)
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean)
  const name = words.join('-').slice(0, 64)
  return SLUG.test(name) ? `: use ${name}` : ''
}

/** Throws `invalid_request` for what each field allows by itself but not together, and for more than can be stored. */
export function checkConfig(config: EndpointConfig): void {
  const fault = configError(config)
  const error = fault ? { pointer: fault[0], message: fault[1] } : sizeError(config)
  if (error) throw new Problem('invalid_request', { detail: error.message, errors: [error] })
}

function configError({ type, template_id, html, css }: EndpointConfig) {
  if ((template_id === undefined) === (html === undefined)) {
    return ['/template_id', 'An endpoint renders either a template or html: give one of the two.'] as const
  }
  if (css !== undefined && html === undefined)
    return ['/css', 'css goes with html; a template has its own style.'] as const
  if (type !== undefined && type !== endpointType({ html })) {
    return [
      '/type',
      `With ${html === undefined ? 'template_id' : 'html'}, the type is "${endpointType({ html })}".`,
    ] as const
  }
  return undefined
}

/** What an endpoint renders. */
export function endpointType({ html }: Pick<EndpointConfig, 'html'>): 'template' | 'html' {
  return html === undefined ? 'template' : 'html'
}

/** `over` merged over `base`: objects merge, arrays and plain values replace. */
export function deepMerge(base: unknown, over: unknown): unknown {
  if (over === undefined) return base
  if (!isObject(base) || !isObject(over)) return over
  const keys = new Set([...Object.keys(base), ...Object.keys(over)])
  // Own properties by definition, so that a key named `__proto__` stays a key.
  return Object.fromEntries(
    [...keys].map((key) => [key, deepMerge(ownValue(base, key), ownValue(over, key))] as const),
  )
}

function ownValue(value: Record<string, unknown>, key: string) {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
