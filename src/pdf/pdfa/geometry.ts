/** Boxes and matrices in PDF's terms: a matrix is [a b c d e f] and a point a row vector (ISO 32000-1 8.3.4). */

export type Matrix = [number, number, number, number, number, number]
/** Left, bottom, right, top. Empty if left ≥ right or bottom ≥ top. */
export type Box = [number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
/** The empty box, which `unite` leaves out. */
export const NOTHING: Box = [Infinity, Infinity, -Infinity, -Infinity]

/** The matrix that applies `first`, then `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first
  const [g, h, i, j, k, l] = second
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

/** The matrix of six operands or array elements; the identity where they are not six numbers. */
export function matrixOf(numbers: number[]): Matrix {
  const usable = numbers.length === 6 && numbers.every(Number.isFinite)
  return usable ? (numbers as Matrix) : IDENTITY
}

export function transform([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The smallest upright box around a transformed box. */
export function transformBox([a, b, c, d, e, f]: Matrix, [left, bottom, right, top]: Box): Box {
  const x1 = a * left + c * bottom + e
  const x2 = a * right + c * bottom + e
  const x3 = a * left + c * top + e
  const x4 = a * right + c * top + e
  const y1 = b * left + d * bottom + f
  const y2 = b * right + d * bottom + f
  const y3 = b * left + d * top + f
  const y4 = b * right + d * top + f
  return [
    Math.min(x1, x2, x3, x4),
    Math.min(y1, y2, y3, y4),
    Math.max(x1, x2, x3, x4),
    Math.max(y1, y2, y3, y4),
  ]
}

/** The smallest box around points. */
export function boundingBox(points: [number, number][]): Box {
  return points.map(([x, y]): Box => [x, y, x, y]).reduce(unite, NOTHING)
}

export function intersect(one: Box, other: Box): Box {
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]
}

export function unite(one: Box, other: Box): Box {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ]
}

export function isEmpty([left, bottom, right, top]: Box): boolean {
  return !(left < right && bottom < top)
}

/** Square points; 0 of an empty box. */
export function area(box: Box): number {
  const [left, bottom, right, top] = box
  return isEmpty(box) ? 0 : (right - left) * (top - bottom)
}

export function contains(outer: Box, inner: Box): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]
}

/** Larger on each side. */
export function grow([left, bottom, right, top]: Box, by: number): Box {
  return [left - by, bottom - by, right + by, top + by]
}

/** Whether a matrix leaves upright boxes upright: no skew, and turns by quarters only. */
export function isUpright([a, b, c, d]: Matrix): boolean {
  const isSmall = (value: number) => Math.abs(value) < 1e-6
  return (isSmall(b) && isSmall(c)) || (isSmall(a) && isSmall(d))
}
