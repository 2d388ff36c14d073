/**
 * Footnotes of a text: behind it as `markdown-it-footnote` has them, or for the feet of pages. These stand behind the text
 * too, since what a paragraph may not hold would end it there: the page puts each into the place of its call
 * (`in-page/note-calls.ts`).
 */
import type { Env, MarkdownIt } from 'markdown-it'

/** What the renderer is told: whether notes are for the feet of pages. */
const isOfPages = (env: Env | undefined) => env?.pageNotes === true

export function footnoteRules({ renderer }: MarkdownIt): void {
  const { rules } = renderer
  rules.footnote_caption = (tokens, at) => String(Number(tokens[at]?.meta?.id) + 1)
  const { footnote_open, footnote_close, footnote_anchor, footnote_block_open, footnote_block_close } = rules
  rules.footnote_open = (tokens, at, options, env, self) => {
    const number = Number(tokens[at]?.meta?.id) + 1
    if (isOfPages(env)) return `<div id="fn${number}" class="page-note" data-platen-call="fnref${number}">`
    return footnote_open?.(tokens, at, options, env, self) ?? ''
  }
  rules.footnote_close = (tokens, at, options, env, self) =>
    isOfPages(env) ? '</div>\n' : (footnote_close?.(tokens, at, options, env, self) ?? '')
  rules.footnote_anchor = (tokens, at, options, env, self) =>
    isOfPages(env) ? '' : (footnote_anchor?.(tokens, at, options, env, self) ?? '')
  rules.footnote_block_open = (tokens, at, options, env, self) =>
    isOfPages(env)
      ? '<section class="footnotes">\n'
      : (footnote_block_open?.(tokens, at, options, env, self) ?? '')
  rules.footnote_block_close = (tokens, at, options, env, self) =>
    isOfPages(env) ? '</section>\n' : (footnote_block_close?.(tokens, at, options, env, self) ?? '')
}
