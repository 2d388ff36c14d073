/** What the Studio and the frame at `/live/` say to each other. */
import type { Paper } from '../../src/in-page/paper-types'
import type { TemplateSource } from '../../src/templates/manifest'

export type WrittenTemplate = {
  template: Omit<TemplateSource, 'sample'>
  data: Record<string, unknown>
}
/** One of our own, by its id. */
export type WrittenBuiltin = { builtin: string; data: Record<string, unknown> }
export type Written = { html: string; css: string } | WrittenTemplate | WrittenBuiltin

export type LiveRequest = { id: number; written: Written; paper: Paper }

/** `paper` in CSS pixels: a document may have a size of its own. */
export type LiveAnswer =
  | { ready: true }
  | { id: number; paper: { width: number; height: number } }
  | { id: number; failed: true }
