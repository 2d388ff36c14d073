/** What the document says of itself, its scripts, and what the caller adds to it. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { find } from '../../support/pdf'
import { everyThirdOf } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { problemOf, type Rendered, render } from '../../support/service'

beforeAll(() => applySchema())

describe('a document', () => {
  it('without any element at all is printed as text', async () => {
    expect((await render('Just words, ünïcode: 中 ✓ ب')).text).toContain('Just words, ünïcode: ')
  })

  it('is read as UTF-8, whatever its meta element says', async () => {
    expect((await render('<meta charset="iso-8859-1"><p>Zürich — 5 €')).text).toContain('Zürich — 5 €')
  })

  it('of megabytes comes whole, in parts', async () => {
    const middle = `<p hidden>${'ü'.repeat(524_288 - 20)}<p>Middle – ${'<!-- much -->\r\n'.repeat(100_000)}`
    expect((await render(`<!doctype html><p>Start${middle}<p>End 5 €`)).text).toMatch(
      /^Start\s+Middle –\s+End 5 €/,
    )
  })

  it('with a doctype is laid out by the standard, and without one in quirks mode', async () => {
    const probe = '<script>document.write(document.compatMode)</script>'
    // Only quirks mode takes a length without its unit; one of the two ways that a document goes has no scripts.
    const still = '<p style="margin-left:96">Indented'
    const [standard, quirks, aligned, indented] = await Promise.all([
      render(`<!doctype html><p>${probe}`),
      render(`<p>${probe}`),
      render(`<!doctype html>${still}`),
      render(still),
    ])
    expect(standard.text).toContain('CSS1Compat')
    expect(quirks.text).toContain('BackCompat')
    const startOf = ({ pages }: typeof standard) => find(pages[0], 'Indented').x
    expect(startOf(indented) - startOf(aligned)).toBeCloseTo(72, 0)
  })

  it('without a font named prints readable text in one that the file holds', async () => {
    const { pages } = await render('<p>Readable')
    expect(find(pages[0], 'Readable').size).toBeCloseTo(12, 0)
  })

  it('keeps its title, and the option’s over its own', async () => {
    const html = '<title>Its own</title><script>document.title += "!"</script>Text'
    const [own, given] = await Promise.all([
      render(html),
      render(html, { options: { title: 'Ours & more' } }),
    ])
    expect(own.title).toBe('Its own!')
    expect(given.title).toBe('Ours & more')
  })

  it('keeps its language, and the option’s over its own', async () => {
    const html = '<!doctype html><html lang="fr"><p>Texte'
    const tagged = { tagged: true }
    const [own, given, bare] = await Promise.all([
      render(html, { options: tagged }),
      render(html, { options: { ...tagged, lang: 'de-AT' } }),
      render('Text', { options: { ...tagged, lang: 'en' } }),
    ])
    expect([own.lang, given.lang, bare.lang]).toEqual(['fr', 'de-AT', 'en'])
  })

  it('is tagged and has an outline only where that is asked for', async () => {
    const html = '<h1>First</h1><h2>Inner</h2><p>Text<h1>Second</h1>'
    const [plain, tagged, outlined] = await Promise.all([
      render(html),
      render(html, { options: { tagged: true } }),
      render(html, { options: { outline: true } }),
    ])
    expect([plain.tagged, tagged.tagged, outlined.tagged]).toEqual([false, true, true])
    expect([plain.outline, tagged.outline]).toEqual([[], []])
    expect(outlined.outline).toEqual(['First', 'Inner', 'Second'])
  })
})

describe('an empty cell of a tagged document', () => {
  it.each(
    everyThirdOf([
      ['itself', 'td:empty::before{content:"LOOKS"}'],
      ['the next one', 'td:empty + td::before{content:"LOOKS"}'],
      ['its row', 'tr:has(> td:empty)::before{content:"LOOKS"}'],
      ['what is not empty', 'td:not(:empty)::before{content:"NEVER"}'],
      ['itself, in a nested rule', 'tr{ & td{ &:empty::before{content:"LOOKS"} } }'],
    ]),
  )('looks as rules with :empty say of %s', async (_, css) => {
    const html = `<style>${css}</style><p>Text</p><table><tr><td></td><td></td></tr></table>`
    const { text, tagged } = await render(html, { options: { tagged: true } })
    expect(text.includes('LOOKS')).toBe(css.includes('LOOKS'))
    expect(text).not.toContain('NEVER')
    expect(tagged).toBe(true)
  })
})

describe('css', () => {
  const css = 'p{font-size:40px}'

  it.each(
    everyThirdOf([
      ['with a head', '<!doctype html><html><head><style>p{font-size:10px}</style></head><body><p>Text'],
      ['without a head element', '<style>p{font-size:10px}</style><p>Text</p>'],
      ['without a html element', '<p>Text'],
      ['with the word </head> in a comment', '<!-- </head> --><head><title>a</title></head><p>Text'],
      ['with the word </head> in a script', '<head><script>"</head>"</script></head><p>Text'],
    ]),
  )('reaches a document %s, after its own styles', async (_, html) => {
    expect(find((await render(html, { css })).pages[0], 'Text').size).toBeCloseTo(30, 0)
  })

  it('cannot end its own element', async () => {
    const { text } = await render('<p>Text', { css: 'p::after{content:"</style><b>out</b>"}' })
    expect(text).toContain('</style><b>out</b>')
  })
})

describe('scripts', () => {
  it('run, and their errors are warnings that do not fail the document', async () => {
    const { text, headers } = await render(
      '<p id="p"></p><script>p.textContent = 6 * 7; console.error("odd"); missing()</script>',
    )
    expect(text).toContain('42')
    expect(headers.get('x-warnings')).toContain('console error: odd')
    expect(headers.get('x-warnings')).toContain('ReferenceError: missing is not defined')
  })

  it('that change the document before its load event are waited for', async () => {
    const { text } = await render(
      '<p id="p">early</p><script>onload = () => { p.textContent = "at load" }</script>',
    )
    expect(text).toContain('at load')
  })

  it('cannot make a header longer than 1 KB', async () => {
    const { headers } = await render(
      '<script>for (let i = 0; i < 300; i++) console.error("é".repeat(400))</script>',
    )
    const warnings = headers.get('x-warnings') ?? ''
    expect(warnings.length).toBeLessThanOrEqual(1024)
    expect(warnings).toMatch(/^[ -~]+$/)
  })
})

// Each waits more than it works.
describe.concurrent('wait_for', () => {
  const late = (change: string) => `<p id="p">early</p><script>setTimeout(() => { ${change} }, 300)</script>`

  it('a selector waits until an element matches', async () => {
    const html = late('p.textContent = "late"; p.className = "ready"')
    expect((await render(html, { options: { wait_for: 'p.ready' } })).text).toContain('late')
  })

  it('an expression waits until it is true', async () => {
    const html = late('p.textContent = "late"; window.ready = 1')
    const { text } = await render(html, { options: { wait_for: { expression: 'window.ready' } } })
    expect(text).toContain('late')
  })

  it('an expression that throws is not true yet', async () => {
    const html = late('p.textContent = "late"; window.state = { ready: true }')
    const { text } = await render(html, { options: { wait_for: { expression: 'state.ready' } } })
    expect(text).toContain('late')
  })

  it('an expression that promises waits for the promise', async () => {
    const html = late('p.textContent = "late"; resolve(true)').replace(
      '<script>',
      '<script>const { promise, resolve } = Promise.withResolvers();',
    )
    expect((await render(html, { options: { wait_for: { expression: 'promise' } } })).text).toContain('late')
  })

  it('a time waits that long', async () => {
    const html = late('p.textContent = "late"')
    expect((await render(html, { options: { wait_for: { ms: 600 } } })).text).toContain('late')
  })

  it('not given does not wait for timers', async () => {
    const html = '<p id="p">early</p><script>setTimeout(() => { p.textContent = "late" }, 10000)</script>'
    expect((await render(html)).text).toContain('early')
  })

  it('that never comes true is a 504 that names it, in time', async () => {
    const problem = await problemOf({ html: 'Text', options: { wait_for: '#never', timeout: 2 } })
    expect(problem).toMatchObject({ status: 504, code: 'render_timeout' })
    expect(problem.detail).toContain('wait_for')
  })

  it.each([
    ['p[', 'CSS selector'],
    [{ expression: 'if (' }, 'JavaScript'],
  ])('%j is a 422 that says why', async (wait_for, reason) => {
    const problem = await problemOf({ html: 'Text', options: { wait_for } })
    expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
    expect(problem.detail).toContain(reason)
  })
})

describe('base_url', () => {
  it('is what relative addresses are resolved against', async () => {
    const { site } = inject('origins')
    const html = '<img src="red.png"><script src="./page.js"></script><a href="next">link</a>'
    const { text, headers } = await render(html, { options: { base_url: `${site}/folder/../` } })
    expect(text).toContain('written by a script')
    expect(headers.get('x-warnings')).toBeNull()
  })

  it('gives way to a base element of the document', async () => {
    const { site } = inject('origins')
    const html = `<base href="${site}/"><body><script src="page.js"></script>`
    const { text } = await render(html, { options: { base_url: 'https://example.com/' } })
    expect(text).toContain('written by a script')
  })

  it('missing makes relative addresses a warning that names the option', async () => {
    const { headers } = await render('<img src="logo.png"><a href="/page">link</a>')
    expect(headers.get('x-warnings')).toMatch(/logo\.png.*base_url/)
    expect(headers.get('x-warnings')).toMatch(/1 relative link/)
  })
})

describe('strict', () => {
  it('makes every warning a 422 that lists them, and nothing is charged', async () => {
    const problem = await problemOf({
      html: '<img src="logo.png"><script>missing()</script>',
      options: { strict: true },
    })
    expect(problem).toMatchObject({ status: 422, code: 'strict_warning' })
    expect(problem.errors?.map(({ message }) => message)).toEqual([
      expect.stringContaining('logo.png'),
      expect.stringContaining('missing is not defined'),
    ])
  })

  it('lets a document without warnings pass', async () => {
    expect((await render('<p>Text', { options: { strict: true } })).pages).toHaveLength(1)
  })
})

describe('goCreditMode', () => {
  const row = '<tr><td style="height:200px">row</td><td>cell</td></tr>'
  const table = `<table><thead><tr><th>Head</th></tr></thead><tbody>${row.repeat(15)}</tbody></table>`

  it('repeats the head of a table on each page, and tears no row', async () => {
    const { pages } = await render(table, { goCreditMode: true })
    expect(pages.length).toBeGreaterThan(2)
    for (const { text } of pages) expect(text).toContain('Head')
    expect(pages.map(({ text }) => text.match(/row/g)?.length ?? 0)).not.toContain(0)
  })

  it('keeps a heading with its text', async () => {
    const html = `<style>@page{margin:0}body{margin:0}h1{margin:0;font:20px/30px serif}</style>
      <div style="height:1080px">filler</div><h1>Heading</h1><p style="height:400px;margin:0">Its text</p>`
    const { pages } = await render(html, { goCreditMode: true })
    expect(pages[1]?.text).toContain('Heading')
    expect(pages[1]?.text).toContain('Its text')
  })

  it('fits a table that is wider than the page', async () => {
    const cells = Array.from({ length: 12 }, (_, n) => `<td style="padding:20px">column${n}</td>`).join('')
    const { pages } = await render(`<table><tr>${cells}</tr></table>`, { goCreditMode: true })
    const last = find(pages[0], 'column11')
    expect(last.x + last.width).toBeLessThan(pages[0]?.width ?? 0)
  })
})

describe('filename', () => {
  it.each(
    everyThirdOf([
      ['report', 'attachment; filename="report.pdf"'],
      ['Report.PDF', 'attachment; filename="Report.PDF"'],
      ['../../etc/passwd', 'attachment; filename="__.._etc_passwd.pdf"'],
      ['a "quoted" name', 'attachment; filename="a _quoted_ name.pdf"'],
      [
        'Öffnung 東京',
        `attachment; filename="Offnung __.pdf"; filename*=UTF-8''%C3%96ffnung%20%E6%9D%B1%E4%BA%AC.pdf`,
      ],
    ]),
  )('%j is offered so that every client can save it', async (filename, expected) => {
    const { headers } = await render('Text', { options: { filename } })
    expect(headers.get('content-disposition')).toBe(expected)
  })

  it('is the title where none is given, and “document” where there is no title', async () => {
    const [titled, bare] = await Promise.all([render('<title>Invoice 7</title>Text'), render('Text')])
    expect(titled.headers.get('content-disposition')).toBe('attachment; filename="Invoice 7.pdf"')
    expect(bare.headers.get('content-disposition')).toBe('attachment; filename="document.pdf"')
  })

  it('that a script makes hostile or endless does no harm', async () => {
    const { headers } = await render(
      '<script>document.title = "a\\r\\nX-Evil: 1" + "\\u202e".repeat(5) + "x".repeat(1e6)</script>Text',
    )
    expect(headers.get('x-evil')).toBeNull()
    expect(headers.get('content-disposition')?.length).toBeLessThan(2000)
    expect(headers.get('content-disposition')).toMatch(/\.pdf"/)
  })
})

describe('a document that writes its head anew', () => {
  it('keeps paper, margins and the caller’s css', async () => {
    const html = `<html><head></head><body><p>Text</p><script>document.head.innerHTML = '<title>x</title>'</script>`
    const { text } = await render(html, { css: 'p::after{content:" and css"}' })
    expect(text).toContain('Text and css')
    const [plain, written] = await Promise.all([
      render('<p>Text</p><script></script>', { options: { margin_left: 3 } }),
      render(html, { options: { margin_left: 3 } }),
    ])
    expect(written.pages[0]).toMatchObject({ width: plain.pages[0]?.width, height: plain.pages[0]?.height })
    expect(leftOf(written)).toBeCloseTo(leftOf(plain), 0)
  })

  it('is told when header and footer leave nothing of the page', async () => {
    const problem = await problemOf({
      html: '<p>Text',
      options: { header_html: '<div style="height:12in">H</div>' },
    })
    expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
    expect(problem.detail).toContain('inch')
  })
})

/** Distance of the first text from the left edge, in points. */
function leftOf({ pages }: Rendered): number {
  return pages[0]?.runs[0]?.x ?? Number.NaN
}
it('a page of metres whose blurred shadow the browser cannot print in time is a 504 that names it', async () => {
  const html = '<div style="box-shadow:0 0 90px #0008;height:140in;margin:2in">Big</div>'
  const problem = await problemOf({ html, options: { paper_width: 100, paper_height: 150, timeout: 2 } })
  expect(problem).toMatchObject({ status: 504, code: 'render_timeout' })
  expect(problem.detail).toContain('blurred shadow on a page of several metres')
})
