/** What scripts of a document see, read from the printed page. */
import { render } from './service'

/** What `script`, the body of an async function, returns in a document; the document waits for it. */
export async function resultOf(script: string, options: object = {}): Promise<unknown> {
  const html = `<p id="result" style="font-size:2px;white-space:nowrap">pending</p><script>
    (async () => { ${script} })().then((value) => JSON.stringify(value), (error) => JSON.stringify(String(error)))
      .then((text) => { result.textContent = text; window.over = true })</script>`
  const { text } = await render(html, { options: { wait_for: { expression: 'window.over' }, ...options } })
  return JSON.parse(text.trim())
}
