/** Scripts whose characters are as wide as they are high: they take the place of two. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/**
 * How many rows texts take in a column, as an estimate from their length: what a page of a fixed size needs to
 * know to set them smaller. Every text and every line break begins a row; of an object each value does.
 *
 * @param texts texts, numbers, objects and lists of them, such as a name and an address
 * @param width characters that a row holds
 */
export function countTextRows(texts: unknown, width: unknown): number {
  const across = Math.max(1, Number(width) || 60)
  if (texts === undefined || texts === null || texts === '' || typeof texts === 'boolean') return 0
  if (typeof texts === 'object') {
    return Object.values(texts).reduce((sum: number, text) => sum + countTextRows(text, across), 0)
  }
  return String(texts)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.replace(wide, '??').length / across)), 0)
}
