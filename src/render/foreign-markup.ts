/**
 * Markup that a program was to turn into HTML: it is sent as it was written, and prints without what it means. Linear:
 * each pattern is tried once.
 */

const MAX_SHOWN = 40

/** What follows "html has …, which". */
const MARKUP: readonly { pattern: RegExp; remedy: string }[] = [
  {
    pattern: / (?:className=|style=\{\{)/,
    remedy: 'is JSX: send the HTML that it makes (renderToStaticMarkup)',
  },
  {
    pattern:
      / (?:v-(?:if|for|else|html|text|show|bind:[a-z]{1,20})|\*ng(?:If|For)|ng-(?:repeat|if|bind)|x-(?:for|text|if))(?=[=\s>])/,
    remedy: 'does nothing without its program: send the HTML that it makes',
  },
  {
    pattern: /@(?:Model|ViewBag|Html)\.[A-Za-z]{1,30}|@foreach ?\(/,
    remedy: 'is Razor: send the HTML that it makes',
  },
  {
    pattern: /\{\{\s{0,3}[#/^>]\s{0,3}[a-z_][\w.]{0,30}/i,
    remedy: 'is printed as it is: send the HTML that your template makes',
  },
]

/** What is told of the markup of other programs, without scripts, comments and styles. */
export function findForeignMarkup(markup: string): string[] {
  return MARKUP.flatMap(({ pattern, remedy }) => {
    const [found] = pattern.exec(markup) ?? []
    return found === undefined ? [] : [`html has ${found.trim().slice(0, MAX_SHOWN)}, which ${remedy}`]
  })
}

/** Classes of Bootstrap and Tailwind. */
const OF_FRAMEWORKS =
  / class=["'][^"'<>]{0,200}?\b(?:col-(?:xs|sm|md|lg|xl)-\d|table-striped|btn-primary|container-fluid|d-flex|(?:text|bg)-(?:gray|slate|red|blue|green|indigo)-\d{2,3}|grid-cols-\d)\b/i

/** That a page has classes of a framework and none of its styles. */
export function findLostFramework(html: string, css: string | undefined): string[] {
  if (css?.trim() || /<(?:link|script)\b|<style\b[^<>]{0,200}>\s{0,99}[^\s<]/i.test(html)) return []
  const [found] = OF_FRAMEWORKS.exec(html) ?? []
  if (found === undefined) return []
  const name = found.split(/[\s"']/).at(-1)
  return [`html has the class ${name} of a framework and no styles: add its <link>, or send "css"`]
}

/** Elements that were escaped in the middle of others. */
const ESCAPED = /&lt;\/(?:h[1-6]|p|div|table|ul|span|b|strong)&gt;/i
const ABOUT_MARKUP = /\b(?:html|tags?|elements?|markup|xml)\b/i

/** Elements whose tags are printed; a document about HTML shows them on purpose. */
export function findEscapedElements(markup: string): string[] {
  // Where there is no other tag, `findHtmlMistakes` says so.
  if (!/<[a-z!]/i.test(markup)) return []
  const [found] = ESCAPED.exec(markup) ?? []
  if (found === undefined || ABOUT_MARKUP.test(markup.replace(/<[a-z/!][^<>]{0,2000}>/gi, ' '))) return []
  return [`html has escaped tags (${found.slice(0, MAX_SHOWN)}), which are printed: send < and > as they are`]
}
