/** Tabs that stay with an account: nothing of one document shows in the next. */
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { shardStub } from '../../src/browser/shards'
import type { TransformRequest } from '../../src/http/read-transform'
import { newAccount, type TestAccount } from './accounts'
import { type Part, partNamed, partOf } from './part'
import { readPdf } from './pdf'
import { samePixels } from './pixels'
import { postFrom } from './service'
import { traces } from './traces'

const { site } = inject('origins')

export type Sent = { html: string } & Partial<TransformRequest>

/** A part of the world of its own, whose browser nobody else uses. */
export function place(name: string) {
  const status = () => shardStub({ pool: env.POOL, region: name }, 0).status()
  return {
    async print(account: TestAccount, request: Sent): Promise<Uint8Array> {
      const response = await postFrom(name, account, { goCreditMode: false, ...request })
      if (response.status !== 200) expect.unreachable(`${response.status} ${await response.text()}`)
      return await response.bytes()
    },
    /** How many tabs stay, as soon as that is so many, or at the end of `patienceMs`. */
    async kept(expected: number, patienceMs = 10_000): Promise<number> {
      for (const end = Date.now() + patienceMs; Date.now() < end; ) {
        if ((await status()).kept === expected) return expected
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      return (await status()).kept
    },
    renders: async () => (await status()).renders,
  }
}

const page = (body: string, head = '') => `<!doctype html><html><head>${head}</head><body>${body}`
export const plain: Sent = { html: page('<h1>Heading</h1><p>Plain text</p><ul><li>One</li></ul>') }
const styled = (css: string) => page('<h1>Styled</h1><p class="a">Text</p>', `<style>${css}</style>`)

/** Documents of which something could be left behind, each with one that would show it. */
const pairs: [what: string, before: Sent, after: Sent][] = [
  ['styles', { html: styled('* { color: red !important; font-size: 40px }') }, plain],
  ['page rules', { html: styled('@page { size: A5; margin: 3cm; background: red }') }, plain],
  [
    'a font of the same name',
    { html: styled('@font-face { font-family: F; src: local("DejaVu Serif") } * { font-family: F }') },
    { html: styled('@font-face { font-family: F; src: local("DejaVu Sans Mono") } * { font-family: F }') },
  ],
  [
    'a font that the next one does not declare',
    { html: styled('@font-face { font-family: F; src: local("DejaVu Serif") } * { font-family: F }') },
    { html: styled('* { font-family: F, monospace }') },
  ],
  [
    'registered properties, counters and key frames',
    {
      html: styled(
        '@property --x { syntax: "<length>"; inherits: true; initial-value: 99px } @counter-style c { system: cyclic; symbols: "X" } @keyframes k { to { color: red } } p { animation: k 1s both }',
      ),
    },
    {
      html: page(
        '<p>Text<ol><li>One</ol>',
        '<style>p { padding-left: var(--x, 5px); animation: k 1s both } ol { list-style: c }</style>',
      ),
    },
  ],
  [
    'cascade layers',
    { html: styled('@layer a, b; @layer b { p { color: green } }') },
    { html: styled('@layer b { p { color: red } } @layer a { p { color: blue } }') },
  ],
  ['the title', { html: page('<p>x', '<title>First title</title>') }, plain],
  ['the base', { html: page('<p>x', '<title>x</title>'), options: { title: 'T', lang: 'de' } }, plain],
  [
    'screen media',
    { html: styled('@media screen { p { color: red } }'), options: { media: 'screen' } },
    plain,
  ],
  [
    'screen media for rules of media',
    { html: styled('@media screen { p { color: red } }'), options: { media: 'screen' } },
    { html: styled('@media print { p { color: green } } @media screen { p { color: red } }') },
  ],
  [
    'another paper and viewport',
    { html: styled('p { width: 50vw }'), options: { paper: 'A3', orientation: 'landscape' } },
    { html: styled('p { width: 50vw; height: 50vh; background: #ddd }'), options: { media: 'screen' } },
  ],
  [
    'repairs of goCreditMode',
    {
      html: page(`<table border><tr>${'<td>Unbreakable_text_of_a_cell</td>'.repeat(12)}</tr></table>`),
      goCreditMode: true,
    },
    {
      html: page(`<table border><tr>${'<td>Another_text_of_a_cell_</td>'.repeat(11)}</tr></table>`),
      goCreditMode: true,
    },
  ],
  [
    'a header and footer',
    {
      html: page('<p>x'),
      options: { header_html: '<b style="font-size:30px">Head</b>', footer_html: '<i>Foot</i>' },
    },
    { html: page('<p>y'.repeat(200)), options: { footer_html: '<span class="pageNumber"></span>' } },
  ],
  [
    'tags and an outline',
    { html: page('<h1>A</h1><h2>B</h2><table><tr><th>x<td></table>'), options: { outline: true } },
    { html: page('<h1>C</h1><table><tr><th>x<td></table>'), options: { outline: true, title: 'T' } },
  ],
  [
    'names of elements',
    { html: page('<img name="open"><form name="fonts"></form><a id="platenLoad">x</a>') },
    plain,
  ],
  [
    'an anchor and details',
    { html: page('<details open name="d"><summary>s</summary>text</details>') },
    plain,
  ],
  [
    'a scale and page ranges',
    { html: page('<p>x'.repeat(300)), options: { scale: 2, page_ranges: '2' } },
    plain,
  ],
  [
    'a colour scheme and a viewport',
    {
      html: page(
        '<p>x',
        '<meta name="color-scheme" content="dark"><meta name="viewport" content="width=1200"><style>:root { color-scheme: dark; background: Canvas }</style>',
      ),
    },
    { html: page('<input value="y"><p>y', '<style>:root { background: Canvas; color: CanvasText }</style>') },
  ],
  [
    'a writing mode and a zoom of the root',
    { html: styled('html { writing-mode: vertical-rl; zoom: 2; direction: rtl; overflow: hidden }') },
    plain,
  ],
  [
    'a dialog, a drop-down and text to edit',
    { html: page('<dialog open>d</dialog><select><option>a<option selected>b</select><p contenteditable>e') },
    { html: page('<select><option>a<option>b</select><p contenteditable>e') },
  ],
  [
    'a title of its style sheets',
    { html: page('<p>x', '<style title="Blue">p { color: blue }</style>') },
    { html: page('<p>x', '<style title="Red">p { color: red; font-size: 40px }</style>') },
  ],
  [
    'the colours of its links',
    {
      html: '<!doctype html><body link="red" vlink="red" text="green" bgcolor="yellow"><a href="https://example.com/">y</a>',
    },
    { html: '<!doctype html><body><a href="https://example.com/">y</a>' },
  ],
  [
    'a policy, a refresh and a language',
    {
      html: page(
        '<p>x',
        `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; style-src 'none'"><meta http-equiv="refresh" content="9;url=/"><meta http-equiv="content-language" content="de"><meta http-equiv="default-style" content="Blue">`,
      ),
    },
    {
      html: page(
        '<p>x<img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2250%22 height=%2250%22><rect width=%2250%22 height=%2250%22/></svg>"><q>y</q>',
        '<style>p { color: red }</style><style title="Red">q { color: blue }</style>',
      ),
    },
  ],
  [
    'a policy of its own',
    {
      html: page(
        '<p>x',
        `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; style-src 'none'">`,
      ),
    },
    { html: styled('p { color: red; font-size: 40px }') },
  ],
  ['a doctype alone', { html: '<!doctype html>' }, plain],
  ['right-to-left text', { html: '<!doctype html><html dir="rtl" lang="ar"><p>سلام' }, plain],
]

/** One row of styles, of what a font leaves, of what the service changed in the page, and of what stays in its head. */
const ONE_OF_EACH_TRACE = new Set([
  'page rules',
  'a font that the next one does not declare',
  'repairs of goCreditMode',
  'a policy of its own',
])

const CHANGING_FILES = [
  ['image', `<img src="${site}/turns.svg">`],
  ['style sheet', `<link rel="stylesheet" href="${site}/turns.css"><p>██████████`],
  ['imported style sheet', `<style>@import url(${site}/turns.css)</style><p>██████████`],
  ['background', `<p style="height:50px;background:url(${site}/turns.svg)">`],
  ['image of a drawing', `<svg><image href="${site}/turns.svg" width="50" height="50"/></svg>`],
  ['image of a set', `<picture><source srcset="${site}/turns.svg"><img></picture>`],
  ['mark of a list', `<ul><li style="list-style-image:url(${site}/turns.svg)">x</ul>`],
]

/** Documents whose tab stays. */
const HARMLESS = [
  ['data', '<p>x<script type="application/ld+json">{"@type": "Invoice"}</script>'],
  ['a template', `<p>x<script id='row' type=text/template><td>{{ name }}</script>`],
  [
    'a link and a file of data',
    '<p>x <a href="https://example.com/">y</a><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
  ],
]

/** Documents whose tab does not stay. */
const NOT_KEPT: [string, Sent][] = [
  ['has a script of another type', { html: page('<p>x<script type="module">1</script>') }],
  [
    'has a script beside data',
    { html: page('<p>x<script type="application/json">1</script><script src=data:,></script>') },
  ],
  ['has a script', { html: page('<p>x<script>1</script>') }],
  ['has an event handler', { html: page('<p onclick="1">x') }],
  [
    'has a font that does not load',
    { html: styled(`@font-face { font-family: F; src: url(${site}/damaged.ttf) } p { font-family: F }`) },
  ],
  ['refreshes itself at once', { html: page('<p>x', '<meta http-equiv="refresh" content="0;url=/">') }],
  ['has an address', { html: page('<p>x'), options: { base_url: `${site}/` } }],
  ['has a field that takes the focus', { html: page('<input autofocus><p>y') }],
  ['has a film with controls', { html: page('<video controls></video>') }],
  ['asks for isolation', { html: page('<p>x'), options: { isolation: 'strict' } }],
]

/** Code, what is not known to be whole, and a request. */
const ONE_OF_EACH_REASON = new Set([
  'has an event handler',
  'has a font that does not load',
  'asks for isolation',
])

/** The rows of that part of each table. */
export function keptTabsSuite(part: Part) {
  // The rows share a browser and an account, since a browser takes longer to open than all that they print.
  const at = place('KEPT')
  const apart = place('KEPT-NOT')
  let account: TestAccount
  beforeAll(async () => {
    account = await newAccount({ plan: 'Max', credits: 10_000 })
  })

  /** Prints a document whose tab stays; once more if it was the last of its tab. */
  async function printAndStay(request: Sent): Promise<void> {
    await at.print(account, request)
    if ((await at.kept(1, 2000)) === 1) return
    await at.print(account, request)
    expect(await at.kept(1)).toBe(1)
  }

  // These come first, so that none is the last of its tab.
  it.each(partOf(CHANGING_FILES, 1, part))(
    'the next document in a tab gets the %s that stands at an address now',
    async (_, body) => {
      const files: Uint8Array[] = []
      for (let count = 0; count < 3; count++) {
        files.push(await at.print(account, { html: page(body) }))
        expect(await at.kept(1)).toBe(1)
      }
      const [first, second, third] = files as [Uint8Array, Uint8Array, Uint8Array]
      expect(await samePixels(first, second)).toBe(false)
      expect(await samePixels(first, third)).toBe(true)
    },
  )

  describe('the next document in a tab', () => {
    it.each(partNamed([...pairs, ...traces], ONE_OF_EACH_TRACE, part))(
      'shows nothing of: %s',
      async (_, before, after) => {
        await printAndStay(before)
        const [again, alone] = [
          await at.print(account, after),
          await at.print(account, { ...after, options: { ...after.options, isolation: 'strict' } }),
        ]
        expect(await samePixels(again, alone)).toBe(true)
        expect(await readPdf(again)).toEqual(await readPdf(alone))
      },
    )
  })

  describe('a tab', () => {
    it.each(partOf(HARMLESS, 1, part))('stays when its document holds %s', async (_, body) => {
      await printAndStay({ html: page(body) })
    })

    it.each(partNamed(NOT_KEPT, ONE_OF_EACH_REASON, part))(
      'does not stay when its document %s',
      async (_, request) => {
        const before = await apart.renders()
        await apart.print(account, request)
        await apart.print(account, request)
        expect((await apart.renders()) - before).toBe(2)
        expect(await apart.kept(1, 1_000)).toBe(0)
      },
    )
  })
}
