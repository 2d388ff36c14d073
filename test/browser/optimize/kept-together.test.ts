/** What belongs together stays so: the lines of code. */
import { beforeAll, describe, expect, it } from 'vitest'
import { find } from '../../support/pdf'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

const page = (css: string, body: string) =>
  `<!doctype html><html lang="en"><title>x</title><style>body{margin:0}${css}</style>${body}</html>`

async function optimized(html: string) {
  const { pages, headers } = await render(html, { goCreditMode: true })
  return { pages, summary: headers.get('x-optimization') ?? '' }
}

describe('text keeps its line ends where its lines are made to wrap:', () => {
  const lines = [
    'function first() {',
    '    call(anArgument);',
    `    call(${'another, '.repeat(16)}last);`,
    '}',
  ]

  it.each([
    ['code in a box that scrolls', 'font:16px monospace;overflow:auto'],
    ['what is beyond the page', 'font:16px sans-serif;width:max-content'],
  ])('%s', async (_, css) => {
    const body = `<div><code>${lines.join('\n')}</code></div>`
    const { pages } = await optimized(page(`code{display:block;white-space:pre;${css}}`, body))
    const [head, second, third] = ['function', 'anArgument', 'another'].map((word) => find(pages[0], word))
    expect(pages[0]?.text).toContain('last);')
    expect(second?.y).not.toBeCloseTo(head?.y ?? 0, 0)
    expect(third?.y).not.toBeCloseTo(second?.y ?? 0, 0)
  })
})
