/** The form and its page as HTML, which the page at `/` comes with: nothing moves when its code has come. */
import { renderToString } from 'preact-render-to-string'
import { Try } from './try'

export const html = renderToString(<Try />)
