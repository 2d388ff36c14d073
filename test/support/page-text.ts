/** The words of a template's page, and the values that should stand there. */
import { renderDocument } from '../../src/templates/compile-page'
import type { TemplateSource } from '../../src/templates/manifest'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of a page, with one blank between them. */
export async function pageText(template: TemplateSource, data: Record<string, unknown>): Promise<string> {
  const { html } = await renderDocument(template, data)
  return html
    .slice(html.indexOf('<body'))
    .replace(/<svg[\s\S]*?<\/svg>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
}

/** Every text in a value, with its place: `lines.0.name`. */
export function* leaves(value: unknown, path = ''): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* leaves(each, path ? `${path}.${key}` : key)
  }
}
