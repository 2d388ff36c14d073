/** Predictors that make images deflate better (PNG 9.2): each row by the one that leaves the least. */

/** Sub, Up and Paeth; Average rarely wins and costs as much. */
const KINDS = [0, 1, 2, 4] as const

/** Rows of `width` pixels of so many bytes, each behind the number of its predictor. */
export function predictRows(
  samples: Uint8Array,
  { width, channels }: { width: number; channels: number },
): Uint8Array {
  const length = width * channels
  const rows = samples.length / length
  const predicted = new Uint8Array(samples.length + rows)
  const candidates = KINDS.map(() => new Uint8Array(length))
  const none = new Uint8Array(length)
  for (let row = 0; row < rows; row++) {
    const current = samples.subarray(row * length, (row + 1) * length)
    const above = row === 0 ? none : samples.subarray((row - 1) * length, row * length)
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (const [index, kind] of KINDS.entries()) {
      const sum = predictRow(current, above, { kind, channels, into: candidates[index] ?? none })
      if (sum >= least) continue
      least = sum
      best = index
    }
    predicted[row * (length + 1)] = KINDS[best] ?? 0
    predicted.set(candidates[best] ?? current, row * (length + 1) + 1)
  }
  return predicted
}

/** Returns the sum of the differences, each as the distance from 0. */
function predictRow(
  current: Uint8Array,
  above: Uint8Array,
  { kind, channels, into }: { kind: number; channels: number; into: Uint8Array },
): number {
  let sum = 0
  for (let at = 0; at < current.length; at++) {
    const left = at >= channels ? (current[at - channels] ?? 0) : 0
    const up = above[at] ?? 0
    const guess =
      kind === 0
        ? 0
        : kind === 1
          ? left
          : kind === 2
            ? up
            : paeth(left, up, at >= channels ? (above[at - channels] ?? 0) : 0)
    const difference = ((current[at] ?? 0) - guess) & 255
    into[at] = difference
    sum += difference < 128 ? difference : 256 - difference
  }
  return sum
}

function paeth(left: number, up: number, corner: number): number {
  const a = Math.abs(up - corner)
  const b = Math.abs(left - corner)
  const c = Math.abs(left + up - 2 * corner)
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
