/** The Studio, put into its page. */
import { render } from 'preact'
import { Shell } from './shell/shell'

const place = document.getElementById('app')
if (place) render(<Shell />, place)
