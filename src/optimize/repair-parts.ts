/** What repairs are made of: style rules for the elements that the audit tagged. Pure. */

import type { TableSplit } from '../in-page/paper-types'

/** Print scale is never made smaller than this, nor a table. */
export const MIN_SCALE = 0.7

/** What a rule contributes to a repair: style rules, the tags they reach, the print scale they need, tables to split. */
export type Part = { css: string; tags: string[]; scale?: number; splits?: TableSplit[] }

/** A style rule for the elements that the audit marked so; in it `--platen-size` is the size that they were marked with. */
export const on = (name: string, declarations: string) =>
  `[data-platen~="${name}"]{${declarations.replaceAll('--platen-size', `--platen-${name}`)}}`

/** A part of style rules by the tags that they reach, and of others (`more`). */
export const taggedRules = (rules: Readonly<Record<string, string>>, more = ''): Part => ({
  css: Object.entries(rules)
    .map(([name, declarations]) => on(name, declarations))
    .join('')
    .concat(more),
  tags: Object.keys(rules),
})

/** Declarations for what fills the width around it, no wider than a CSS length. */
export function fill(width: string): string {
  return `width:100%!important;max-width:min(100%,${width})!important`
}

/** Makes a box smaller as a whole, by the size that it was marked with. */
export const ZOOM = 'zoom:calc(var(--platen-size)/1px)!important'

/**
 * What nobody sees, as copies of heads that follow a scrolled table, and is wider than the page: once the boxes around it
 * are opened, it would make the whole page smaller.
 */
export const UNSEEN: Readonly<Record<string, string>> = {
  unseen:
    'display:block!important;left:0!important;right:auto!important;max-width:100%!important;overflow:clip!important',
}

/** Frameworks give the whole page the least width that they need on a screen. */
export const ROOTS = 'html,body{min-width:0!important}'
export const LEAST_WIDTH: Readonly<Record<string, string>> = { least_width: 'min-width:0!important' }
/** The same of a box on its own: what is in it may then need nothing else. */
export const withoutLeastWidth: Part = taggedRules(LEAST_WIDTH, ROOTS)

/** Lines of boxes that are rows of a table keep their columns: their cells wrap, in smaller text. */
export const lines = (name: string): Part =>
  taggedRules(
    {
      [name]: `flex-wrap:nowrap!important;width:auto!important;min-width:0!important;max-width:100%!important;${ZOOM}`,
    },
    `[data-platen~="${name}"]>*{min-width:0!important;flex-shrink:1!important;box-sizing:border-box!important;text-wrap-mode:wrap!important}`,
  )

/** Both, as one. */
export const joined = (one: Part, other: Part): Part => ({
  ...one,
  css: one.css + other.css,
  tags: [...one.tags, ...other.tags],
})
