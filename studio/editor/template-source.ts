/** A template as it is edited: four texts and what is said of it; as the API takes it, an object. */
import { NotFoundError } from '../../clients/typescript/src/errors'
import type { Operations, Platen } from '../../clients/typescript/src/index'
import { isRecord } from '../form/data-path'
import type { Schema } from '../form/schema'
import type { WrittenTemplate } from '../live/live-messages'
import type { Files } from './problem-places'

export type Stored = Operations['getTemplateDraft']['result']
type SourceBody = Operations['putTemplateDraft']['body']

export type Source = {
  label: string
  files: Files
  /** What the API says of it beside these: description, size … */
  rest: Record<string, unknown>
}

const KEPT = ['description', 'orientation', 'size', 'essential', 'invoice'] as const

export function sourceOf(stored: Stored): Source {
  const { label, page = '', style = '', sample = {}, variables } = stored
  const known: Record<string, unknown> = stored
  return {
    label,
    files: { page, style, sample: pretty(sample), variables: variables ? pretty(variables) : '' },
    rest: Object.fromEntries(
      KEPT.filter((name) => known[name] !== undefined).map((name) => [name, known[name]]),
    ),
  }
}

/** As the API takes it. Throws what is no JSON. */
export function bodyOf({ label, files: { page, style, sample, variables }, rest }: Source): SourceBody {
  const body = {
    ...rest,
    label,
    page,
    style,
    sample: JSON.parse(sample),
    ...(variables.trim() !== '' && { variables: JSON.parse(variables) }),
  }
  // The API checks it and says what is wrong.
  return body as SourceBody
}

type Read = { data: Record<string, unknown> | undefined; schema: Record<string, unknown> | undefined }

/** As the page at `/live/` shows it, with its sample and schema as they are read; nothing while they are no JSON. */
export function writtenOf(
  id: string,
  { label, files, rest }: Source,
  { data, schema }: Read,
): WrittenTemplate | undefined {
  if (!data || (files.variables.trim() !== '' && !schema)) return undefined
  const template = {
    orientation: 'portrait',
    ...rest,
    ...{ id, label, page: files.page, style: files.style },
    ...(schema && { variables: schema }),
  }
  // What is wrong with the rest of it the service says.
  return { template: template as WrittenTemplate['template'], data }
}

export function pathOf(id: string): string {
  return `/v1/templates/${id.split('/').map(encodeURIComponent).join('/')}`
}

/** The draft if there is one, else the latest version, which is asked for meanwhile. */
export async function loadTemplate(
  platen: Platen,
  id: string,
): Promise<{ stored: Stored; hasDraft: boolean }> {
  const path = pathOf(id)
  const latest = platen.template(id)
  // Its fault is told if it is wanted.
  latest.catch(() => undefined)
  const hasDraft = await platen.call<'listTemplateVersions'>('GET', `${path}/versions`).then(
    ({ has_draft }) => has_draft,
    (error) => {
      // Without a version there may still be a draft.
      if (error instanceof NotFoundError) return true
      throw error
    },
  )
  if (hasDraft)
    return { stored: await platen.call<'getTemplateDraft'>('GET', `${path}/draft`), hasDraft: true }
  return { stored: await latest, hasDraft: false }
}

const MAX_NAME = 40

/** `rent-invoice` of "Rent invoice": what may be the name of a template; empty where the label has nothing of it. */
export function slugOf(label: string): string {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]/).filter(Boolean)
  return words.join('-').slice(0, MAX_NAME).replace(/-$/, '')
}

/** An object that a text of JSON says; nothing if it says none. */
export function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function schemaIn(text: string): Schema | undefined {
  return parsed(text)
}

function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}
