/** Small controls that float over a page: nobody can press them on paper, where they hide what is beneath. */
import { beforeAll, describe, expect, it } from 'vitest'
import { drawPage, samePixels } from '../../support/pixels'
import { everyThirdOf } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

/** A drawing that fills the page, and what floats over it. */
function page(dir: string, css: string, floating: string, pages = 1): string {
  const chart =
    '<svg class=chart viewBox="0 0 700 1000"><path d="M0 0 700 1000M0 1000 700 0" stroke="#05a"/></svg>'
  const style = `body{margin:0}.chart{display:block;width:100%;height:1000px}${css}`
  return `<!doctype html><html lang="en" dir="${dir}"><title>x</title><style>${style}</style>${chart.repeat(pages)}${floating}`
}

const CORNER =
  'position:fixed;bottom:20px;inset-inline-end:20px;width:52px;height:52px;border-radius:50%;background:#f00'
const ICON = '<svg width=24 height=24><circle cx=12 cy=12 r=10 fill="#fff"/></svg>'

describe.each(['ltr', 'rtl'])('on a page with the direction %s', (dir) => {
  it.each(
    everyThirdOf([
      ['a button with an icon', `.it{${CORNER}}`, `<button class=it aria-label="Settings">${ICON}</button>`],
      ['a link back to the top', `.it{${CORNER}}`, '<a class=it href="#top">↑</a>'],
      [
        'the name of an icon of a font',
        `.it{${CORNER}}`,
        '<a class=it><i class="material-icons">settings</i></a>',
      ],
      [
        'a link to a chat, with words for screen readers',
        `.it{${CORNER}}.it span{position:absolute;width:1px;height:1px;overflow:hidden}`,
        `<a class=it href="https://chat.example/"><span>Chat with us</span>${ICON}</a>`,
      ],
      [
        'a column of buttons',
        `.it{${CORNER};height:180px;border-radius:8px}`,
        `<div class=it>${`<button>${ICON}</button>`.repeat(3)}</div>`,
      ],
    ]),
  )('%s over a drawing is not printed', async (_, css, floating) => {
    const [shown, without] = await Promise.all([
      render(page(dir, css, floating), { goCreditMode: true }),
      render(page(dir, '', '')),
    ])
    expect(await samePixels(shown.bytes, without.bytes)).toBe(true)
    expect(shown.headers.get('x-optimization')).toContain('repaired=repeated_bar')
  })

  it('a button is printed on none of several pages', async () => {
    const floating = `<button class=it>${ICON}</button>`
    const [shown, without] = await Promise.all([
      render(page(dir, `.it{${CORNER}}`, floating, 3), { goCreditMode: true }),
      render(page(dir, '', '', 3)),
    ])
    expect(await samePixels(shown.bytes, without.bytes)).toBe(true)
  })

  it.each(
    everyThirdOf([
      ['a stamp', `<div class=it>${ICON}</div>`],
      [
        'a logo at the head that is a link',
        `<div class="it head"><a href="https://shop.example/">${ICON}</a></div>`,
      ],
      [
        'a picture that is a link',
        `<a class=it href="https://shop.example/"><img alt="Shop" width=52 height=52 src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"></a>`,
      ],
    ]),
  )('%s stays', async (_, floating) => {
    const css = `.it{${CORNER}}.head{top:20px;bottom:auto}`
    const { bytes } = await render(page(dir, css, floating), { goCreditMode: true })
    const [plain, colorAt] = await Promise.all([render(page(dir, css, floating)), drawPage(bytes)])
    const before = await drawPage(plain.bytes)
    expect(countRed(before)).toBeGreaterThan(500)
    expect(countRed(colorAt)).toBe(countRed(before))
  })

  it('words of a button stay', async () => {
    const { text } = await render(
      page(dir, `.it{${CORNER};width:90px}`, '<button class=it>Order 7 now</button>'),
      {
        goCreditMode: true,
      },
    )
    expect(text).toMatch(/Order 7\s+now/)
  })
})

function countRed(colorAt: (x: number, y: number) => string): number {
  let count = 0
  for (let y = 0; y < 840; y++) for (let x = 0; x < 594; x++) if (colorAt(x, y) === '#ff0000') count++
  return count
}
