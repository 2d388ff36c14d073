/** What `scripts/templates.mjs` packs; `manifest.ts` says what the parts mean. */
import type { FontFace } from './fonts'
import type { BuiltinTemplate } from './manifest'

export const design: {
  /** Style sheet that every template builds on. */
  style: string
  partials: Record<string, string>
  /** Our words by language, then by key. */
  words: Record<string, Record<string, string>>
  fonts: FontFace[]
}
export const templates: BuiltinTemplate[]
