/** Contact sheets: the first pages of each document as Chromium, Platen and goCreditMode print them. */
const PAGES = 4
const WIDTH = 112
/** Documents on one sheet. */
export const ROWS = 8

export const thumbnails = { width: WIDTH * 1.5, pages: PAGES }

/**
 * An HTML page with the pages of some documents.
 * @param {{ name: string, note: string, prints: { label: string, pictures: Uint8Array[] }[] }[]} documents
 */
export function sheetOf(documents) {
  return `<!doctype html><meta charset="utf-8"><style>
    body{margin:8px;background:#bbb;font:12px sans-serif}
    section{display:flex;gap:14px;margin-bottom:10px}
    h2{font-size:13px;margin:0 0 3px} div{display:flex;gap:4px} img{width:${WIDTH}px;align-self:start}
  </style>${documents.map(row).join('')}`
}

function row({ name, note, prints }) {
  const parts = prints.map(({ label, pictures }) => {
    const images = pictures.map(
      (picture) => `<img src="data:image/png;base64,${Buffer.from(picture).toString('base64')}">`,
    )
    return `<div style="min-width:${(WIDTH + 4) * PAGES}px;flex-wrap:wrap"><p style="width:100%;margin:0">${label}</p>${images.join('')}</div>`
  })
  return `<h2>${name} <small>${note}</small></h2><section>${parts.join('')}</section>`
}
