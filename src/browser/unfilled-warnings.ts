/** What is told of a document that shows nothing, or words for a value that is missing. */
import type { PageWarnings } from '../in-page/ready-types'
import { findMissing, findPlaces, tellPlaces } from '../text/unfilled'
import type { PrintRequest } from './print-request'

const BLANK =
  'the document shows nothing, no text, picture, field or color: look at what was to be put into it'

/** A sheet with a header or footer alone may be meant so. */
export function unfilledWarnings(
  { isBlank, unfilled = '' }: PageWarnings,
  { header, footer, drawnLater }: Pick<PrintRequest, 'header' | 'footer' | 'drawnLater'>,
): string[] {
  const hasHeaders = [header, footer, drawnLater].some((part) => part !== undefined)
  const missing = findMissing(unfilled)
  return [
    ...(isBlank && !hasHeaders ? [BLANK] : []),
    ...(unfilled.includes('[object Object]')
      ? ['the document shows "[object Object]": an object was put where its text was meant']
      : []),
    ...tellPlaces('the document', findPlaces(unfilled)),
    ...(missing === undefined ? [] : [`the document shows ${missing}`]),
  ]
}
