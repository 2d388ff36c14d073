/** What scripts and drawings find here as in a browser, though their document stands in a sandbox. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { trapped } from '../support/outgoing'
import { drawPage } from '../support/pixels'
import { applySchema } from '../support/schema'
import { render } from '../support/service'
import { said, workerSuite } from '../support/worker-suite'

const { site, other, trap } = inject('origins')
const at = { base_url: `${site}/` }

beforeAll(() => applySchema())

describe('scripts find', () => {
  it.each(['localStorage', 'sessionStorage'])('an empty %s that keeps what is put into it', async (name) => {
    const script = `const s = ${name}, before = s.length
      s.setItem('a', 1); s.b = 2; s['c d'] = null; delete s.b; Storage.prototype.setItem.call(s, 'e', 'f')
      let full = ''; try { s.setItem('large', 'x'.repeat(6e6)) } catch (error) { full = error.name }
      say([before, s.length, s.a, s.b, s.getItem('nothing'), 'a' in s, Object.keys(s), JSON.stringify(s), s.key(0), full, s instanceof Storage])`
    expect(await said(script)).toBe(
      '0,3,1,,,true,a,c d,e,{"a":"1","c d":"null","e":"f"},a,QuotaExceededError,true',
    )
  })

  it('cookies', async () => {
    const script = `const before = document.cookie; document.cookie = 'a=b; path=/; secure'; document.cookie = 'c=d=e'
      document.cookie = 'gone=1'; document.cookie = 'gone=; max-age=0'; document.cookie = 'past=1; expires=Thu, 01 Jan 1970 00:00:00 GMT'
      say(before + '|' + document.cookie)`
    expect(await said(script)).toBe('|a=b; c=d=e')
  })

  it.each([
    ['image.src = address', 'a property'],
    ["image.setAttribute('src', address)", 'an attribute'],
  ])('canvases that can be read after a picture was drawn on them: %s', async (load) => {
    const script = `const image = document.createElement('img'), address = '/red.png'
      ${load}; await image.decode(); const canvas = document.createElement('canvas'), pen = canvas.getContext('2d')
      pen.drawImage(image, 0, 0, 9, 9); say([canvas.toDataURL().slice(0, 14), pen.getImageData(4, 4, 1, 1).data[0] > 200])`
    expect(await said(script)).toBe('data:image/png,true')
  })

  it('a history, and no worker of the service that would throw', async () => {
    const script = `history.replaceState({ page: 1 }, '', '?page=1'); history.pushState({ page: 2 }, '', '/other')
      say([history.state.page, location.pathname, 'serviceWorker' in navigator, 'caches' in window])`
    expect(await said(script)).toBe('2,/other,false,false')
  })
})

describe('scripts find an IndexedDB', () => {
  const open = `const ask = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error) })
    const opening = indexedDB.open('shop', 3)
    opening.onupgradeneeded = ({ oldVersion, newVersion }) => {
      const store = opening.result.createObjectStore('items', { keyPath: 'id', autoIncrement: true })
      store.createIndex('name', 'name', { unique: true }); store.createIndex('tags', 'tags', { multiEntry: true }); store.add({ name: 'first', from: oldVersion, to: newVersion }) }
    const db = await ask(opening)
    const items = (mode) => db.transaction('items', mode).objectStore('items');`

  it('that begins empty and keeps records in the order of their keys', async () => {
    const script = `${open} const store = items('readwrite')
      await Promise.all([store.add({ name: 'z', tags: ['x'] }), store.put({ id: 20, name: 'm', tags: ['x', 'y'] }), store.add({ name: 'a' })].map(ask))
      await ask(store.delete(2))
      say(JSON.stringify([await ask(items().getAll()), await ask(items().getAllKeys(IDBKeyRange.bound(1, 20, true))), await ask(items().index('tags').count('y')), db.version, [...db.objectStoreNames]]))`
    expect(await said(script)).toBe(
      '[[{"name":"first","from":0,"to":3,"id":1},{"id":20,"name":"m","tags":["x","y"]},{"name":"a","id":21}],[20],1,3,["items"]]',
    )
  })

  it('whose cursors go either way, change and delete', async () => {
    const script = `${open} for (const name of ['b', 'c', 'd']) await ask(items('readwrite').add({ name }))
      const seen = await new Promise((resolve) => { const names = []
        items('readwrite').index('name').openCursor(IDBKeyRange.lowerBound('b'), 'prev').onsuccess = ({ target: { result } }) => {
          if (!result) return resolve(names)
          names.push(result.key); if (result.key === 'c') result.delete(); else if (result.key === 'b') result.update({ ...result.value, name: 'B' })
          result.continue() } })
      say([seen, (await ask(items().getAll())).map(({ name }) => name)])`
    expect(await said(script)).toBe('first,d,c,b,first,B,d')
  })

  it('whose transactions keep all or nothing', async () => {
    const script = `${open} const twice = items('readwrite'); twice.add({ name: 'new' }); const failed = ask(twice.add({ name: 'first' })).catch((error) => error.name)
      const end = await new Promise((resolve) => { twice.transaction.onabort = () => resolve('aborted'); twice.transaction.oncomplete = () => resolve('complete') })
      let closed; try { twice.get(1) } catch (error) { closed = error.name }
      say([await failed, end, closed, await ask(items().count()), await ask(indexedDB.open('shop', 1)).catch((error) => error.name)])`
    expect(await said(script)).toBe('ConstraintError,aborted,TransactionInactiveError,1,VersionError')
  })
})

workerSuite('few')

describe('a worker', () => {
  it('of a file loads what it asks for, by the service', async () => {
    const script = `const worker = new Worker('worker.js'); worker.onmessage = ({ data }) => say(data); worker.postMessage('more, ')`
    expect(await said(script)).toBe('a part and more, fetched by a script')
  })

  it('is one of sixteen at the most', async () => {
    const script = `let made = 0; try { for (;; made++) new Worker('data:text/javascript,postMessage(1)') } catch (error) { say(made + error.name) }`
    expect(await said(script)).toBe('16QuotaExceededError')
  })

  it.each([
    [
      'a frame',
      `const frame = document.createElement('iframe'); document.body.append(frame); new frame.contentWindow.Worker('data:text/javascript,')`,
    ],
    [
      'its constructor',
      `new (Object.getPrototypeOf(new Worker('data:text/javascript,')).constructor)(URL.createObjectURL(new Blob(['new WebSocket("${trap.replace('http', 'ws')}")'])))`,
    ],
  ])('without the lockdown is not to be had from %s', async (_, way) => {
    const { text } = await render(`<p>stays</p><script>try { ${way} } catch {}</script>`)
    expect(text).toContain('stays')
    expect(await trapped()).toEqual([])
  })
})

describe('a drawing that uses a symbol of another file', () => {
  it.each([
    ['in a document without scripts', ''],
    ['in a document with scripts', '<script>document.body.append("by a script")</script>'],
  ])('%s shows it, and nothing in that file runs', async (_, more) => {
    const html = `<p>Icon</p><svg width="90" height="90"><use href="sprite.svg#star"/></svg>${more}`
    const { text, headers, pages } = await render(html, { options: at })
    expect(text).toContain('STAR')
    expect(text).not.toContain('ran')
    expect(pages).toHaveLength(1)
    expect(headers.get('x-warnings')).toBeNull()
  })

  it('is not taken from another server, as in a browser, unless the document has none', async () => {
    const html = `<p>Icon</p><svg width="90" height="90"><use href="${other}/sprite.svg#star"/></svg><script>1</script>`
    const { text, headers } = await render(html, { options: at })
    expect(text).toBe('Icon')
    expect(headers.get('x-warnings')).toMatch(/1 drawing\(s\) on other servers are not shown .*sprite\.svg/)
    expect((await render(html)).text).toBe('Icon\nSTAR')
  })

  it('is a warning if the file does not load', async () => {
    const html = '<p>Icon</p><svg width="90" height="90"><use xlink:href="missing.svg#star"/></svg>'
    const { headers } = await render(html, { options: at })
    expect(headers.get('x-warnings')).toMatch(/missing\.svg did not load/)
  })

  it.each([
    ['an element of HTML with that name', '<use href="sprite.svg#star">USED</use>', 'USED'],
    ['a badly encoded name', '<svg width="90" height="90"><use href="sprite.svg#50%"/></svg>', 'Icon'],
  ])('may be %s, which is printed as it is', async (_, use, shown) => {
    const { text } = await render(`<p>Icon</p>${use}`, { options: at })
    expect(text).toContain(shown)
  })

  it('of the document itself is left as it is', async () => {
    const html = `<svg width="0" height="0"><symbol id="own"><text y="20">OWN</text></symbol></svg><svg width="90" height="90"><use href="#own"/></svg>`
    expect((await render(html)).text).toContain('OWN')
  })
})

it.each([
  ['not opened', 'new XMLHttpRequest().send()'],
  ['refused', `const x = new XMLHttpRequest(); x.open('GET', 'blob:null/nothing', false); x.send()`],
])('a request that is %s is not waited for, and time runs ahead', async (_, request) => {
  expect(await said(`try { ${request} } catch {}; setTimeout(() => say('ahead'), 1500)`)).toBe('ahead')
})

it('a frame without a document tells when its size changes, as charts ask it to', async () => {
  const script = `const frame = document.createElement('iframe'), sizes = []
    frame.style.cssText = 'width:100%;height:0'; const box = document.createElement('div'); box.style.width = '200px'
    box.append(frame); const before = frame.contentWindow; document.body.append(box)
    frame.contentWindow.onresize = () => sizes.push('property'); frame.contentWindow.addEventListener('resize', () => sizes.push('listener'))
    await new Promise((resolve) => setTimeout(resolve, 100)); box.style.width = '300px'
    for (let tries = 0; sizes.length < 2 && tries < 50; tries++) await new Promise((resolve) => setTimeout(resolve, 100)); say([before, frame.contentWindow === frame.contentWindow, 'Worker' in frame.contentWindow, sizes])`
  expect(await said(script)).toBe(',true,false,property,listener')
})

it('a frame with a document of its own text is printed, and one that a script writes into is a warning', async () => {
  const own = await render('<p>Text</p><iframe srcdoc="<p>INSIDE</p>"></iframe>')
  expect(own.text).toContain('INSIDE')
  const html = `<p>Text</p><iframe id="frame"></iframe><script>frame.contentDocument.body.innerHTML = 'written'</script>`
  expect((await render(html)).headers.get('x-warnings')).toMatch(/script error: .*null/)
})

describe('a frame', () => {
  it('shows the document of its own server, under the rules of the page', async () => {
    const html = '<p>Text</p><iframe src="part.html" width="600" height="200"></iframe>'
    const { text, headers } = await render(html, { options: at })
    expect(text.replace(/\s+/g, ' ')).toContain('A PART fetched by a script undefined no yes')
    expect(text).not.toContain('REACHED')
    expect(headers.get('x-warnings')).toBeNull()
  })

  it('tells what its document would embed in its turn', async () => {
    const { text, headers } = await render('<iframe src="moved-part.html"></iframe>', { options: at })
    expect(text).toContain('A MOVED PART')
    expect(headers.get('x-warnings')).toMatch(/moved-part\.html is in a frame/)
  })

  it('shows a document that its server moved, and the files beside its new place', async () => {
    const html = '<style>@page{margin:0}</style><iframe src="moved-part.html" height="200"></iframe>'
    const { bytes, headers } = await render(html, { options: at })
    expect(headers.get('x-warnings')).not.toMatch(/beside/)
    const colour = await drawPage(bytes)
    expect(Array.from({ length: 150 }, (_, y) => colour(40, y))).toContain('#0000ff')
  })

  it.each(['latin-part.html', 'own-latin-part.html'])('shows %s in its own encoding', async (src) => {
    const { text } = await render(`<iframe src="${src}"></iframe>`, { options: at })
    expect(text).toContain('INSIDE, café')
  })

  it.each([
    ['text', 'data:text/html;charset=utf-8,<p>INSIDE, caf%C3%A9'],
    ['text in an encoding of its own', 'data:text/html;charset=iso-8859-1,<p>INSIDE, caf%E9'],
    ['base64', `data:text/html;base64,${Buffer.from('<p>INSIDE, café').toString('base64')}`],
  ])('shows the document of a data: address: %s', async (_, address) => {
    const { text, headers } = await render(`<p>Text</p><iframe src="${address}"></iframe>`)
    expect(text).toContain('INSIDE, café')
    expect(headers.get('x-warnings')).toBeNull()
  })

  it.each([
    ['of another server', `${trap}/frame`, /embedded document/],
    [
      'that its server moved to another one',
      `redirect?to=${encodeURIComponent(`${other}/latin-part.html`)}`,
      /embedded document.*redirect/,
    ],
    ['that is missing', 'missing.html', /missing\.html did not load/],
    ['that is no document', 'data.json', /embedded document.*data\.json/],
    ['without base_url', 'part.html', /embedded document.*part\.html/, {}],
  ])('%s stays empty, with a warning', async (_, src, warning, options: object = at) => {
    const { text, headers } = await render(`<p>Text</p><iframe src="${src}"></iframe>`, { options })
    expect(text.trim()).toBe('Text')
    expect(headers.get('x-warnings')).toMatch(warning)
    expect(await trapped()).toEqual([])
  })
})

describe('an object', () => {
  it('shows its picture, with all that it says of itself', async () => {
    const html = `<style>@page{margin:0}body{margin:0}[data-size=large]{width:200px;height:200px}</style>
      <object data="red.png" data-size="large">INSTEAD</object>`
    const { bytes, text, headers } = await render(html, { options: at })
    expect((await drawPage(bytes))(140, 140)).toBe('#ff0000')
    expect(text).not.toContain('INSTEAD')
    expect(headers.get('x-warnings')).toBeNull()
  })

  it('whose picture is missing shows what stands in it', async () => {
    const html = `<style>@page{margin:0}body{margin:0}</style>
      <object data="missing.png" width="90" height="90"><img src="red.png" width="90" height="90"></object>`
    const { bytes, headers } = await render(html, { options: at })
    expect((await drawPage(bytes))(30, 30)).toBe('#ff0000')
    expect(headers.get('x-warnings')).toMatch(/missing\.png did not load/)
  })
})
