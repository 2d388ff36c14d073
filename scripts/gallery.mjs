/** `docs/guide/gallery.md` and its contact sheet: every built-in template at a glance. */

/** How the gallery's own sheet is laid out, in pixels. */
const GALLERY = { columns: 5, cell: { width: 340, height: 481 } }
const GAP = 24

/** The page that names every template, its picture and what it is for. */
export function gallery(templates) {
  const entries = templates.map(
    ({ id, label, description }) =>
      `### ${label}\n\n\`${id}\`: ${description}\n\n<img src="../../templates/${id}/preview.png" alt="${label}" width="420">\n`,
  )
  return `# Gallery\n\nEvery template that comes with Platen, with its sample data. Made by \`npm run goldens -- --accept\`; what the\nvariables are is told by \`GET /v1/templates/{category}/{name}\`, and by [templates.md](templates.md).\n\n![All templates](gallery.png)\n\n${entries.join('\n')}`
}

/**
 * One picture of all previews, each fitted into a cell of a grid, on a grey that lets white paper stand out. Where a
 * preview is missing, its cell is empty.
 */
export function contactSheet(previews, { columns, cell } = GALLERY) {
  const rows = Math.ceil(previews.length / columns)
  const width = GAP + columns * (cell.width + GAP)
  const height = GAP + rows * (cell.height + GAP)
  const sheet = { width, height, data: Buffer.alloc(width * height * 4, 226) }
  previews.forEach((preview, index) => {
    if (!preview) return
    const scale = Math.min(cell.width / preview.width, cell.height / preview.height)
    const size = { width: Math.floor(preview.width * scale), height: Math.floor(preview.height * scale) }
    const left = GAP + (index % columns) * (cell.width + GAP) + Math.floor((cell.width - size.width) / 2)
    const top =
      GAP + Math.floor(index / columns) * (cell.height + GAP) + Math.floor((cell.height - size.height) / 2)
    draw(sheet, preview, { left, top, ...size })
  })
  return sheet
}

/** Scales by averaging the pixels that fall into each, so that hairlines stay. */
function draw(sheet, picture, { left, top, width, height }) {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = average(picture, {
        left: Math.floor((x * picture.width) / width),
        right: Math.max(
          Math.floor(((x + 1) * picture.width) / width),
          Math.floor((x * picture.width) / width) + 1,
        ),
        top: Math.floor((y * picture.height) / height),
        bottom: Math.max(
          Math.floor(((y + 1) * picture.height) / height),
          Math.floor((y * picture.height) / height) + 1,
        ),
      })
      sheet.data.set(colour, ((top + y) * sheet.width + left + x) * 4)
    }
  }
}

function average(picture, { left, right, top, bottom }) {
  const sum = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      for (let channel = 0; channel < 4; channel++)
        sum[channel] += picture.data[(y * picture.width + x) * 4 + channel]
    }
  }
  const count = (right - left) * (bottom - top)
  return sum.map((value) => Math.round(value / count))
}
