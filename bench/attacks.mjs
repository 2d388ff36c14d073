/**
 * Requests that cost the service much more than their senders, beside pages that do (`neighbours.mjs`). Each is a request,
 * or makes the `n`-th one; `before` is asked first, and its task is given to the request; callers hang up after the
 * milliseconds of `hangUp`, in turns.
 */
import { blendingPage, blendingSquares, deepForms, inflatingFont, pageUrl } from './attack-files.mjs'

const words = '<p>Some words of a paragraph, to fill it.</p>'
const many = (length, make) => Array.from({ length }, (_, n) => make(n))
const lines = (length) => many(length, (n) => ({ description: `Item ${n}`, quantity: n, unit_price: 1 }))
const send = (path, body, method = 'POST') => ({ method, path, body: JSON.stringify(body) })
const transform = (fields) => send('/v1/transform', { goCreditMode: false, ...fields })
const finish = (file, options) => send('/v1/finish', { files: [file], options })
const archive = (file) => finish(file, { pdf_format: 'PDF/A-1b' })
const batch = (more) =>
  send('/v1/batch', {
    endpoint: 'transform',
    entries: many(10, () => ({ html: words.repeat(20_000), goCreditMode: false })),
    ...more,
  })
const stored = { label: 'x', page: '{{ a | upcase }} '.repeat(15_000), style: '', sample: {} }
const banded = (output) =>
  transform({
    html: `<style>div{break-after:page;height:250mm;background:repeating-linear-gradient(45deg,red,blue 3px,lime 5px)}</style>${'<div>x</div>'.repeat(40)}`,
    output,
    dpi: 200,
  })

/** By name; each is made when it is needed. */
export const attacks = {
  // What is stored.
  fonts: () => ({ method: 'PUT', path: (n) => `/v1/assets/${n % 50}.woff2`, body: inflatingFont(24 << 20) }),
  drawings: () => ({
    method: 'PUT',
    path: (n) => `/v1/assets/${n % 50}.svg`,
    body: `<svg xmlns="http://www.w3.org/2000/svg">${'<g onclick="a" x="1"/>'.repeat(130_000)}</svg>`,
  }),
  drafts: () => ({ ...send('', stored, 'PUT'), path: (n) => `/v1/templates/my/t${n % 20}/draft` }),
  templates: () => ({ ...send('', stored, 'PUT'), path: (n) => `/v1/templates/my/t${n % 20}` }),
  endpoints: () => ({
    ...send('', { name: 'x', html: '<p>x</p>'.repeat(30_000) }, 'PUT'),
    path: (n) => `/v1/endpoints/e${n % 100}`,
  }),
  // Files of callers.
  gradients: () => archive(blendingPage(30)),
  squares: () => archive(blendingSquares(50_000)),
  forms: () => archive(deepForms(3, 200)),
  operations: () => finish(pageUrl('0 0 5 5 re f '.repeat(149_000)), { page_numbers: true }),
  inspections: () => send('/v1/inspect', { file: deepForms(20, 3), conformance: ['PDF/A-1b', 'PDF/UA-1'] }),
  pictures: () => ({
    before: finish(pageUrl('0 0 5 5 re f '.repeat(49_000)), { page_numbers: true }),
    method: 'GET',
    path: (n, task) => `/v1/status/${task}/pages/1.png?width=${1000 + (n % 900)}`,
  }),
  // Documents.
  bodies: () => transform({ html: `${words}<!--${'x'.repeat(9_000_000)}-->` }),
  // A document with scripts is loaded in one piece.
  programs: () => transform({ html: `${words}<script>//${'x'.repeat(9_000_000)}</script>` }),
  batches: () => batch({}),
  dry: () => batch({ dry_run: true }),
  headings: () =>
    transform({ html: many(10_000, (n) => `<h2>Heading ${n}</h2>`).join(''), options: { toc: true } }),
  notes: () =>
    transform({
      html: `<style>.n{float:footnote}</style>${many(10_000, (n) => `<p>T<span class=n>Note ${n}</span>`).join('')}`,
    }),
  fields: () =>
    transform({ html: many(3_000, (n) => `<input name=f${n}>`).join(''), options: { forms: true } }),
  formulas: () => transform({ markdown: '$\\frac{a}{b}^2_x$ '.repeat(3_000) }),
  diagrams: () =>
    transform({
      markdown:
        `\`\`\`mermaid\nflowchart TD\n${many(300, (n) => `a${n % 60}-->a${(n * 7) % 61}`).join('\n')}\n\`\`\`\n\n`.repeat(
          50,
        ),
    }),
  cones: () =>
    transform({
      html: `<style>div{width:90px;height:90px;float:left;background:conic-gradient(red,blue,lime,red)}</style>${'<div></div>'.repeat(6_000)}`,
    }),
  png: () => banded('png'),
  webp: () => banded('webp'),
  previews: () =>
    send('/v1/preview', {
      endpoint: 'generate',
      output: 'html',
      request: { template_id: 'invoice/classic', data: { lines: lines(3_000) } },
    }),
  // Opened and left, after so many milliseconds.
  aborts: () => ({ ...transform({ html: words }), hangUp: [0, 2, 5, 10, 20, 50, 100, 200], callers: 48 }),
  abandoned: () => ({
    ...transform({ html: words, options: { wait_for: { ms: 5_000 } } }),
    hangUp: [50, 100, 200, 400],
    callers: 48,
  }),
  unheard: () => ({ ...send('/v1/qrcode', { data: 'x' }), hangUp: [0, 1, 2, 3, 5, 8], callers: 48 }),
  unqueued: () => ({ ...batch({}), hangUp: [0, 5, 20, 50, 100], callers: 16 }),
  // Without a key.
  visitors: () => ({
    ...send('/v1/try', { template_id: 'invoice/classic', data: { lines: lines(400) } }),
    noKey: true,
  }),
  strangers: () => ({ ...transform({ html: words }), noKey: true, callers: 64 }),
}
