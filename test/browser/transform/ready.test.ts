/** A document is printed when it is whole: what its scripts fetch has come, and what moves has come to its end. */
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { Cdp } from '../../../src/browser/cdp'
import { drawPage } from '../../support/pixels'
import { everyThirdOf, rowsOf } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { render, richAccount } from '../../support/service'

const { site } = inject('origins')
const at = { base_url: `${site}/` }
/** Of a test of how soon a document is printed. */
const alone = { concurrent: false }
/** Half of the time of a document with 60 s: how long it would be waited for if it were not found to have no end. */
const HALF_MS = 30_000

beforeAll(async () => {
  await applySchema()
  // Concurrent tests share it.
  await richAccount()
})

/** The document and how long it took, in milliseconds. */
async function timed(html: string, options = {}) {
  const begun = Date.now()
  const rendered = await render(html, { options })
  return { ...rendered, ms: Date.now() - begun }
}

/** A PNG of one pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const fetched = (address: string) => `<div id="root"></div><script>
  fetch('${address}').then((answer) => answer.json()).then(({ text }) => { root.innerHTML = '<h1>Invoice 42</h1>' + text })
  </script>`

it('what a script asks for is waited for, however late the browser tells of it', async () => {
  const { listen } = Cdp.prototype
  const spy = vi.spyOn(Cdp.prototype, 'listen').mockImplementation(function (this: Cdp, session, handler) {
    listen.call(this, session, (event, length) => {
      const isLate = event.method === 'Fetch.requestPaused' && event.params.resourceType !== 'Document'
      setTimeout(() => handler?.(event, length), isLate ? 300 : 0)
    })
  })
  onTestFinished(() => spy.mockRestore())
  const script = `import('./module.js').then(({ text }) => document.body.append(text))`
  const { text } = await render(`<p>stays</p><script type="module">${script}</script>`, { options: at })
  expect(text).toContain('written by a module')
})

it('what comes up by a style sheet that takes its time has come up, in a document without scripts', async () => {
  const link = `<link rel="stylesheet" href="${site}/rise.css?after=300">`
  const { bytes } = await render(`<!doctype html>${link}<div class="rise"></div>`)
  expect((await drawPage(bytes))(300, 60)).toBe('#ff0000')
})

describe.concurrent('a document whose content is fetched', () => {
  it.each(rowsOf([300, 0, 50, 1000], 1))('is printed with it when the answer takes %d ms', async (ms) => {
    const { text, headers } = await render(fetched(`data.json?after=${ms}`), { options: at })
    expect(text).toContain('Invoice 42')
    expect(text).toContain('fetched by a script')
    expect(headers.get('x-warnings')).toBeNull()
  })

  it.each(
    everyThirdOf([
      [
        'by XMLHttpRequest',
        `const xhr = new XMLHttpRequest(); xhr.open('GET', 'data.json?after=200')
       xhr.onload = () => document.body.append(xhr.responseText); xhr.send()`,
      ],
      [
        'by one with a header of its own (jQuery)',
        `const xhr = new XMLHttpRequest(); xhr.open('GET', 'data.json?after=20'); xhr.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
       xhr.onload = () => document.body.append(xhr.responseText); xhr.send()`,
      ],
      [
        'one after the other',
        `(async () => { for (let n = 1; n <= 4; n++) {
         const { text } = await (await fetch('data.json?after=150&n=' + n)).json(); document.body.append(n + text) } })()`,
      ],
      [
        'by a script that a script loads',
        `const script = document.createElement('script'); script.src = 'page.js?after=300'; document.head.append(script)`,
      ],
      [
        'as a module',
        `setTimeout(() => import('./module.js?after=300').then(({ text }) => document.body.append(text)), 50)`,
      ],
      [
        'with an image beside it',
        `fetch('data.json?after=100').then(() => { const image = new Image(90, 90); image.src = 'red.png?after=300'
       image.onload = () => document.body.append('written by the image'); document.body.append(image) })`,
      ],
    ]),
  )('%s is printed with it', async (_, script) => {
    const { text } = await render(`<p>stays</p><script>${script}</script>`, { options: at })
    expect(text).toMatch(
      /4fetched by a script|"fetched by a script"|written by (a script|a module|the image)/,
    )
  })

  it(
    'is printed without it after half of its time, with a warning that names the address',
    alone,
    async () => {
      const html = `<p>stays</p>${fetched('silent?ready')}`
      const { text, headers, ms } = await timed(html, { ...at, timeout: 12 })
      expect(text).toContain('stays')
      expect(headers.get('x-warnings')).toContain(
        '/silent was still on its way when the document was printed',
      )
      expect(ms).toBeGreaterThan(5900)
    },
  )

  it('that asks again and again is printed soon all the same', alone, async () => {
    const html = `<p>stays</p><script>setInterval(() => fetch('data.json?after=20'), 50)</script>`
    const { text, ms } = await timed(html, { ...at, timeout: 60 })
    expect(text).toContain('stays')
    expect(ms).toBeLessThan(HALF_MS)
  })
})

/**
 * What takes many steps that nobody sees from outside, and is far slower than two frames; far sooner done than within the
 * three seconds for which it is waited, also where each step takes ten times as long.
 */
const steps: [string, string][] = [
  [
    'transactions of a database',
    `const ask = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
     const opening = indexedDB.open('shop'); opening.onupgradeneeded = () => opening.result.createObjectStore('items', { autoIncrement: true })
     const db = await ask(opening)
     for (let n = 0; n < 300; n++) await ask(db.transaction('items', 'readwrite').objectStore('items').add(n))`,
  ],
  [
    'messages to itself',
    `const { port1, port2 } = new MessageChannel()
     for (let n = 0; n < 60; n++) await new Promise((resolve) => {
       port1.onmessage = () => { const t0 = performance.now(); while (performance.now() - t0 < 5); resolve() }
       port2.postMessage(0) })`,
  ],
  [
    'files in memory',
    `for (let n = 0; n < 30; n++) await new Blob(['x'.repeat(1e5)]).text()
     for (let n = 0; n < 15; n++) await new Promise((resolve) => {
       const reader = new FileReader(); reader.onload = resolve; reader.readAsText(new Blob(['x'.repeat(1e5)])) })`,
  ],
  [
    'requests for what it has itself',
    `const address = URL.createObjectURL(new Blob(['{}']))
     for (let n = 0; n < 60; n++) await (await fetch(address)).json()`,
  ],
  [
    'pictures of a canvas',
    `const canvas = document.createElement('canvas'); canvas.width = canvas.height = 500; canvas.getContext('2d')
     for (let n = 0; n < 8; n++) await createImageBitmap(await new Promise((resolve) => canvas.toBlob(resolve)))`,
  ],
]

describe.concurrent('a document whose scripts take many steps is printed with what comes of them:', () => {
  it.each(rowsOf(steps, 2))('%s', async (_, script) => {
    const html = `<p>stays</p><script>(async () => { ${script}
      document.body.append('done at last') })()</script>`
    const { text, headers } = await render(html)
    expect(text).toContain('done at last')
    expect(headers.get('x-warnings')).toBeNull()
  })

  it.each(
    rowsOf(
      [
        [
          'messages',
          'const { port1, port2 } = new MessageChannel(); port1.onmessage = () => port2.postMessage(0); port2.postMessage(0)',
        ],
        [
          'transactions',
          `const opening = indexedDB.open('shop'); opening.onupgradeneeded = () => opening.result.createObjectStore('items')
       opening.onsuccess = () => (function again() {
         const reading = opening.result.transaction('items'); reading.objectStore('items').count(); reading.oncomplete = again })()`,
        ],
      ],
      1,
    ),
  )('%s without end are left, and the document is printed soon all the same', alone, async (_, script) => {
    const { text, ms } = await timed(`<p>stays</p><script>${script}</script>`, { timeout: 60 })
    expect(text).toContain('stays')
    expect(ms).toBeLessThan(HALF_MS)
  })
})

/** What may call a script later than its load event, though no timer of its own is due. */
const laterCalls: [string, string][] = [
  ['a frame', 'requestAnimationFrame(done)'],
  ['an observer of sizes', 'new ResizeObserver(done).observe(document.body)'],
  ['an observer of what is in sight', 'new IntersectionObserver(done).observe(document.body)'],
  ['scrolling', 'document.onscroll = done; document.documentElement.scrollTop = 20'],
  ['an idle moment', 'requestIdleCallback(done)'],
  ['a step back', 'onpopstate = done; history.back()'],
  ['an observer of paints', `new PerformanceObserver(done).observe({ type: 'paint' })`],
  ['a message', `onmessage = done; postMessage(0, '*')`],
  [
    'a channel',
    'const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0)',
  ],
  ['a picture', `const image = new Image(); image.onload = done; image.src = '${PICTURE}'`],
  [
    'one set by an attribute',
    `const image = new Image(); image.onload = done; image.setAttribute('src', '${PICTURE}')`,
  ],
  [
    'a style sheet',
    `const link = document.createElement('link'); link.onload = done; link.href = 'data:text/css,'`,
  ],
  ['a worker', `new Worker(URL.createObjectURL(new Blob(['postMessage(0)']))).onmessage = done`],
  ['a drawing', `document.createElement('canvas').getContext('2d')`],
  ['a database', `indexedDB.open('shop').onsuccess = done`],
  ['a file in memory', `new Blob(['text']).text().then(done)`],
]

/** What its own script finds, as the service's does, when it asks whether scripts may be called later. */
const verdict = async (script: string) => {
  const ask = `dispatchEvent(new CustomEvent('platen-later-calls', { cancelable: true }))`
  const html = `<p></p><script>const done = () => {}; ${script}; document.body.append(${ask} ? 'at rest' : 'to come')</script>`
  return (await render(html)).text
}

it.concurrent.each(everyThirdOf(laterCalls))('%s is noted as to come', async (_, script) => {
  expect(await verdict(script)).toContain('to come')
})

it('a script that is called by its timers and promises alone is at rest when they are done', async () => {
  const script = `setTimeout(() => Promise.resolve().then(() => document.body.append('soon')), 1)
    new MutationObserver(done).observe(document.body, { childList: true }); localStorage.setItem('a', 'b')`
  expect(await verdict(script)).toMatch(/at rest\s*soon/)
})

describe.concurrent('a document that shows nearly nothing is printed with a warning', () => {
  it.each([
    ['with an empty root', '<div id="root"></div><script>1</script>'],
    ['that says that it loads', '<p>Loading…</p><script>1</script>'],
    ['whose files are all hidden', `<img src="${site}/red.png" style="display:none">`],
  ])('%s', async (_, html) => {
    expect((await render(html)).headers.get('x-warnings')).toContain('shows nearly nothing')
  })

  it.each([
    ['has neither scripts nor files', '<title>t</title><p> </p>'],
    ['has styles alone', '<style>p{color:red}</style><div><p></p></div>'],
  ])('and so is one that shows nothing at all: %s', async (_, html) => {
    expect((await render(html)).headers.get('x-warnings')).toContain('shows nothing')
  })

  it.each(
    everyThirdOf([
      ['has a text in its margins', '<style>@page{@top-left{content:"A"}}</style><p></p>'],
      ['is a colored page', '<body style="background:#fc0;height:90vh"><script>1</script>'],
      ['is a drawing', '<svg width="90" height="90"><circle r="40"/></svg><script>1</script>'],
      ['has generated text only', '<style>p::before{content:"A"}</style><p></p><script>1</script>'],
      ['is one letter', 'A<script>1</script>'],
    ]),
  )('but not if it %s', async (_, html) => {
    expect((await render(html)).headers.get('x-warnings')).toBeNull()
  })
})

describe.concurrent('a heading alone is printed with a warning', () => {
  it.each([
    ['above a table without rows', '<h1>Orders</h1><table id="grid"></table><script>1</script>'],
    ['above an empty root', '<h1>Orders</h1><h2>2026</h2><div id="root"></div><script>1</script>'],
    [
      'beside a menu and buttons, which are hidden on paper',
      `<style>@media print{aside,button{display:none}}</style><aside><h2>Menu</h2><p>Reports<p>Settings</aside><main>
       <small>Mail</small><h1>Inbox</h1><button><svg width="9" height="9"></svg>New</button><div id="root"></div></main>
       <footer>Version 4</footer><script>1</script>`,
    ],
    [
      'above one sentence',
      `<h1>Sales</h1><p>All figures are net.</p><div id="rows"></div><script>document.querySelector('#rows')</script>`,
    ],
    [
      'or a menu without elements of its own',
      `<div class="m"><a>Home</a> <a>Reports</a> <a>Log out</a></div><table id="t"><tbody></table><script>"t"</script>`,
    ],
    ['or not even that, below a menu', '<nav><a>Home</a></nav><main id="root"></main><script>1</script>'],
  ])('%s', async (_, html) => {
    expect((await render(html)).headers.get('x-warnings')).toContain('a heading alone')
  })

  it.each(
    everyThirdOf([
      ['nothing is to be filled', '<h1>Chapter 1</h1><script>1</script>'],
      ['there are no scripts', '<h1>Orders</h1><table id="grid"></table>'],
      [
        'there is text above it',
        '<p>Two of your three orders have been sent<h2>Open</h2><ul id="a"></ul><script>1</script>',
      ],
      [
        'text stands further down',
        `<h1>Award</h1><p style="margin-top:9cm">to Ann<div id="a"></div><script>'a'</script>`,
      ],
      ['there is other text', '<h1>Orders</h1><p>None.</p><div id="root"></div><script>1</script>'],
      [
        'there is a picture',
        '<h1>Logo</h1><svg width="90" height="90"></svg><div id="a"></div><script>1</script>',
      ],
      [
        'what is empty is painted',
        '<h1>Bar</h1><div id="a" style="background:red;height:9px"></div><script>1</script>',
      ],
    ]),
  )('but not if %s', async (_, html) => {
    expect((await render(html)).headers.get('x-warnings')).toBeNull()
  })
})

/** What moves for a second, by each of the ways that chart libraries use, and says where it ends. */
const entrances: [string, string][] = [
  [
    'frames and their time (D3, SVG.js)',
    `const t0 = performance.now(); requestAnimationFrame(function step(time) {
     show((time - t0) / 1000); if (time - t0 < 1000) requestAnimationFrame(step) })`,
  ],
  [
    'frames and the date (Highcharts, Chart.js)',
    `const t0 = +new Date(); (function step() {
     show((Date.now() - t0) / 1000); if (new Date() - t0 < 1000) requestAnimationFrame(step) })()`,
  ],
  [
    'frames that never end (ECharts)',
    `const t0 = new Date().getTime(); requestAnimationFrame(function step() {
     requestAnimationFrame(step); show((new Date().getTime() - t0) / 1000) })`,
  ],
  [
    'an interval (jQuery)',
    `const t0 = Date.now(); const timer = setInterval(() => {
     show((Date.now() - t0) / 1000); if (Date.now() - t0 >= 1000) clearInterval(timer) }, 13)`,
  ],
  [
    'one entrance after the other',
    `const later = (n) => { show(n / 5); if (n < 5) setTimeout(later, 200, n + 1) }; later(0)`,
  ],
  [
    'an animation of the browser',
    `meter.animate([{ opacity: 0 }, { opacity: 1 }], 1000).onfinish = () => show(1)`,
  ],
  [
    'a transition',
    `meter.style.cssText = 'opacity:0;transition:opacity 1s'; getComputedStyle(meter).opacity
     meter.ontransitionend = () => show(1); meter.style.opacity = 1`,
  ],
  [
    'a fetch before it',
    `fetch('data.json?after=200').then(() => { const t0 = performance.now()
     requestAnimationFrame(function step(time) { show((time - t0) / 1000); if (time - t0 < 1000) requestAnimationFrame(step) }) })`,
  ],
]

describe.concurrent('what moves is printed as it ends, by', () => {
  it.each(everyThirdOf(entrances))('%s', async (_, script) => {
    const html = `<p id="meter">at 0%</p><script>const show = (part) => { meter.textContent = 'at ' + Math.floor(Math.min(1, part) * 100) + '%' }
      ${script}</script>`
    const { text } = await render(html, { options: at })
    expect(text).toContain('at 100%')
  })

  it('styles alone, without waiting for them', async () => {
    // Waiting for them would be a 504.
    const html = `<!doctype html><style>@keyframes in { from { visibility: hidden } to { visibility: visible } }
      p { visibility: hidden; animation: in 200s 1s both } i { animation: in 1s infinite }</style><p>faded in</p><i>x</i>`
    expect((await render(html)).text).toContain('faded in')
  })

  it('the animations of a drawing', async () => {
    const html = `<svg width="200" height="50"><text y="30" visibility="hidden">drawn
      <set attributeName="visibility" to="visible" begin="2s"/></text></svg>`
    expect((await render(html)).text).toContain('drawn')
  })
})

describe.concurrent('a document that its script opens, and does not close,', () => {
  it.each([
    ['in a handler', `<p>Before<img src="data:," onerror="open()">`],
    [
      'before it writes',
      `<p>Before<script>onload = () => { document.open(); document.write('<p>After') }</script>`,
    ],
  ])('%s is printed within its time all the same', async (_, html) => {
    expect((await render(html)).text).not.toContain('Before')
  })

  it('is waited for while it is written', async () => {
    const { text } = await render(
      `<p>Before<script>onload = () => { document.open(); document.write('<p>One')
       setTimeout(() => { document.write('<p>Two'); document.close() }, 1500) }</script>`,
    )
    expect(text).toMatch(/One\s+Two/)
  })
})

describe.concurrent('time for scripts', () => {
  it('never goes backwards, and its clocks agree', async () => {
    const html = `<p id="p"></p><script>let last = [0, 0], ticks = 0, fault = ''
      const look = () => { const now = [performance.now(), Date.now()]
        if (now[0] < last[0] || now[1] < last[1]) fault = 'backwards'
        if (last[0] && Math.abs(now[1] - last[1] - (now[0] - last[0])) > 5) fault = 'apart'
        last = now; ticks++; p.textContent = 'ticks: ' + (ticks > 5) + fault + ';' }
      look(); setInterval(look, 250)</script>`
    expect((await render(html)).text).toContain('ticks: true;')
  })

  it('keeps the order and the arguments of timers, and leaves out what was cleared', async () => {
    const html = `<p id="p"></p><script>const add = (text) => { p.textContent += text }
      setTimeout(add, 900, 'c'); setTimeout(add, 300, 'a'); const gone = setTimeout(add, 400, 'x')
      setTimeout(() => { clearTimeout(gone); add('b') }, 350); setTimeout('add("d")', 10)
      const frame = requestAnimationFrame(() => add('y')); cancelAnimationFrame(frame)
      const timer = setInterval(() => { add('i'); clearInterval(timer) }, 1000)</script>`
    expect((await render(html)).text).toContain('dabci')
  })

  it('reports errors of timers as they are', async () => {
    const { headers } = await render('<p>Text<script>setTimeout(() => missing(), 500)</script>')
    expect(headers.get('x-warnings')).toContain('missing is not defined')
  })

  it('does not show what comes after several seconds', async () => {
    const html = '<p>Text</p><script>setTimeout(() => document.body.append("subscribe!"), 8000)</script>'
    expect((await render(html)).text).not.toContain('subscribe')
  })
})

describe('messages to the browser', () => {
  const stringify = JSON.stringify

  /** The methods that one document's page is sent, from the first call in it on. */
  async function methodsFor(html: string): Promise<string[]> {
    const sent: { method: string; sessionId: string }[] = []
    const spy = vi.spyOn(JSON, 'stringify').mockImplementation((value, ...more) => {
      if (value?.method && value.sessionId) sent.push({ method: value.method, sessionId: value.sessionId })
      return stringify(value, ...more)
    })
    onTestFinished(() => spy.mockRestore())
    await render(html)
    const session = sent.find(({ method }) => method === 'Page.printToPDF')?.sessionId
    const methods = sent.filter(({ sessionId }) => sessionId === session).map(({ method }) => method)
    // What comes after belongs to the tab's next document.
    return methods.slice(methods.indexOf('Runtime.evaluate'), methods.indexOf('IO.close'))
  }

  const print = ['Page.printToPDF', 'IO.read']

  it('are one call in the page for a document without scripts', async () => {
    const html = '<!doctype html><title>Invoice</title><h1>Invoice 42</h1><p>Total: 120.00'
    expect(await methodsFor(html)).toEqual(['Runtime.evaluate', ...print])
  })

  it('say of such a document that its print is next, which then has all of it', async () => {
    const spy = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => spy.mockRestore())
    const { text } = await render('<!doctype html><title>Invoice</title><h1>Invoice 43</h1><p>Total: 130.00')
    expect(spy.mock.results.some(({ value }) => value?.includes('isPrintedNext'))).toBe(true)
    expect(text).toContain('Total: 130.00')
  })

  it('are two for one whose scripts have done when it has loaded, and two answers to what the page asks us for', async () => {
    const html =
      '<p id="p"></p><script>p.textContent = "Text"; setTimeout(() => { p.textContent += "!" }, 500)</script>'
    const told = ['Fetch.fulfillRequest', 'Fetch.fulfillRequest']
    // On a busy machine a page may be asked again whether it rests.
    const isAskedOnce = async () =>
      expect(await methodsFor(html)).toEqual(['Runtime.evaluate', ...told, 'Runtime.evaluate', ...print])
    await vi.waitFor(isAskedOnce, 60_000)
  })
})
