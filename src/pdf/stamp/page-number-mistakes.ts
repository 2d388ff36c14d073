/** Page numbers in the notation of another program, which are drawn as they are written. */
import { type PageNumbers, pageNumbersOf } from './page-numbers'

/** What is no `{page}` and no `{pages}`, and is meant for one. */
const OTHER =
  /\{\{[^{}]{1,40}\}\}|\$\{[^{}]{1,40}\}|\{(?!pages?\})[a-z#][\w .#-]{0,40}\}|\[(?:page|topage|pages|total)\]|%[dps]\b|&[pn]\b|#\{?pages?\b|<\/?[a-z][^<>]{0,40}>/i
const MAX_SHOWN = 40

/** What a caller is told of the form of page numbers. */
export function findPageNumberMistakes(option: boolean | PageNumbers | undefined): string[] {
  const [found] = OTHER.exec(pageNumbersOf(option)?.format ?? '') ?? []
  return found === undefined
    ? []
    : [
        `page_numbers.format has ${found.slice(0, MAX_SHOWN)}, which is drawn as it is: the number of the page is {page}, that of the last one {pages}`,
      ]
}
