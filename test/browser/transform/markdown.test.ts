/** Markdown is printed as HTML is, wherever HTML is taken. */
import { beforeAll, expect, it } from 'vitest'
import { post as postTo } from '../../support/http'
import { readPdf } from '../../support/pdf'
import { applySchema } from '../../support/schema'
import { post, richAccount } from '../../support/service'

beforeAll(() => applySchema())

const markdown =
  '---\ntitle: Review\n---\nAll **well**[^1].\n\n- [x] shipped\n\n<script>document.body.append("RAN")</script>\n\n[^1]: Mostly.\n'

it.each(['report', 'letter', 'manual'])('is printed in the style %s, and no script runs', async (style) => {
  const answer = await post(await richAccount(), { markdown, style, css: 'p::after{content:"MINE"}' })
  expect(
    answer.status,
    await answer
      .clone()
      .text()
      .then((text) => text.slice(0, 500)),
  ).toBe(200)
  const { title, text } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
  expect(title).toBe('Review')
  for (const part of ['Review', 'shipped', 'Mostly.', 'MINE']) expect(text).toContain(part)
  expect(text).not.toContain('RAN')
  expect(answer.headers.get('x-credits-charged')).toBe('2')
})

it('has pictures as high as they say, and text at a distance from those at its side', async () => {
  const square = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>')}`
  const text = `<img align="left" width="100" src="${square}">\n\nbeside it\n\n<br clear="all">\n\nabove\n\n<img height="20" src="${square}">\n\nbelow`
  const answer = await post(await richAccount(), { markdown: text })
  const { pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
  const at = (word: string) => pages[0]?.runs.find((run) => run.text.includes(word)) ?? { x: 0, y: 0 }
  expect(at('beside').x - at('above').x).toBeGreaterThan((100 + 10) * 0.75)
  expect(Math.abs(at('below').y - at('above').y)).toBeLessThan(100)
})

it('is taken by a preview, by a dry run, and by each entry of a batch', async () => {
  const account = await richAccount()
  const call = (path: string, body: object) => postTo(path, account.key, body)
  const priced = await call('/v1/transform', { markdown, dry_run: true })
  expect(await priced.json()).toMatchObject({ price: 2, warnings: [] })
  const preview = await call('/v1/preview', {
    endpoint: 'transform',
    request: { markdown },
    session: 'a',
    output: 'html',
  })
  expect(await preview.text()).toContain('<li class="task">')
  const batch = await call('/v1/batch', { endpoint: 'transform', entries: [{ markdown }, { markdown: 7 }] })
  expect(await batch.text()).toContain('/entries/1/markdown')
})

it.each<[string, object]>([
  [
    'that it waits for',
    { wait_for: { expression: `document.body.append('RAN', typeof RTCPeerConnection), true` } },
  ],
  ['that is clicked', { click: ['#link', '#button'], base_url: 'https://example.com/' }],
])('runs no script %s', async (_, options) => {
  const run = `document.body.append('RAN')`
  const clicked = `<a id="link" href="javascript:${run}">a</a> <b id="button" onclick="${run}">b</b>`
  const body = { markdown: `last ${clicked}`, goCreditMode: false, options }
  const answer = await post(await richAccount(), body)
  if (answer.status !== 200) expect.unreachable(`${answer.status} ${await answer.text()}`)
  const { text } = await readPdf(await answer.bytes())
  expect(text).toContain('last')
  expect(text).not.toContain('RAN')
})

it('has its formulas and diagrams drawn, those that can be, while no script runs', async () => {
  const diagram = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n\n`
  const text = [
    'Roots: $x = \\frac{1}{2}$\n\n',
    diagram(
      'flowchart LR\n  A[Request] --> B["<img src=x onerror=\'document.title=1\'>Reply"]\n  click A "javascript:alert(1)"',
    ),
    diagram('sequenceDiagram\n  Ann->>Bob: hello'),
    diagram('flowchart LR\n  A --> '),
    diagram('mindmap\n  root'),
    '<script>document.body.append("RAN")</script>\n\nlast',
  ].join('')
  const answer = await post(await richAccount(), { markdown: text, goCreditMode: false })
  const warnings = decodeURIComponent(answer.headers.get('x-warnings') ?? '')
  const pdf = await readPdf(await answer.bytes())
  for (const part of ['Request', 'Reply', 'Ann', 'hello', 'A -->', 'last']) expect(pdf.text).toContain(part)
  for (const part of ['RAN', 'sequenceDiagram', 'frac', '```']) expect(pdf.text).not.toContain(part)
  expect(warnings).toMatch(/diagram 3 is printed as it is written: Parse error on line/)
  expect(warnings).toMatch(/diagram 4 is printed as it is written: diagrams of its kind are not drawn/)
  expect(warnings.split(';')).toHaveLength(2)
  expect(answer.headers.get('x-credits-charged')).toBe('1')
})
