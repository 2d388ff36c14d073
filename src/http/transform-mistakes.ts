/** What the caller of transform is told of what is to be printed. */
import type { PdfOptions } from '../document-options'
import { TurnsBySize } from '../memory/turns-by-size'
import { findHtmlMistakes, findNeverFetched } from '../render/document-mistakes'
import { findLostFramework } from '../render/foreign-markup'
import { findJointMistakes } from '../render/joint-styles'
import { findMarkdownMistakes } from '../render/markdown-mistakes'
import { findOptionMistakes, HEADERS } from '../render/option-mistakes'
import { findScreenStyles } from '../render/screen-styles'
import { findSourceMistakes } from '../render/source-mistakes'
import { findCssMistakes } from '../render/style-mistakes'
import { isStandards } from '../render/unitless-lengths'
import { findPageAddressMistakes } from '../text/address-mistakes'
import { withoutData } from '../text/without-data'

/** As `readTransform` takes it. */
type Printed = Partial<Record<'html' | 'markdown' | 'url' | 'css', string | undefined>> & {
  options?: PdfOptions | undefined
}

/** Looks through a request whose form is right, in turns with others where it is long. */
export async function findTransformMistakes({
  html,
  markdown,
  url,
  css,
  options = {},
}: Printed): Promise<string[]> {
  const markup = html === undefined ? undefined : withoutData(html)
  const turns = new TurnsBySize()
  const found = markdown === undefined ? [] : findMarkdownMistakes(markdown, options)
  if (markup !== undefined)
    for (const find of [findHtmlMistakes, findSourceMistakes]) {
      found.push(...find(markup))
      await turns.after(markup.length)
    }
  if (url !== undefined) found.push(...findPageAddressMistakes(url))
  if (markup !== undefined)
    found.push(
      ...findLostFramework(markup, css),
      ...findScreenStyles(markup, css, options.media),
      ...findJointMistakes(markup, css),
    )
  const standards = markdown !== undefined || (html !== undefined && isStandards(html))
  found.push(...findCssMistakes(css, { standards }), ...findOptionMistakes(options))
  found.push(...findNeverFetched([markup, css, ...HEADERS.map((name) => options[name])]))
  await turns.after(markup?.length ?? 0)
  return found
}
