/** The Studio, put into its page. */
import { render } from 'preact'
import { keepScroll } from './shell/scroll'
import { Shell } from './shell/shell'

keepScroll()
const place = document.getElementById('app')
if (place) {
  // What the page came with
  place.replaceChildren()
  render(<Shell />, place)
}
