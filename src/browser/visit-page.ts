/** Does in a page what the caller wants done before it is printed, and waits after each step until it is whole again. */
import type { CallInPage } from '../in-page/contract'
import type { Readiness, Settled } from '../in-page/ready-types'
import { DocumentError } from './page-errors'
import type { Visit } from './print-request'

type Loaded = Readiness | Settled

/**
 * Clicks, scrolls, then hides. `first` is what is known of the whole document; returns what is known of it then. Throws a
 * `DocumentError` for a selector that the browser does not understand.
 */
export async function visitPage(
  { click = [], hide = [], scroll }: Visit,
  first: Loaded,
  {
    callInPage,
    untilWhole,
    warnings,
  }: { callInPage: CallInPage; untilWhole: () => Promise<Loaded>; warnings: string[] },
): Promise<Loaded> {
  let found = first
  for (const selector of click) {
    if (await callInPage('clickFirst', selector).catch(namedAs('click'))) found = await untilWhole()
    else warnings.push(matchesNothing('click', selector))
  }
  if (scroll) {
    if (!(await callInPage('scrollThrough')))
      warnings.push('the page is so long that its end was not scrolled to: what loads there may be missing')
    found = await untilWhole()
  }
  if (hide.length === 0) return found
  const useless = await callInPage('hideAll', hide).catch(namedAs('hide'))
  warnings.push(...useless.map((selector) => matchesNothing('hide', selector)))
  return found
}

/** What only the browser knows to be no selector. */
function namedAs(option: 'click' | 'hide') {
  return (error: unknown): never => {
    throw error instanceof DocumentError
      ? new DocumentError(`\`${option}\` has an invalid CSS selector`)
      : error
  }
}

function matchesNothing(option: 'click' | 'hide', selector: string): string {
  return `options.${option}: nothing matches ${JSON.stringify(selector.slice(0, 100))}`
}
