/** The corpus on a port of this machine: files of packages, and pages of ours that show what libraries draw. */
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
}
const PAGES = path.join(import.meta.dirname, 'pages')

/**
 * Serves `/npm/NAME/PATH` from the packages' folders and `/pages/PATH` from ours. Returns its origin and port;
 * `read(place)` gives a page as it is served, `close` ends it.
 * @param {{ [name: string]: string }} folders of packages, by name
 * @param {{ [address: string]: string }} substitutes where files are that a page expects at another address, by the
 * beginnings of both
 */
export async function serveFiles(folders, substitutes) {
  const pathOf = (place) => {
    const file = fileOf(localAddress(place, folders, substitutes), folders)
    return file && fs.existsSync(file) && fs.statSync(file).isFile() ? file : undefined
  }
  const read = (place) => {
    const { pathname } = new URL(place, 'http://corpus')
    return withLocalAddresses(fs.readFileSync(pathOf(pathname) ?? '', 'utf8'), pathname, folders, substitutes)
  }
  const server = http.createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://corpus').pathname
    const file = pathOf(decodeURIComponent(address))
    if (!file) {
      response.writeHead(404).end()
      return
    }
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' })
    response.end(type.startsWith('text/html') ? read(address) : fs.readFileSync(file))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { port, origin: `http://127.0.0.1:${port}`, read, close: () => server.close() }
}

function fileOf(address, folders) {
  const [, place, ...rest] = path.posix.normalize(address).split('/')
  if (place === 'pages') return path.join(PAGES, ...rest)
  if (place !== 'npm') return undefined
  const name = rest[0]?.startsWith('@') ? rest.splice(0, 2).join('/') : rest.shift()
  const folder = folders[name ?? '']
  return folder && path.join(folder, ...rest)
}

/**
 * A page that loads from here alone, so that all browsers print the same: what a content network has of a package is
 * taken from that package, and all else of the network is missing.
 */
function withLocalAddresses(html, place, folders, substitutes) {
  const attribute =
    /(<(?:link|script|img|iframe|source|video)\b[^>]*?\b(?:src|href)\s*=\s*["']?)((?:https?:)?\/[^"'\s>]+)/gi
  return html.replace(attribute, (_, before, address) => {
    // From the root of the site that the page was made for.
    const [site] = /^\/npm\/gentelella\/dist/.exec(place) ?? []
    const rooted = site && /^\/[^/]/.test(address) ? site + address : address
    return before + localAddress(rooted, folders, substitutes)
  })
}

function localAddress(address, folders, substitutes) {
  const [from] = Object.keys(substitutes).filter((beginning) => address.startsWith(beginning))
  if (from) return substitutes[from] + address.slice(from.length)
  if (/^\/[^/]/.test(address)) return address
  const [, name = '', file = ''] =
    /(?:cdn\.jsdelivr\.net\/npm|unpkg\.com)\/((?:@[^/]+\/)?[^/@]+)(?:@[^/]+)?\/(.+)$/.exec(address) ?? []
  return folders[name] ? `/npm/${name}/${file}` : '/outside'
}
