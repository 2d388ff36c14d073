/**
 * Sources that are valid and print something else than their author means: a template that nobody filled, text that was
 * read in another encoding, styles that are no rules. Told before anything is rendered. Linear: each pattern is tried once.
 */
import { MISREAD } from '../text/misread'
import { isPageOfFile } from '../text/page-of-file'
import { withoutParts } from './document-mistakes'
import { findElementMistakes, findLazyPictures } from './element-mistakes'
import { findEscapedElements, findForeignMarkup } from './foreign-markup'
import { findStyleMistakes } from './style-mistakes'
import { MAX_LOOKED_AT, NO_TEXT, SHOWN, shownIf, textOf, unfilled } from './unfilled-markup'

/** A comment in the place of markup, as models write it. */
const ELISION =
  /<!--\s{0,9}(?:\.{3}|…)?\s{0,3}(?:(?:the )?rest of|remaining|more [a-z]{1,20} (?:here|go)|add (?:more|your)|continue|existing)\b[^>\n]{0,60}/i
const PICTURE = /<img\b[^<>]{0,200}?\ssrc=["']?(https:\/\/[^\s"'<>]{1,300})/gi

/** What a caller is told of HTML that prints, but was not finished, or was damaged on its way. */
export function findSourceMistakes(html: string): string[] {
  if (SHOWN.test(html)) return []
  const markup = withoutParts(html.slice(0, MAX_LOOKED_AT), NO_TEXT)
  return [
    // Scripts may fill a template; what they leave is found in the page.
    ...(/<script\b/i.test(html) ? [] : [...unfilled('html', markup), ...findForeignMarkup(markup)]),
    ...(MISREAD.test(markup)
      ? [
          'html is UTF-8 that was read as Latin-1 on its way here: a letter beyond ASCII has become two or three',
        ]
      : []),
    ...(markup.includes('[object Object]')
      ? ['html has "[object Object]": an object was put where its text was meant']
      : []),
    ...(markup.includes('\ufffd')
      ? [
          'html has U+FFFD, which stands for letters that were lost: it was read in another encoding on its way here',
        ]
      : []),
    ...(/<[a-z][a-z0-9]{0,20} [a-z-]{1,30}=[”“„]/i.test(markup)
      ? ['html has typographic quotes around its attributes: send straight ones']
      : []),
    ...findStyleMistakes(html),
    ...findEscapedElements(markup),
    ...findElementMistakes(markup),
    ...findLazyPictures(html),
    ...shownIf(
      ELISION.exec(html.slice(0, MAX_LOOKED_AT))?.[0],
      (found) => `html has ${found}, where a model left something out`,
    ),
    ...shownIf(
      [...markup.matchAll(PICTURE)].map(([, address = '']) => address).find(isPageOfFile),
      (found) => `${found} is a page about a picture, and no picture: use the address of the file itself`,
    ),
    ...(/(?:src|href)=["']data:image\/(?:png|jpe?g|gif|webp),/i.test(markup)
      ? ['html has a picture as data: without ";base64": write data:image/png;base64,…']
      : []),
    ...shownIf(
      TWICE_ESCAPED.exec(markup)?.[0],
      (found) =>
        `html has ${found}, which is printed as ${found.replace('amp;', '')}: it was escaped twice on its way here`,
    ),
    ...findLostLetters(markup),
    ...(/>\\n\s{0,20}</.test(markup) && !html.includes('\n')
      ? ['html has \\n between its tags, which is printed: it was escaped twice on its way here']
      : []),
  ]
}

/** What a character becomes that is escaped twice; signs of markup are `findEscapedElements`'s. */
const TWICE_ESCAPED =
  /&amp;(?:amp|quot|nbsp|euro|pound|copy|szlig|[aeiouyn](?:uml|acute|grave|circ|tilde)|[nm]dash|#\d{2,5});/i

/** Words in the middle of which a question mark stands for a letter that was lost; two of them are no slip. */
function findLostLetters(markup: string): string[] {
  if (!markup.includes('?')) return []
  const words = textOf(markup).match(/(?<![\w/.?=&%-])[A-Za-zÀ-ÿ]{1,20}\?[a-zà-ÿ]{1,20}(?![\w=?/&.])/g) ?? []
  const [first, second] = new Set(words)
  return second === undefined
    ? []
    : [
        `html has ${first}, ${second}: letters were lost in another encoding on their way here, and are printed as ?`,
      ]
}
