/** The table of all documents. */

/** Words that are named for each verdict. */
const EXAMPLES = 6

/** A verdict as it is told: with the first of what it is about. */
export function told({ verdict, what }) {
  const more = what.length > EXAMPLES ? ` and ${what.length - EXAMPLES} more` : ''
  return `${verdict}: ${what.slice(0, EXAMPLES).join(' ')}${more}`
}

/** The table: pages and percent of words lost as Chromium/Platen/goCreditMode. */
export function markdown(results) {
  const head =
    '| document | pages | lost % | score | ms | warnings | to look at | accepted |\n| --- | --- | --- | --- | --- | --- | --- | --- |'
  const lines = results.map(({ name, pages, lost, score = '', ms = [], warnings, verdicts, reasons }) => {
    const cells = [
      name,
      pages.join('/'),
      lost.join('/'),
      score,
      ms.join('/'),
      warnings.length,
      verdicts.map(told).join('; '),
      reasons.join(' '),
    ]
    return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  })
  return `${[head, ...lines].join('\n')}\n`
}
