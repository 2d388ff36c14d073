/** The Studio, put into its page. */
import { render } from 'preact'
import { keepScroll } from './shell/scroll'
import { Shell } from './shell/shell'

keepScroll()
const place = document.getElementById('app')
if (place) render(<Shell />, place)
