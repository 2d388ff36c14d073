/** What goCreditMode found and did, in words. */
import { type Count, readOptimization } from './optimization'
import { FINDINGS, TEXTS } from './texts'

export function OptimizationReport({ header }: { header: string }) {
  const { score, pages, found, repaired, left, scale } = readOptimization(header)
  const isLeft = (kind: string) => left.some((one) => one.kind === kind)
  return (
    <section class="report" aria-label={TEXTS.report}>
      <div class="report-head">
        <h2>{TEXTS.report}</h2>
        {score && (
          <p class="score">
            <span class="unseen">{TEXTS.score}</span>
            <s>{score.before}</s> <strong>{score.after}</strong>
            <span class="hint"> / 100</span>
          </p>
        )}
      </div>
      {found.length === 0 && <p>{TEXTS.nothingFound}</p>}
      <ul class="findings">
        {found.map((one) => (
          <li key={one.kind} class={isLeft(one.kind) ? 'left' : 'done'}>
            <span class="tag">
              {repaired.includes(one.kind) ? (isLeft(one.kind) ? TEXTS.partly : TEXTS.repaired) : TEXTS.found}
            </span>{' '}
            {wordsFor(one)}
          </li>
        ))}
        {left
          .filter(({ kind }) => !found.some((one) => one.kind === kind))
          .map((one) => (
            <li key={one.kind} class="left">
              <span class="tag">{TEXTS.left}</span> {wordsFor(one)}
            </li>
          ))}
      </ul>
      <p class="hint">
        {[pages && TEXTS.pagesFromTo(pages), scale && TEXTS.printScale(scale)].filter(Boolean).join(' · ')}
      </p>
    </section>
  )
}

function wordsFor({ kind, count }: Count): string {
  return `${FINDINGS[kind] ?? kind.replaceAll('_', ' ')}${count > 1 ? ` (${count})` : ''}`
}
