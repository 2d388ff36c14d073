/** A site's files on this machine, and documents that load them. */
import fs from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { photo } from './pictures.mjs'

const font = fs.readFileSync(
  createRequire(import.meta.url).resolve(
    '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2',
  ),
)
const picture = photo(300, 200, 1)
const style = (version) =>
  `@font-face{font-family:Site;src:url(/site.woff2?${version})}body{font:11pt Site}main{columns:2}td{border-bottom:1px solid #aaa}`

/** Serves them. `document` is one that loads the files of this `version`, which no other version shares. */
export async function serveAssets() {
  const server = createServer((request, response) => {
    const [path = '', version] = (request.url ?? '').split('?')
    const [type, body] = path.endsWith('.css')
      ? ['text/css', style(version)]
      : path.endsWith('.woff2')
        ? ['font/woff2', font]
        : ['image/png', picture]
    response.writeHead(200, {
      'Content-Type': type,
      'Cache-Control': 'max-age=86400',
      'Access-Control-Allow-Origin': '*',
    })
    response.end(body)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const origin = `http://127.0.0.1:${port}`
  return {
    host: `127.0.0.1:${port}`,
    fontKB: Math.round(font.length / 1000),
    document: (version) =>
      `<!doctype html><html lang="en"><title>Site</title><link rel="stylesheet" href="${origin}/site.css?${version}"><body><h1>Report of a site</h1><img src="${origin}/head.png?${version}" alt=""><img src="${origin}/foot.png?${version}" alt=""><main>${'<p>Some words of an article.</p>'.repeat(30)}</main>`,
    close: () => server.close(),
  }
}
