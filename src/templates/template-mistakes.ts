/** Templates that are valid and print something else than their author means, told when they are stored. */

import { nearestName } from '../text/nearest-name'
import { variablesOf } from './compile-page'
import { findUnreadSample } from './data-warnings'
import { findForeignHabits } from './liquid-habits'
import type { TemplateSource } from './manifest'

/** Names that are told one by one. */
const MAX_TOLD = 10
const MAX_SHOWN = 60

/** What the owner of a template is told of it. `sample` is what `fitData` makes of its own. */
export function findTemplateMistakes(template: TemplateSource): string[] {
  const other = notAPage(template.page)
  if (other !== undefined) return [other]
  return [
    ...findForeignHabits(template.page),
    ...unreadEssentials(template),
    ...findUnreadSample(template, 'sample'),
  ]
}

/** What the owner of an endpoint is told of what it stores: its own document, or data for a template. */
export function findEndpointMistakes(template: TemplateSource, data: Record<string, unknown> = {}): string[] {
  if (!template.id.startsWith('endpoint/')) return findUnreadSample({ ...template, sample: data }, 'data')
  return findTemplateMistakes(template).map((mistake) =>
    mistake
      .replace(/^page\b|the page$/, 'html')
      .replace(/^sample(?=[.[])/, 'data')
      .replace('by the page', 'by html'),
  )
}

/** A page that names where it is in place of holding it. */
function notAPage(page: string): string | undefined {
  const text = page.trim()
  if (text === '') return 'page is blank'
  if (text.length > 2000 || /[<{]/.test(text)) return undefined
  if (/^(?:https?:\/\/|www\.)\S*$/i.test(text))
    return 'page is an address, which is not fetched: send the Liquid itself'
  if (/^@?(?:[a-z]:[\\/]|\.{0,2}\/)?[^\s]{1,400}\.(?:liquid|html?|md|hbs)$/i.test(text))
    return 'page is the name of a file: send the Liquid that it holds'
  return 'page has no tags and no variables: it prints as it is, whatever the data'
}

/** What is said to be essential and is never read. */
function unreadEssentials(template: TemplateSource): string[] {
  const reads = variablesOf(template)
  if (reads.length === 0) return []
  const lost = (template.essential ?? []).flatMap((path) => {
    const names = path.split('.', 1)[0]?.split('|') ?? []
    return names.filter((name) => !reads.includes(name))
  })
  return [...new Set(lost)].slice(0, MAX_TOLD).map((name) => {
    const near = nearestName(name, reads)
    return `essential: ${name.slice(0, MAX_SHOWN)} is not read by the page${near === undefined ? '' : `; did you mean "${near}"?`}`
  })
}
