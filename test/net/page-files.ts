/** What documents load in the tests of rendering; `?after=ms` makes any of it slow. */
import { setTimeout as after } from 'node:timers/promises'
import type { Handler } from './servers'
import { squareFont } from './square-font'

const box = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="${colour}"/></svg>`

/** A PNG of one red pixel. */
const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC',
  'base64',
)

function file(contentType: string, body: string | Buffer): Handler {
  return async (_, response, url) => {
    await after(Number(url.searchParams.get('after') ?? 0))
    response.setHeader('content-type', contentType).end(body)
  }
}

let turn = 0
/** Each time another of two contents, which nobody may keep. */
function inTurns(contentType: string, first: string, second: string): Handler {
  return (_, response) => {
    response.setHeader('content-type', contentType).setHeader('cache-control', 'no-store')
    response.end(turn++ % 2 ? second : first)
  }
}

/** What a request brought of its caller's, as text. */
const broughtBy: (wrap: (text: string) => string, contentType: string) => Handler =
  (wrap, contentType) => (request, response) => {
    const { cookie, authorization, 'x-token': token, 'accept-language': language } = request.headers
    const brought = [cookie, authorization, token, language, request.headers['user-agent']].join(' | ')
    response.setHeader('content-type', contentType).end(wrap(brought))
  }

export const pageFiles: Record<string, Handler> = {
  '/brought.html': broughtBy(
    (text) =>
      `<title>Brought</title><link rel="stylesheet" href="brought.css"><p id="part">page: ${text}</p>`,
    'text/html',
  ),
  '/hero.css': file('text/css', '.hero { height: 100vh }'),
  '/measures.js': file(
    'text/javascript',
    `addEventListener('DOMContentLoaded', () => {
      const hero = document.querySelector('.hero')
      hero.textContent = hero.clientHeight > 100 ? 'HIGH' : 'LOW'
    })`,
  ),
  '/brought.css': broughtBy((text) => `p::after { content: "; sheet: ${text}" }`, 'text/css'),
  '/frames.html': (request, response) => {
    const asks = (name: string, tell = 'document.body.prepend') =>
      `fetch('http://${request.headers.host}/brought.css?${name}').then((answer) => answer.text()).then((text) =>
       ${tell}('${name}: ' + (/of-mine/.test(text) ? 'SECRET' : 'nothing') + '. '))`
    const script = (name: string) => `<script>${asks(name)}</script>`
    const frame = (attributes: string, text: string) =>
      `<iframe width="600" height="90" ${attributes} srcdoc="${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`
    const nested = `<br>${frame('', script('nested'))}`
    const html = `<!doctype html><body>${script('page')}<script>
      new Worker(URL.createObjectURL(new Blob([${JSON.stringify(asks('worker', 'postMessage'))}]))).onmessage = ({ data }) => document.body.append(data)
      </script>${frame('', script('plain'))}${frame('sandbox="allow-scripts allow-same-origin"', script('same'))}
      ${frame('sandbox="allow-scripts"', script('sandboxed') + nested)}${frame('credentialless', script('credentialless'))}
      <iframe src="data:text/html,${encodeURIComponent(`<body>${script('data')}`)}"></iframe>`
    response.setHeader('content-type', 'text/html').end(html)
  },
  '/wants-assets.html': file(
    'text/html',
    `<img src="https://asset.invalid/red.svg"><img src="asset:red.svg"><p>x</p><script>
      fetch('https://asset.invalid/red.svg').then(() => { document.title = 'had' }, () => { document.title = 'none' })</script>`,
  ),
  '/visited.html': file(
    'text/html',
    `<!doctype html><title>Visited</title><style>#late { display: block !important }</style>
    <div id="banner" style="display: block !important">WE VALUE COOKIES <button class="accept">Fine</button></div>
    <p id="seen"></p><div id="tail" style="height: 3000px"></div><section id="far">far: </section><a href="/gone.html" class="away">away</a>
    <script>
      const { innerWidth, innerHeight, devicePixelRatio } = window
      seen.textContent = ['window', innerWidth, innerHeight, devicePixelRatio, navigator.userAgent, navigator.languages].join(' ')
      document.querySelector('.accept').onclick = ({ currentTarget }) => {
        currentTarget.parentNode.remove()
        setTimeout(() => document.body.insertAdjacentHTML('afterbegin', '<div id="second" onclick="this.textContent = 1 + 1 + &quot; GONE&quot;">SECOND</div>'), 300)
      }
      setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id="late">LATE ADVERTISEMENT'), 100)
      new IntersectionObserver(([{ isIntersecting }], observer) => {
        if (!isIntersecting) return
        observer.disconnect()
        fetch('data.json').then((answer) => answer.json()).then(({ text }) => far.append(text))
      }).observe(far)
    </script>`,
  ),
  '/gone.html': (_, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Nothing here')
  },
  '/latin.html': file('text/html; charset=iso-8859-1', Buffer.from('<p>Gr\xfc\xdfe', 'latin1')),
  '/turns.svg': inTurns('image/svg+xml', ...(['red', 'blue'].map(box) as [string, string])),
  '/turns.css': inTurns('text/css', 'p { color: #ff0000 }', 'p { color: #0000ff }'),
  '/square.ttf': file('font/ttf', squareFont),
  '/red.png': file('image/png', redPixel),
  '/damaged.png': file(
    'image/png',
    Buffer.concat([redPixel.subarray(0, 33), Buffer.from('and then nothing')]),
  ),
  '/damaged.ttf': file('font/ttf', Buffer.concat([squareFont.subarray(0, 200), Buffer.alloc(700, 0xff)])),
  '/large.html': file('text/html', `<p>${'x'.repeat(9 << 20)}`),
  '/styles.txt': file('text/plain', 'p { color: #00ff00 }'),
  '/page.css': file(
    'text/css',
    'p { color: #00ff00; font: 20px Square } @font-face { font-family: Square; src: url(square.ttf) }',
  ),
  '/narrow-page.css': file('text/css', '@page { margin: 3mm }'),
  '/imports-narrow-page.css': file('text/css', '@import "narrow-page.css" print;'),
  '/imports-two.css': file('text/css', '@import "imports-narrow-page.css"; @import "page.css" layer(a);'),
  '/paged-media.css': file('text/css', 'h1 { footnote-display: compact }'),
  '/book.css': file(
    'text/css',
    '@import "book-notes.css";@page{margin:20mm;@top-left{content:string(chapter)}@bottom-center{content:counter(page, lower-roman)}}h1{string-set:chapter content();break-before:right}.body{counter-reset:page 1}nav a::after{content:leader(".") target-counter(attr(href),page)}',
  ),
  '/book-notes.css': file('text/css', '.note{float:footnote;bookmark-label:"x"}'),
  '/poster.css': file('text/css', '@page { size: 297mm 420mm }'),
  '/rise.css': file(
    'text/css',
    '.rise { height: 200px; background: #f00; animation: rise 100s } @keyframes rise { from { opacity: 0 } }',
  ),
  '/imports-rise.css': file('text/css', '@import "rise.css";'),
  '/label.css': file('text/css', '@page { size: 2in 1in; margin: 0 1in }'),
  '/moved.css': (_, response) => {
    response.writeHead(302, { location: '/elsewhere/moved.css' }).end()
  },
  '/elsewhere/moved.css': file('text/css', '@import "more.css";'),
  '/elsewhere/more.css': file(
    'text/css',
    'p { font: 20px Square } @font-face { font-family: Square; src: url(../square.ttf?moved) }',
  ),
  '/imports-itself.css': file('text/css', '@import "imports-itself.css";'.repeat(200)),
  '/imports.css': file('text/css', '@import "page.css";'),
  '/page.js': file('text/javascript', 'document.body.append("written by a script")'),
  '/module.js': file('text/javascript', 'export const text = "written by a module"'),
  '/moved-module.js': (_, response) => {
    response.writeHead(302, { location: '/elsewhere/module.js' }).end()
  },
  '/elsewhere/module.js': file('text/javascript', 'export { text } from "./beside.js"'),
  '/elsewhere/beside.js': file('text/javascript', 'export const text = "written beside a moved module"'),
  '/sprite.svg': file(
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.ran = 1"><style>.a{fill:url(#red)}</style><script>document.write('ran')</script>
     <linearGradient id="red"><stop stop-color="#ff0000"/></linearGradient>
     <symbol id="star" viewBox="0 0 10 10"><rect class="a" width="10" height="10"/><text font-size="3" y="5">STAR</text>
     <image href="data:,x" onerror="document.body.append('ran by an image')"/><set attributeName="x" to="1" onbegin="document.body.append('ran by a set')"/></symbol></svg>`,
  ),
  '/part.html': file(
    'text/html; charset=utf-8',
    `<!doctype html><title>Part</title><link rel="stylesheet" href="page.css"><body><h2>A PART</h2><script>
     const can = [() => parent.document.body.append('REACHED'), () => localStorage.length].map((way) => { try { way(); return 'yes' } catch { return 'no' } })
     fetch('data.json').then((answer) => answer.json()).then(({ text }) => document.body.append([text, typeof WebSocket, ...can].join(' ')))</script>`,
  ),
  // What a stranger has uploaded, with the one header that keeps it from running in a frame.
  '/upload.html': (_, response, url) => {
    const [name = '', value = ''] = [url.searchParams.get('name'), url.searchParams.get('value')].map(
      (text) => text ?? '',
    )
    response.setHeader('content-type', 'text/html').setHeader(name, value)
    response.end(
      `<h2>UPLOAD</h2><link rel="stylesheet" href="page.css"><script>document.body.append('RAN')</script>`,
    )
  },
  '/moved-part.html': (_, response) => {
    response.writeHead(302, { location: '/elsewhere/part.html' }).end()
  },
  '/elsewhere/part.html': file(
    'text/html',
    '<img src="beside.svg"><p>A MOVED PART<iframe src="/part.html"></iframe>',
  ),
  '/elsewhere/beside.svg': file('image/svg+xml', box('blue')),
  '/latin-part.html': file('text/html; charset=iso-8859-1', Buffer.from('<p>INSIDE, caf\xe9', 'latin1')),
  '/own-latin-part.html': file(
    'text/html',
    Buffer.from('<meta charset="windows-1252"><p>INSIDE, caf\xe9', 'latin1'),
  ),
  '/worker.js': file(
    'text/javascript',
    `importScripts('worker-part.js')
     onmessage = async ({ data }) => postMessage(part + data + (await (await fetch('data.json')).json()).text)`,
  ),
  '/worker-part.js': file('text/javascript', 'const part = "a part and "'),
  '/data.json': file('application/json', '{"text":"fetched by a script"}'),
}
