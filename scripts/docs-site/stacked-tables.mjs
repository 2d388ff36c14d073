/** Tables that are too wide for a phone: there the style shows each row as a block, and before a cell the head of its column. */

/** With fewer columns a table fits, and so does one whose cells are all short. */
const MIN_COLUMNS = 4
const MIN_CHARACTERS = 90

/** Gives such tables among `tokens` of markdown-it the class `stacked`, and their cells `data-head`. */
export function stackWideTables(tokens) {
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'table_open') continue
    const end = tokens.findIndex(({ type }, index) => index > at && type === 'table_close')
    const within = tokens.slice(at, end)
    const heads = cellsOf(within, 'th_open').map(({ text }) => text)
    const cells = cellsOf(within, 'td_open')
    if (heads.length < MIN_COLUMNS || !cells.some(({ text }) => text.length >= MIN_CHARACTERS)) continue
    token.attrSet('class', 'stacked')
    for (const [index, { opening }] of cells.entries()) {
      const head = heads[index % heads.length]
      // What the first cell says is what the row is about.
      if (head && index % heads.length > 0) opening.attrSet('data-head', head)
    }
  }
}

/** Cells in their order. What stands in one is the token behind its opening. */
function cellsOf(tokens, type) {
  return tokens.flatMap((opening, at) =>
    opening.type === type ? [{ opening, text: tokens[at + 1]?.content ?? '' }] : [],
  )
}
