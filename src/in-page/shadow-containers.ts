/** Boxes that scroll or clip in the shadow trees of components. The walk does not enter these, so that what is cut there stays cut. */
import { native } from './dom'
import type { FindingCollector } from './finding-collector'
import type { Layout } from './layout'

/** Elements of one tree that are looked at. */
const MAX_LOOKED_AT = 2000
const FIELDS = 'input,select,textarea,svg,canvas,video,iframe'

/** Collects such boxes of a component, and reports it if one of them cuts text. */
export function checkShadow(collector: FindingCollector, layout: Layout, host: Element): void {
  const boxes = containersIn(host)
  layout.shadowed.push(...boxes.map((element) => ({ element })))
  const cut = Math.max(0, ...boxes.map(cutBy))
  if (cut > 0) collector.report('hidden_overflow', host, cut)
}

function containersIn(host: Element): Element[] {
  const { shadowRoot } = native(host)
  if (!shadowRoot) return []
  return [...native(shadowRoot).querySelectorAll('*')].slice(0, MAX_LOOKED_AT).flatMap((element) => {
    const { overflowX, overflowY, display } = getComputedStyle(element)
    const isOpen = overflowX === 'visible' && overflowY === 'visible'
    const isContainer = !isOpen && display !== 'inline' && !native(element).matches(FIELDS)
    return [...(isContainer ? [element] : []), ...containersIn(element)]
  })
}

/** By how many CSS pixels a box hides what is in it, if that is text. What has no height is closed. */
function cutBy(box: Element): number {
  const { clientWidth, clientHeight, scrollWidth, scrollHeight, textContent } = native(box)
  if (clientWidth < 4 || clientHeight < 8 || !/\S/.test(textContent)) return 0
  const across = scrollWidth - clientWidth
  const down = scrollHeight - clientHeight
  return across > 4 || down > 8 ? Math.max(across, down) : 0
}
