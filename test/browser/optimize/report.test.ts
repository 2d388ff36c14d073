/** What a caller is told of goCreditMode, and what it leaves alone. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { OptimizationReport } from '../../../src/optimize/summary'
import { samePixels } from '../../support/pixels'
import { applySchema } from '../../support/schema'
import { get, post, render, richAccount } from '../../support/service'

beforeAll(() => applySchema())

const row = '<tr><td style="height:200px">row</td><td>cell</td></tr>'
const split = `<!doctype html><html lang="en"><title>Split</title><table><tbody>${row.repeat(15)}</tbody></table>`
const english = 'It was agreed that the bridge is to be closed for the time of the works. '.repeat(3)
const wide = '<div style="width:900px;background:#eee">wide</div>'

describe('the report', () => {
  it('stands in a header, and whole in the task', async () => {
    const { headers, pages } = await render(split, { goCreditMode: true })
    expect(headers.get('x-optimization')).toMatch(
      new RegExp(
        `^score=\\d+>100; pages=\\d+>${pages.length}; found=split_row:\\d+; repaired=split_row; model=not_configured$`,
      ),
    )
    const status = await get(await richAccount(), `/v1/status/${headers.get('x-task-id')}`)
    const { optimization } = await status.json<{ optimization: OptimizationReport }>()
    expect(optimization).toMatchObject({ score: { after: 100 }, repaired: ['split_row'], left: {} })
    expect(optimization.findings[0]).toEqual({
      kind: 'split_row',
      place: expect.stringContaining('tr:nth-of-type('),
      page: expect.any(Number),
      measure: expect.any(Number),
    })
  })

  it('is in the task of asynchronous work too', async () => {
    const account = await richAccount()
    const accepted = await post(account, { html: split, async_mode: true })
    const { task_id } = await accepted.json<{ task_id: string }>()
    const status = await get(account, `/v1/status/${task_id}?wait=30`)
    expect(await status.json()).toMatchObject({
      status: 'completed',
      optimization: { repaired: ['split_row'] },
    })
  })

  it('is absent without goCreditMode, which leaves the document exactly as it is', async () => {
    const { headers, pages } = await render(split)
    expect(headers.get('x-optimization')).toBeNull()
    expect(pages.some(({ text }) => (text.match(/row/g)?.length ?? 0) === 0)).toBe(false)
    const status = await get(await richAccount(), `/v1/status/${headers.get('x-task-id')}`)
    expect(await status.json()).not.toHaveProperty('optimization')
  })
})

describe('the look at the page', () => {
  it('is not led astray by elements whose names stand for parts of the document', async () => {
    const names = 'title images styleSheets createElement createRange createTreeWalker body head fonts links'
    const elements = names.split(' ').map((name) => `<img name="${name}" alt=""><form name="${name}"></form>`)
    const { headers } = await render(`${split}${elements.join('')}`, { goCreditMode: true })
    expect(headers.get('x-optimization')).toContain('repaired=split_row')
    expect(headers.get('x-warnings')).toBeNull()
  })

  it('does not stop at a transparent drawing', async () => {
    const drawing =
      '<svg style="opacity:0;position:relative" width="200" height="100"><text y="20">Drawn</text></svg>'
    const { headers } = await render(`${drawing}${split}`, { goCreditMode: true })
    expect(headers.get('x-optimization')).toContain('repaired=split_row')
  })
})

describe('repairs', () => {
  it('keep paper, orientation, margins and scale as the caller set them', async () => {
    const options = { paper: 'A5', orientation: 'landscape', margin_left: 1, scale: 0.9 } as const
    const { pages, headers } = await render(wide, { goCreditMode: true, options })
    expect(headers.get('x-optimization')).not.toContain('scale=')
    expect(Math.round(pages[0]?.width ?? 0)).toBe(595)
    expect(pages[0]?.runs[0]?.x).toBeGreaterThan(71)
  })

  it('give a document without a title that of its heading, and a language that is plain', async () => {
    const html = `<h1>Minutes of the committee</h1><p>${english}</p>`
    const { title, lang } = await render(html, { goCreditMode: true })
    expect(title).toBe('Minutes of the committee')
    expect(lang).toBe('en')
  })

  it('never take the place of a title and a language that are there', async () => {
    const html = `<html lang="fr"><title>Procès-verbal</title><h1>Other</h1><p>${english}</p>`
    const own = await render(html, { goCreditMode: true, options: { tagged: true } })
    expect(own).toMatchObject({ title: 'Procès-verbal', lang: 'fr' })
    const asked = await render(html, { goCreditMode: true, options: { title: 'Protokoll', lang: 'de' } })
    expect(asked).toMatchObject({ title: 'Protokoll', lang: 'de' })
  })

  it('respect the document’s own margins and a header that needs room', async () => {
    const html = `<html lang="en"><title>x</title><style>@page{margin:3in 1in}body{margin:0}h2{margin:0;font:20px/30px serif}</style>
      <div style="height:460px">filler</div><h2>Heading</h2><p style="height:300px;margin:0;padding-top:60px">Its text</p>`
    const { pages } = await render(html, { goCreditMode: true, options: { header_html: '<b>Acme</b>' } })
    expect(pages).toHaveLength(2)
    expect(pages[1]?.text).toContain('Heading')
  })

  it('make a drawing that is higher than a page smaller, and cut nothing of it off', async () => {
    const html = `<html lang="en"><title>x</title><svg width="500" height="1500">
      <text x="20" y="40">Its head</text><text x="20" y="1480">Its foot</text></svg>`
    const { headers, pages } = await render(html, { goCreditMode: true })
    expect(headers.get('x-optimization')).toMatch(/repaired=\S*tall_picture/)
    expect(pages.map(({ text }) => /Its head.*Its foot/s.test(text))).toEqual([true])
  })

  it('make a picture a little smaller that would leave half of the page before blank', async () => {
    const drawing = encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="500"/>')
    const html = `<html lang="en"><title>x</title><p style="height:560px;margin:0">Above</p><img alt="" src="data:image/svg+xml,${drawing}">`
    const { headers, pages } = await render(html, { goCreditMode: true })
    expect(headers.get('x-optimization')).toMatch(/repaired=tall_picture/)
    expect(pages).toHaveLength(1)
  })

  it('say nothing of breaks where pages differ in size', async () => {
    const html = `<html lang="en"><title>x</title><style>@page wide{size:A4 landscape}.w{page:wide}</style>
      <p>Upright</p><div class="w">Across</div>`
    const options = { prefer_css_page_size: true }
    const [plain, looked] = await Promise.all([
      render(html, { options }),
      render(html, { options, goCreditMode: true }),
    ])
    expect(looked.headers.get('x-optimization')).toBe('score=100>100; found=none; model=not_configured')
    expect(await samePixels(plain.bytes, looked.bytes)).toBe(true)
  })

  it('work in documents whose elements are named like what the page remembers', async () => {
    const html = `<html lang="en"><title>x</title><p id="platen">One</p><p id="platenText">Two</p>
      <table><tbody>${row.repeat(15)}</tbody></table>`
    const { headers } = await render(html, { goCreditMode: true })
    expect(headers.get('x-optimization')).toContain('repaired=split_row')
  })

  it('work in documents whose scripts spoil the page’s own functions', async () => {
    const html = `<html lang="en"><title>x</title><script>
      Element.prototype.getBoundingClientRect = () => { throw new Error('mine') }
      window.getComputedStyle = undefined; Array.prototype.map = undefined; Map.prototype.get = undefined</script>
      <table><tbody>${row.repeat(15)}</tbody></table>`
    const { headers } = await render(html, { goCreditMode: true })
    expect(headers.get('x-optimization')).toContain('repaired=split_row')
  })
})
