/** Documents among themselves: nothing of one reaches another. How documents try to get out is in `safety/attacks.test.ts`. */
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { runs } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

const { site } = inject('origins')
const at = { base_url: `${site}/same/place` }

beforeAll(() => applySchema())

describe('documents', () => {
  // More than a browser has slots.
  const many = runs(20, 8)
  it(`${many} at once each get their own text back`, async () => {
    const words = Array.from({ length: many }, (_, n) => `document-${n}-${crypto.randomUUID()}`)
    const texts = await Promise.all(
      words.map(async (word, n) => {
        const html = n % 2 ? `<p>${word}` : `<p id="p"></p><script>p.textContent = '${word}'</script>`
        return (await render(html)).text.trim()
      }),
    )
    expect(texts).toEqual(words)
  })

  it('at one address leave nothing behind: no storage, cookie, cache, global or name', async () => {
    const html = `<p id="p"></p><script>
      const seen = []
      const look = (name, read) => { try { const value = read(); if (value) seen.push(name + '=' + value) } catch {} }
      look('local', () => { const old = localStorage.mark; localStorage.mark = 'left'; return old })
      look('session', () => { const old = sessionStorage.mark; sessionStorage.mark = 'left'; return old })
      look('cookie', () => { const old = document.cookie; document.cookie = 'mark=left;path=/'; return old })
      look('global', () => { const old = window.mark; window.mark = 'left'; return old })
      look('name', () => { const old = window.name; window.name = 'left'; return old })
      setInterval(() => { document.title = 'ticked'; document.body.append('left by a timer') }, 1)
      Array.prototype.map = () => 'left'
      p.textContent = 'seen: [' + seen + ']'
    </script>`
    for (let round = 0; round < 2; round++) {
      const { text } = await render(html, { options: at })
      expect(text).toContain('seen: []')
    }
    const after = await render(
      '<p>clean</p><script>document.body.append([1].map((n) => n + 1)[0])</script>',
      {
        options: at,
      },
    )
    expect(after.text.trim().replace(/\s+/g, ' ')).toBe('clean 2')
    expect(after.title ?? '').toBe('')
  })

  it('share no channel while they are open side by side', async () => {
    const speaker = `<script>
      try { const channel = new BroadcastChannel('platen'); setInterval(() => channel.postMessage('heard'), 5) } catch {}
      try { setInterval(() => { localStorage.said = 'heard' }, 5) } catch {}</script>Speaker`
    const listener = `<p id="p">silence</p><script>
      const hear = () => { p.textContent = 'heard' }
      try { new BroadcastChannel('platen').onmessage = hear } catch {}
      addEventListener('storage', hear)
      try { setInterval(() => { if (localStorage.said) hear() }, 5) } catch {}</script>`
    const options = { ...at, wait_for: { ms: 500 } }
    const [, heard] = await Promise.all([render(speaker, { options }), render(listener, { options })])
    expect(heard.text.trim()).toBe('silence')
  })
})
