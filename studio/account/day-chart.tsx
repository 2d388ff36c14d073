/** A bar for each day. The table beside it says the same to those who do not see it. */
import { countOf, dayOf } from '../shell/format'

const HEIGHT = 140
const WIDTH = 960

export function DayChart({ days }: { days: readonly { day: string; value: number }[] }) {
  const most = Math.max(1, ...days.map(({ value }) => value))
  const step = WIDTH / days.length
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return null
  return (
    <figure class="chart" aria-hidden="true">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden, the table says it */}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        {days.map(({ day, value }, at) => {
          const height = value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT)
          return (
            <rect
              key={day}
              x={at * step + step * 0.12}
              y={HEIGHT - height}
              width={step * 0.76}
              height={height}
            >
              <title>{`${dayOf(day)}: ${countOf(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption>
        <span>{dayOf(first.day)}</span>
        <span>{dayOf(last.day)}</span>
      </figcaption>
    </figure>
  )
}
