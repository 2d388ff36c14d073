/**
 * The documents of the smoke test: every built-in template, and one of each thing that the browser, the finishing, the
 * storage and the queue do. `check` returns what is wrong with the response, or nothing.
 *
 * @typedef {{ headers: Headers, bytes: Uint8Array, text: string, pages: number }} Made
 * @typedef {object} SmokeDocument
 * @property {string} name
 * @property {string} path
 * @property {object} body
 * @property {string} [template]
 * @property {(made: Made) => string | undefined | false} [check]
 */

const PLAIN = '<h1>Printed</h1><p>by a new version</p>'
const row = (cells) => `<tr>${'<td>wide cell</td>'.repeat(cells)}</tr>`

/** @type {SmokeDocument[]} */
const variants = [
  transform('plain HTML', { html: PLAIN }, contains('by a new version')),
  transform(
    'a page that scripts fill',
    {
      html: '<p id="p"></p><script>document.getElementById("p").textContent = "filled " + (20 + 22)</script>',
    },
    contains('filled 42'),
  ),
  transform(
    'header and footer',
    {
      html: PLAIN,
      options: {
        header_html: '<div>running head</div>',
        footer_html: '<div><span class="pageNumber"></span> of <span class="totalPages"></span></div>',
      },
    },
    both(contains('running head'), contains('1 of 1')),
  ),
  transform(
    'twenty pages',
    { html: '<p style="break-after: page">page</p>'.repeat(19) + PLAIN },
    hasPages(20),
  ),
  transform('landscape A5', { html: PLAIN, options: { paper: 'a5', orientation: 'landscape' } }, hasPages(1)),
  transform('Chinese, Arabic and Greek', { html: '<p>文档 وثيقة έγγραφο</p>' }, contains('έγγραφο')),
  transform(
    'goCreditMode',
    { html: `<table border>${row(30)}${row(30)}</table>`, goCreditMode: true },
    hasHeader('X-Optimization'),
  ),
  transform('PDF/A-2b', { html: PLAIN, options: { pdf_format: 'PDF/A-2b' } }, hasHeader('X-Conformance')),
  transform(
    'PDF/UA-1',
    { html: PLAIN, options: { pdf_ua: true, title: 'Smoke', lang: 'en' } },
    contains('Printed'),
  ),
  transform('a password', { html: PLAIN, options: { password: 'smoke' } }, includesBytes('/Encrypt')),
  transform('a watermark', { html: PLAIN, options: { watermark: 'DRAFT' } }, contains('Printed')),
  transform('compression', { html: PLAIN, options: { compress: true } }, contains('Printed')),
  {
    name: 'an e-invoice',
    path: '/v1/generate',
    template: 'invoice/classic',
    body: { template_id: 'invoice/classic', options: { factur_x: true } },
    check: hasHeader('X-Factur-X'),
  },
  {
    name: 'a QR code as PNG',
    path: '/v1/qrcode',
    body: { type: 'url', data: 'https://example.com' },
    check: includesBytes('PNG'),
  },
  {
    name: 'a QR code as SVG',
    path: '/v1/qrcode',
    body: { data: 'smoke', format: 'svg' },
    check: includesBytes('<svg'),
  },
  transform('a queued document', { html: PLAIN, async_mode: true }, contains('by a new version')),
]

/**
 * All of them.
 * @param {string[]} templates Ids of the built-in templates.
 * @returns {SmokeDocument[]}
 */
export function smokeDocuments(templates) {
  const samples = templates.map((id) => ({
    name: id,
    path: '/v1/generate',
    template: id,
    body: { template_id: id },
    check: ({ pages }) => pages < 1 && 'it has no pages',
  }))
  return [...samples, ...variants]
}

function transform(name, { goCreditMode = false, ...body }, check) {
  return { name, path: '/v1/transform', body: { goCreditMode, ...body }, check }
}

function contains(expected) {
  return ({ text }) => !text.includes(expected) && `its text is "${text.slice(0, 80)}" without "${expected}"`
}

function hasPages(expected) {
  return ({ pages }) => pages !== expected && `it has ${pages} pages and not ${expected}`
}

function hasHeader(name) {
  return ({ headers }) => !headers.has(name) && `it came without ${name}`
}

function includesBytes(expected) {
  return ({ bytes }) => !Buffer.from(bytes).includes(expected) && `it does not contain ${expected}`
}

function both(first, second) {
  return (made) => first(made) || second(made)
}
