/**
 * `platen dev`: shows a template while it is written. The folder has `page.liquid`, and if you like `style.css`,
 * `sample.json` and `manifest.json`, as the built-in templates have. Each change is stored as the template's draft and
 * printed by the service, for nothing; the page in the browser follows.
 */
import { existsSync, readFileSync, watch } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import path from 'node:path'
import { escapeHtml } from '../../../src/text/markup.js'
import { type Platen, PlatenError } from '../../typescript/src/index.js'
import { service } from './config.js'
import { type Given, UsageError } from './usage.js'

/** Milliseconds without a change after which a template is printed: editors write several files at once. */
const QUIET_MS = 150

type Shown = { pdf: Uint8Array; warnings: string } | { error: string }

export async function developTemplate(folder: string | undefined, given: Given): Promise<void> {
  if (folder === undefined || !existsSync(path.join(folder, 'page.liquid')))
    throw new UsageError('platen dev takes a folder with a page.liquid.')
  const id = given.id ?? path.resolve(folder).split(path.sep).slice(-2).join('/').toLowerCase()
  const listeners = new Set<ServerResponse>()
  const platen = await service(given)
  let shown = await print(platen, folder, id)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/events') {
      response
        .writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
        .write('\n')
      listeners.add(response)
      response.on('close', () => listeners.delete(response))
    } else if (pathname === '/document.pdf' && 'pdf' in shown) {
      response
        .writeHead(200, { 'Content-Type': 'application/pdf', 'Cache-Control': 'no-store' })
        .end(shown.pdf)
    } else if (pathname === '/') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(pageOf(id, shown))
    } else response.writeHead(404).end()
  })
  const port = Number(given.port ?? 4780)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const { port: open } = server.address() as { port: number }
  console.error(`${id} at http://127.0.0.1:${open}/`)
  let timer: NodeJS.Timeout | undefined
  let renders = 0
  const render = async () => {
    const number = ++renders
    const now = await print(platen, folder, id)
    // A later one is under way, and may be there already.
    if (number !== renders) return
    shown = now
    console.error('error' in shown ? shown.error : `printed${shown.warnings && `: ${shown.warnings}`}`)
    for (const listener of listeners) listener.write('data: changed\n\n')
  }
  const watcher = watch(folder, () => {
    clearTimeout(timer)
    timer = setTimeout(render, QUIET_MS)
  })
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  clearTimeout(timer)
  watcher.close()
  server.closeAllConnections()
  server.close()
}

async function print(platen: Platen, folder: string, id: string): Promise<Shown> {
  try {
    const read = (name: string) => {
      const file = path.join(folder, name)
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined
    }
    const manifest = JSON.parse(read('manifest.json') ?? '{}') as Record<string, unknown>
    const sample = JSON.parse(read('sample.json') ?? '{}') as Record<string, unknown>
    const style = read('style.css')
    const body = { label: id, ...manifest, page: read('page.liquid') ?? '', ...(style && { style }), sample }
    const [category = '', name = ''] = id.split('/').map(encodeURIComponent)
    await platen.call<'putTemplateDraft'>('PUT', `/v1/templates/${category}/${name}/draft`, { body })
    const request = { template_id: `${id}@draft`, data: sample }
    const made = await platen.preview({ endpoint: 'generate', request, session: `dev-${process.pid}` })
    return { pdf: await made.bytes(), warnings: made.warnings ?? '' }
  } catch (error) {
    const faults = error instanceof PlatenError ? error.errors : []
    const lines = faults.map(({ pointer, message }) => `${fileOf(pointer)}: ${message}`)
    return { error: lines.join('\n') || (error as Error).message }
  }
}

/** The file that a part of the template or of its preview is in. */
function fileOf(pointer: string): string {
  const [, part = '', rest = ''] = /^(?:\/request)?\/(\w+)(.*)/.exec(pointer) ?? []
  const file = { page: 'page.liquid', style: 'style.css', sample: 'sample.json', data: 'sample.json' }[part]
  return file === undefined ? `manifest.json ${pointer}` : `${file}${rest && ` ${rest}`}`
}

function pageOf(id: string, shown: Shown): string {
  const note = 'error' in shown ? shown.error : shown.warnings
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(id)}</title>
<style>:root{color-scheme:light dark}body{margin:0;display:flex;flex-direction:column;height:100vh;font:1rem/1.5 system-ui}
pre{margin:0;padding:.6rem 1rem;white-space:pre-wrap;border-bottom:1px solid gray}embed{flex:1;width:100%;border:0}</style>
${note ? `<pre role="status">${escapeHtml(note)}</pre>` : ''}
${'pdf' in shown ? '<embed src="/document.pdf" type="application/pdf">' : ''}
<script>new EventSource('/events').onmessage = () => location.reload()</script></html>`
}
