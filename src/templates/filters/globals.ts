/** What every filter can reach while a document is rendered: its language, its words, its data. */
import type { Context } from 'liquidjs'
import { escapeHtml } from '../../text/markup'
import { charge } from '../limits'
import type { Locale } from '../locale'
import { toText } from '../to-text'
import type { Arithmetic } from './arithmetic'

/** What a rendering's globals carry for filters. Partials see the globals too, so it is always at hand. */
export type Globals = {
  locale: Locale
  words: Readonly<Record<string, string>>
  /** The data of the request, to find where a value stands. */
  data: unknown
  /** Whether nobody pays for the document, so that its codes are marked. */
  isPreview?: boolean | undefined
}

/** Key that no template can write: names in Liquid cannot begin with a space. */
export const GLOBALS_KEY = ' platen'

/** Autoescape: every output ends here unless its last filter makes HTML itself. */
export function printEscaped(this: { context: Context }, value: unknown) {
  return escapeHtml(printed(this.context, value))
}

/** A value as text, counted against the document's memory. Throws what `toText` throws. */
export function printed(context: Context, value: unknown) {
  const text = toText(value, globalsOf(context).data)
  context.memoryLimit.use(text.length)
  return text
}

/** A word of ours in the document's language; what the dictionary does not have stays as it is. */
export function wordOf(context: Context, key: unknown): string {
  const { words } = globalsOf(context)
  const name = printed(context, key)
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? name
}

/** What the service told the rendering. */
export function globalsOf(context: Context): Globals {
  return (context.globals as Record<string, Globals>)[GLOBALS_KEY] as Globals
}

/** How filters read numbers in this rendering, and pay for it. */
export function arithmeticOf(context: Context): Arithmetic {
  const { locale, data } = globalsOf(context)
  return { tag: locale.tag, data, charge: (steps) => charge(context, steps) }
}
