/** What `scripts/templates.mjs` packs of `templates/_markdown`. */
import type { FontFace } from '../templates/font-face-styles'

export const markdown: {
  /** What all styles share. */
  base: string
  /** What formulas need beside it. */
  math: string
  /** What notes at the feet of pages need beside it. */
  notes: string
  styles: Record<'letter' | 'report' | 'manual', string>
  /** Faces that the templates do not have. */
  fonts: FontFace[]
}
