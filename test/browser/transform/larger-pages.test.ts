/** Scripts of documents whose own pages are larger than the paper, and are printed smaller on it: they see the room of these. */
import { beforeAll, describe, expect, it } from 'vitest'
import { find } from '../../support/pdf'
import { drawPage } from '../../support/pixels'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

beforeAll(() => applySchema())

const A3 = '<!doctype html><html lang="en"><title>T</title><style>@page{size:A3}body{margin:0}</style>'

describe('scripts of larger pages', () => {
  it.each([true, false])('have charts fill their boxes, with goCreditMode %s', async (goCreditMode) => {
    const html = `${A3}<div id=card><div id=chart style="height:100px;background:#f00"></div></div><p>Text</p>
      <script>const draw = () => { chart.style.width = card.clientWidth + 'px' }
        addEventListener('resize', draw); draw()</script>`
    const { bytes } = await render(html, { goCreditMode })
    const at = await drawPage(bytes)
    expect([at(30, 40), at(565, 40)]).toEqual(['#ff0000', '#ff0000'])
  })

  it('show the columns that have room, though they look for something all the time, and draw long after a resize', async () => {
    const row = `<tr>${['One', 'Two', 'Three', 'Four'].map((word) => `<td>${word}`).join('')}`
    const css = '<style>td{min-width:250px;padding:0}.away{display:none}</style>'
    const script = `<script>const fit = () => [...document.querySelectorAll('td')].forEach((cell, at) =>
        cell.classList.toggle('away', (at + 1) * 250 > box.clientWidth))
      let waiting
      addEventListener('resize', () => { clearTimeout(waiting); waiting = setTimeout(fit, 1800) })
      setInterval(() => {}, 50); fit()</script>`
    const { text } = await render(`${A3}${css}<div id=box><table>${row}</table></div>${script}`)
    expect(text.split(/\s+/).filter(Boolean)).toEqual(['One', 'Two', 'Three', 'Four'])
  })

  it('see the window of the paper, by which media queries are answered', async () => {
    const css = '<style>i::after{content:"large"}@media(max-width:800px){i::after{content:"small"}}</style>'
    const script = `<script>const draw = () => { b.textContent = [innerWidth < 800, b.offsetWidth > 900].join('-') }
      addEventListener('resize', draw); draw()</script>`
    const { text } = await render(`${A3}${css}<i></i><p id=b></p>${script}`)
    expect(text).toMatch(/small.*true-true/s)
  })

  it('draw once in a window that was asked for', async () => {
    const script = `<script>const widths = [], draw = () => { b.textContent = widths.push(innerWidth) && widths.join() }
      addEventListener('resize', draw); draw()</script>`
    const { text } = await render(`${A3}<p id=b></p>${script}`, { options: { viewport: { width: 900 } } })
    expect(text.trim()).toBe('900')
  })

  it.each([true, false])('leave a box that is wider as it is, with goCreditMode %s', async (goCreditMode) => {
    const html = `${A3}<p>Text</p><div style="width:1300px;border:1px solid">Wide</div>`
    const listens = `<script>addEventListener('resize', () => { document.title = 'R' })</script>`
    const [still, scripted] = await Promise.all([
      render(html, { goCreditMode: false }),
      render(html + listens, { goCreditMode }),
    ])
    expect(find(scripted.pages[0], 'Text').size).toBeCloseTo(find(still.pages[0], 'Text').size, 1)
  })
})
