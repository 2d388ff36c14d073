/** What `scripts/templates.mjs` packs; `manifest.ts` says what the parts mean. */
import type { FontFace } from './font-face-styles'
import type { BuiltinTemplate, Variables } from './manifest'

export const design: {
  /** Style sheet that every template builds on. */
  style: string
  partials: Record<string, string>
  /** Our words by language, then by key. */
  words: Record<string, Record<string, string>>
  fonts: FontFace[]
  /** The fields of `options.invoice`, as a template's data may hold them. */
  invoice: Variables
}
export const templates: BuiltinTemplate[]
