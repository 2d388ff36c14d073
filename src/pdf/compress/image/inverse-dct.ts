/** The inverse cosine transform of a block (ITU-T T.81, A.3.3), which leaves out what is 0. */

/** Samples of a block, across and down. */
export const BLOCK = 8
/** Coefficients of a block. */
export const ZIGZAG_LENGTH = BLOCK * BLOCK

/** What a coefficient of a row contributes to each sample, by coefficient, then sample. */
const BASIS = Float32Array.from({ length: ZIGZAG_LENGTH }, (_, index) => {
  const [frequency, place] = [Math.floor(index / BLOCK), index % BLOCK]
  const scale = frequency === 0 ? Math.SQRT1_2 : 1
  return (scale / 2) * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16)
})

/** So that values are around the middle of a byte. */
const LEVEL = 128

const rows = new Float32Array(ZIGZAG_LENGTH)
const sums = new Float32Array(BLOCK)

/** Writes the samples of `coefficients`, in rows. `last`: whether any but the first is not 0. */
export function inverseDct(
  coefficients: Int32Array,
  last: number,
  { samples, at, stride }: { samples: Uint8ClampedArray; at: number; stride: number },
): void {
  if (last === 0) {
    const value = (coefficients[0] ?? 0) / BLOCK + LEVEL
    for (let y = 0; y < BLOCK; y++) samples.fill(value, at + y * stride, at + y * stride + BLOCK)
    return
  }
  let used = 0
  for (let v = 0; v < BLOCK; v++) {
    const row = v * BLOCK
    let isUsed = false
    for (let u = 0; u < BLOCK; u++) {
      const value = coefficients[row + u] ?? 0
      if (value === 0) continue
      if (!isUsed) rows.fill(0, row, row + BLOCK)
      isUsed = true
      for (let x = 0; x < BLOCK; x++)
        rows[row + x] = (rows[row + x] ?? 0) + value * (BASIS[u * BLOCK + x] ?? 0)
    }
    if (isUsed) used |= 1 << v
  }
  for (let y = 0; y < BLOCK; y++) {
    sums.fill(LEVEL)
    for (let v = 0; v < BLOCK; v++) {
      if (((used >> v) & 1) === 0) continue
      const weight = BASIS[v * BLOCK + y] ?? 0
      for (let x = 0; x < BLOCK; x++) sums[x] = (sums[x] ?? 0) + weight * (rows[v * BLOCK + x] ?? 0)
    }
    samples.set(sums, at + y * stride)
  }
}
