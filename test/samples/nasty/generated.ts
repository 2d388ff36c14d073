/** Documents too large to keep: each stretches one limit of the standards (clauses of ISO 19005-1 in brackets). */

const words = 'total tax invoice customer service discount shipping quarter contract façade straße affine'.split(' ')

function sentence(seed: number): string {
  return Array.from({ length: 12 }, (_, i) => words[(seed * 7 + i * i) % words.length]).join(' ')
}

function page(title: string, body: string, style = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>body{font:12px "DejaVu Sans",sans-serif}${style}</style></head><body>${body}</body></html>`
}

function rows(count: number): string {
  return Array.from({ length: count }, (_, i) => `<tr><td>${i}</td><td>${sentence(i)}</td></tr>`).join('')
}

/** More rows in one table than an array may have elements, over more pages than a real may have units (6.1.12). */
export function longTable(): string {
  const head = '<thead><tr><th>No</th><th>Text</th></tr></thead>'
  return page('9,500 rows', `<table>${head}<tbody>${rows(9_500)}</tbody></table>`)
}

/** As `longTable`, with the rows straight in a list and in the body: arrays that no table section can split. */
export function longList(): string {
  const items = Array.from({ length: 9_000 }, (_, i) => `<li>${i}</li>`).join('')
  const paragraphs = Array.from({ length: 9_000 }, (_, i) => `<p>${i}</p>`).join('')
  return page('Long lists', `<ul>${items}</ul>${paragraphs}`, 'p{margin:0}')
}

/** 500 pages, a shadow on three of them. */
export function manyPages(): string {
  const shadow = '<div style="box-shadow:0 4px 12px rgba(0,0,0,.4);padding:8px">shadow</div>'
  const one = (i: number) =>
    `<section><h2>Page ${i}</h2><p>${sentence(i)}</p>${i % 200 === 7 ? shadow : ''}</section>`
  return page('500 pages', Array.from({ length: 500 }, (_, i) => one(i)).join(''), 'section{break-after:page}')
}

/** More named destinations than a dictionary may have entries (6.1.12), and links to each. */
export function manyAnchors(): string {
  const links = Array.from({ length: 4_500 }, (_, i) => `<a href="#a${i}">${i}</a> `).join('')
  const targets = Array.from({ length: 4_500 }, (_, i) => `<span id="a${i}">${i}</span> `).join('')
  return page('4,500 anchors', `<p>${links}</p><p>${targets}</p>`)
}

/** A link address and a title longer than a string of parts 2 and 3 (32,767 bytes), and a long alternative text. */
export function longStrings(): string {
  const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  return page('t'.repeat(40_000), `<p><img alt="${'a'.repeat(40_000)}" width="40" height="40" src="${image}"></p>`)
}

/** 20 pages of prose with headings: the document whose time is measured. */
export function prose(pages = 20): string {
  const paragraph = (i: number) => `<p>${Array.from({ length: 8 }, (_, k) => sentence(i + k)).join('. ')}.</p>`
  const chapter = (i: number) =>
    `<h2>Chapter ${i + 1}</h2>${Array.from({ length: 8 }, (_, k) => paragraph(i * 8 + k)).join('')}`
  return page('Prose', Array.from({ length: pages }, (_, i) => chapter(i)).join(''), 'h2{break-before:page}')
}
