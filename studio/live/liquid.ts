/** A template with its data as HTML and CSS, by the engine and the filters that print it. A part of its own: it is large. */
import { renderDocument } from '../../src/templates/compile-page'
import type { WrittenTemplate } from './live-messages'

/** Throws what the engine says of faults. Nothing here may run for long: the engine counts its steps. */
export async function render({ template, data }: WrittenTemplate): Promise<{ html: string; css: string }> {
  const { html, css = '' } = await renderDocument({ ...template, sample: {} }, data)
  return { html, css }
}
