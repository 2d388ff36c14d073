/**
 * Style sheets that a server moved. The page is answered at the address it asked for, so relative addresses inside are
 * made absolute by the one the sheet was found at (CSS Values 4, 4.5.1).
 *
 * Known gaps: strings in `image-set()`, and function or at-rule names that are written with escapes.
 */

/** Comments and other strings are matched so that nothing inside them is; the groups are what holds an address. */
const TOKEN = new RegExp(
  [
    String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
    String.raw`(?<open>(?<![\w-])url\(\s*|@import(?:\s|\/\*[\s\S]*?\*\/)*)(?<text>"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')`,
    String.raw`(?<![\w-])url\(\s*(?<bare>(?:\\[^\n]|[^\s"'()\\])+)\s*\)`,
    String.raw`"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?`,
  ].join('|'),
  'gi',
)

/** The sheet with every relative address made absolute by `base`. Bytes outside addresses stay as they are. */
export function rebased(sheet: Uint8Array, base: string): Uint8Array {
  const css = Buffer.from(sheet).toString('latin1')
  const moved = css.replace(TOKEN, (token: string, ...rest: unknown[]) => {
    const { open = '', text, bare } = rest.at(-1) as { open?: string; text?: string; bare?: string }
    const written = text?.slice(1, -1) ?? bare
    const url = written === undefined ? undefined : absolute(unescaped(written), base)
    if (!url) return token
    return bare === undefined ? `${open}${quoted(url)}` : `url(${quoted(url)})`
  })
  return new Uint8Array(Buffer.from(moved, 'latin1'))
}

/** Nothing for what is absolute already, names a part of the page, or is no address. */
function absolute(address: string, base: string): string | undefined {
  if (/^\s*([a-z][a-z0-9+.-]*:|#|$)/i.test(address)) return undefined
  return URL.parse(Buffer.from(address, 'latin1').toString('utf8'), base)?.href
}

/** CSS Syntax 3, 4.3.7. */
function unescaped(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|(\n)|([\s\S]))/gi, (_, hex, newline, character) => {
    if (newline) return ''
    return hex ? Buffer.from(codePoint(hex)).toString('latin1') : character
  })
}

function codePoint(hex: string): string {
  const code = Number.parseInt(hex, 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '\ufffd'
}

function quoted(url: string): string {
  return `"${url.replace(/[\\"]/g, '\\$&')}"`
}
