/** Repairs of what boxes hide because they scroll or clip. Pure. */
import type { Audit } from '../in-page/findings'
import { joined, lines, type Part, taggedRules, UNSEEN, ZOOM } from './repair-parts'

const SHOWN =
  'overflow:visible!important;height:auto!important;max-height:none!important;text-overflow:clip!important;-webkit-line-clamp:none!important'
const GROWING = 'height:auto!important;max-height:none!important;overflow:visible!important'

/** Content in the flow, which takes the room that it needs. */
const FLOWING: Readonly<Record<string, string>> = {
  ...UNSEEN,
  hidden_overflow: SHOWN,
  'hidden_overflow-block': 'display:flow-root!important',
  // The line ends and the spaces of code stay.
  'hidden_overflow-nowrap': 'text-wrap-mode:wrap!important',
  'hidden_overflow-grow': GROWING,
  'hidden_overflow-filling':
    'position:relative!important;inset:auto!important;width:auto!important;height:auto!important',
  'hidden_overflow-track':
    'flex-wrap:wrap!important;width:auto!important;max-width:100%!important;transform:none!important',
  'hidden_overflow-slide':
    'height:auto!important;min-height:var(--platen-size)!important;break-inside:avoid!important',
  'hidden_overflow-picture': 'max-width:100%!important;height:auto!important',
  // Not repeated.
  'hidden_overflow-head': 'display:table-row-group!important',
  'hidden_overflow-field': 'field-sizing:content!important;height:auto!important;max-height:none!important',
}
const SLIDES = '[data-platen~="hidden_overflow-track"]>*{max-width:100%!important}'

/** Content placed by coordinates, in a frame that becomes smaller as a whole. */
const PLACED: Readonly<Record<string, string>> = {
  'hidden_overflow-open': 'overflow:visible!important;max-height:none!important',
  'hidden_overflow-higher':
    'height:auto!important;min-height:var(--platen-size)!important;max-height:none!important;overflow:visible!important',
  'hidden_overflow-high': 'height:var(--platen-size)!important;max-height:none!important',
  // A box of a contained size is not broken: what its picture has below the ink would have it stand on the next page.
  'hidden_overflow-whole':
    'overflow:clip!important;contain:size!important;box-sizing:border-box!important;width:var(--platen-size)!important;margin-inline:auto!important',
  'hidden_overflow-zoom': ZOOM,
}

/** Boxes that scroll, alone: what others keep out of sight, as a drawer beside a card, stays there. */
const PANES: Readonly<Record<string, string>> = {
  ...UNSEEN,
  'hidden_overflow-pane': `${SHOWN};display:flow-root!important`,
  'hidden_overflow-grow': GROWING,
}

/** Shows both at first; if that does harm, one kind of content after the other, and then what scrolls alone. */
export function showHidden({ hasPanes }: Audit, attempt: number): Part | undefined {
  if (attempt === 0)
    return joined(taggedRules({ ...FLOWING, ...PLACED }, SLIDES), lines('hidden_overflow-line'))
  if (attempt === 1) return taggedRules(PLACED)
  if (attempt === 2) return taggedRules(FLOWING, SLIDES)
  return attempt === 3 && hasPanes ? taggedRules(PANES) : undefined
}
