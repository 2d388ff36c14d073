/** The plot of `docs/performance.md`. */
import fs from 'node:fs'
import path from 'node:path'

export const plotFile = 'performance.svg'

/** Two bars for each document: our p50 above the floor's. */
export function drawPlot(figures) {
  const [left, width, step] = [230, 470, 46]
  const longest = Math.max(...figures.flatMap(({ ours, floor }) => [ours.p50, floor.p50]))
  const bar = (y, value, color) => {
    const length = Math.round((width * value) / longest)
    return `<rect x="${left}" y="${y}" width="${length}" height="15" fill="${color}"/><text x="${left + length + 6}" y="${y + 12}">${value.toFixed(0)} ms</text>`
  }
  const bars = figures.map(({ name, ours, floor }, at) => {
    const y = 40 + at * step
    return `<text x="${left - 10}" y="${y + 20}" text-anchor="end">${name}</text>${bar(y, ours.p50, '#1f6f5c')}${bar(y + 16, floor.p50, '#b9b9b9')}`
  })
  const key = `<rect x="${left}" y="12" width="12" height="12" fill="#1f6f5c"/><text x="${left + 18}" y="22">Platen, p50</text><rect x="${left + 130}" y="12" width="12" height="12" fill="#b9b9b9"/><text x="${left + 148}" y="22">floor, p50</text>`
  const height = 50 + figures.length * step
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="780" height="${height}" font-family="sans-serif" font-size="13"><title>Milliseconds that a document takes, beside the floor</title><rect width="780" height="${height}" fill="#fff"/>${key}${bars.join('')}</svg>\n`
  fs.writeFileSync(path.join(import.meta.dirname, '../docs', plotFile), svg)
}
