/** A template of a caller's own: its fields, and the proof that it can be printed. */
import { z } from 'zod'
import { type FieldError, Problem } from '../errors'
import { runLongWork } from '../memory/long-work'
import { parseMs, renderDocument, variablesOf } from './compile-page'
import { MAX_TEMPLATE_LENGTH } from './engine'
import { manifestSchema, type TemplateSource } from './manifest'
import type { RenderingOwner } from './render-in-turns'
import { sizeError } from './storage-limit'

/** What a caller puts up as a template of their own. */
export const customTemplateSchema = z
  .strictObject({
    ...manifestSchema.shape,
    page: z
      .string()
      .min(1)
      .max(MAX_TEMPLATE_LENGTH)
      .describe('Liquid: the content of the body, or a whole document'),
    style: z.string().max(MAX_TEMPLATE_LENGTH).default('').describe('CSS, after the design system’s'),
    sample: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Data that shows the template at its best'),
  })
  .meta({ id: 'TemplateSource' })

/** Largest sample as JSON, in characters. */
const MAX_SAMPLE_LENGTH = 256 * 1024

/** Which fields of the request a template came in. */
export type Fields = { page: string; style: string; sample: string }

/**
 * Proves a template before it is stored: it fits a row, parses, knows its filters and partials, and renders its
 * sample and no data at all within the limits.
 *
 * @throws Problem `invalid_request` with line and column, `document_invalid` where a limit is exceeded, `pool_full` if too
 * much of the owner's waits
 */
export async function validateTemplate(
  template: TemplateSource,
  owner: RenderingOwner = {},
  fields: Fields = { page: 'page', style: 'style', sample: 'sample' },
) {
  try {
    await prove(template, owner)
  } catch (error) {
    throw error instanceof Problem ? pointingTo(fields, error) : error
  }
}

/** The problem with its pointers into the request: a rendering says `data` of the sample, and `template_id` of the page. */
function pointingTo({ page, style, sample }: Fields, problem: Problem): Problem {
  const names: Record<string, string> = { page, style, sample, data: sample, template_id: page }
  const errors = problem.errors?.map(({ pointer, ...error }) => ({
    pointer: pointer.replace(/^\/([^/]+)/, (whole, name) => (names[name] ? `/${names[name]}` : whole)),
    ...error,
  }))
  const { code, message: detail, cause } = problem
  return new Problem(code, { detail, cause, ...(errors && { errors }) })
}

async function prove(template: TemplateSource, owner: RenderingOwner) {
  const tooLarge = sizeError(template)
  const errors = [
    ...handlebarsErrors(template.page),
    ...styleErrors(template.style),
    ...sampleErrors(template.sample),
    ...(tooLarge ? [tooLarge] : []),
  ]
  if (errors.length > 0) {
    throw new Problem('invalid_request', {
      detail: `The template cannot be used: ${errors[0]?.message}`,
      errors,
    })
  }
  await runLongWork(parseMs(template.page), () => readPage(template.page), owner)
  await renderDocument(template, template.sample, owner)
  await renderDocument(template, {}, owner)
}

/** A partial of Handlebars, which Liquid takes for nothing. */
function handlebarsErrors(page: string): FieldError[] {
  const [tag] = /\{\{[~-]?\s{0,9}>\s{0,9}[\w./-]{0,60}/.exec(page) ?? []
  if (tag === undefined) return []
  return [
    {
      pointer: '/page',
      message: `"${tag}" is a partial of Handlebars; in Liquid it is {% render 'name' %}.`,
    },
  ]
}

/** Parses a page, and every partial that it names. */
function readPage(page: string) {
  variablesOf({ page })
}

/** A style sheet cannot end its own element: what came after it would be markup. */
function styleErrors(style: string): FieldError[] {
  const at = /<\/style|<!--/i.exec(style)
  if (!at) return []
  const before = style.slice(0, at.index).split('\n')
  const place = `(line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`
  return [{ pointer: '/style', message: `"${at[0]}" is not allowed in a style sheet ${place}.` }]
}

function sampleErrors(sample: Record<string, unknown>): FieldError[] {
  if (JSON.stringify(sample).length <= MAX_SAMPLE_LENGTH) return []
  return [{ pointer: '/sample', message: `A sample has at most ${MAX_SAMPLE_LENGTH / 1024} KB.` }]
}
