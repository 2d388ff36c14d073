/** What the search of the site reads: a row a section, with the words that its text has. */

/** Too frequent to tell pages apart. */
const COMMON = new Set(
  'a an and are as at be by can for from has have if in is it its no not of on one or than that the their then there they this to was what which with you your'.split(
    ' ',
  ),
)
/** Words of a section that are kept: enough for the table of all options. */
const MAX_WORDS = 800

/** `pages` with `sections`; returns `[path, title, [[id, title, words], …]]` a page. */
export function searchIndex(pages) {
  return pages.map(({ path, title, sections }) => [
    path,
    title,
    sections
      .map(({ id, title: heading, text }) => [id, heading, wordsOf(text.join(' '))])
      .filter(([, heading, words]) => heading || words),
  ])
}

function wordsOf(text) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_/-]*/gu) ?? []
  const known = new Set(words.filter((word) => word.length > 1 && word.length < 30 && !COMMON.has(word)))
  return [...known].slice(0, MAX_WORDS).join(' ')
}
