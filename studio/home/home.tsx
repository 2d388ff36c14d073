/** Brings to life what the page at `/` came with. What was typed and chosen before its code had come counts. */
import { hydrate } from 'preact'
import { Try } from './try'

const place = document.getElementById('try')
if (place) {
  const inputs = () => [...place.querySelectorAll('input')]
  const found = inputs().map(({ value, checked }) => ({ value, checked }))
  hydrate(<Try />, place)
  for (const [at, input] of inputs().entries()) {
    const { value = '', checked } = found[at] ?? {}
    if (input.type === 'radio' && checked && !input.checked) input.click()
    else if (input.value !== value) {
      input.value = value
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}
