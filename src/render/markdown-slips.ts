/**
 * Slips of Markdown (CommonMark 0.31, and tables and footnotes as GitHub has them), of which the signs themselves are
 * printed. Linear: each line is looked at once.
 */
const MAX_SHOWN = 40

/** What is told of a text without code. */
export function findMarkdownSlips(text: string): string[] {
  const lines = text.split('\n')
  return [
    ...tell(
      headingWithoutSpace(lines),
      (found) => `markdown has ${found}, which is no heading: put a space behind #`,
    ),
    ...tell(
      tableWithoutDashes(lines),
      (found) => `markdown has ${found}, which is no table: the line below its head is | --- | --- |`,
    ),
    ...tell(
      footnoteWithoutText(text),
      (found) => `markdown has ${found}, a footnote without its text: add a line "${found}: ..."`,
    ),
    ...tell(
      lines.find((line, at) => isMarkup(line) && /\*\*\S|^#{1,6} |^[-*] |\]\(/.test(lines[at + 1] ?? '')),
      (found) =>
        `markdown has ${found} with Markdown right below it, which is printed as it is: leave a blank line between`,
    ),
    ...tell(
      /(?:^|[\s(])(\*\* [^*\n]{1,80} \*\*)(?=[\s.,;:!?)]|$)/m.exec(text)?.[1],
      (found) => `markdown has ${found}, which is not bold: no space stands within its signs`,
    ),
    ...tell(
      lines.find(
        (line, at) => /^(?:[2-9]|[1-9]\d)[.)] \S/.test(line) && /^[\p{L}]/u.test(lines[at - 1] ?? ''),
      ),
      (found) =>
        `markdown has ${found}, which is no list: leave a blank line before one that does not begin with 1`,
    ),
    ...tell(
      /^\s{0,99}\n---\n[\w-]{1,30}: [^\n]{1,200}\n(?:[\w-]{1,30}: [^\n]{1,200}\n){0,20}---/.exec(text)?.[0],
      () => 'markdown has front matter behind a blank line, which is printed: it begins on the first line',
    ),
    ...tell(
      /!?\[[^[\]\n]{0,80}\]\((?![^()\n]{0,300}["'<])[^()\s]{1,200} [^()\n]{1,200}\)/.exec(text)?.[0],
      (found) =>
        `markdown has ${found}, whose address has a space, and is printed: write (<my file.png>), or %20`,
    ),
    ...tell(
      /(?<!\\)\[[^[\]\n]{1,80}\] \((?:https?:|mailto:|\.{0,2}\/)[^()\s]{1,200}\)/.exec(text)?.[0],
      (found) => `markdown has ${found}, which is no link: no space stands between ] and (`,
    ),
    ...tell(
      /\]\(www\.[\w.-]{3,80}/.exec(text)?.[0],
      (found) => `markdown has ${found}, which leads to a file of that name: put https:// before www`,
    ),
    ...tell(
      /\([^()\n]{1,80}\)\[(?:https?:|mailto:)[^()[\]\s]{1,200}\]/.exec(text)?.[0],
      (found) => `markdown has ${found}, which is no link: the text stands in [ ], the address in ( )`,
    ),
  ]
}

/** That code has no end, and takes all that follows. */
export function findOpenFence(markdown: string): string[] {
  let open: string | undefined
  for (const line of markdown.split('\n')) {
    const [, mark = '', rest = ''] = /^ {0,3}(`{3,20}|~{3,20})([^\n]{0,200})/.exec(line) ?? []
    if (mark === '') continue
    if (open === undefined) open = mark
    else if (mark.startsWith(open) && rest.trim() === '') open = undefined
  }
  return open === undefined
    ? []
    : [
        `markdown has ${open} without its end, so that all that follows is printed as code: close it with ${open}`,
      ]
}

/** The first heading of a text, or a lower one; a single word with # may be a tag. */
function headingWithoutSpace(lines: readonly string[]): string | undefined {
  const first = lines.find((line) => line.trim() !== '') ?? ''
  return [first, ...lines.filter((line) => /^#{2}/.test(line))].find((line) =>
    /^#{1,6}[A-Za-zÀ-ÿ]/.test(line),
  )
}

function tableWithoutDashes(lines: readonly string[]): string | undefined {
  const isRow = (line = '') => /^ {0,3}\|.{1,500}\|\s{0,9}$/.test(line)
  const at = lines.findIndex(
    (line, index) => isRow(line) && !isRow(lines[index - 1]) && isRow(lines[index + 1]),
  )
  return at < 0 || /^[\s|:-]{3,}$/.test(lines[at + 1] ?? '') ? undefined : lines[at]
}

function footnoteWithoutText(text: string): string | undefined {
  const used = text.match(/\[\^[\w-]{1,30}\](?!:)/g) ?? []
  return used.find((mark) => !text.includes(`${mark}:`))
}

/** A line of a block's tag alone. */
function isMarkup(line: string): boolean {
  return /^ {0,3}<(?:div|section|article|details|center|aside|header|footer)(?:\s[^<>]{0,200})?>\s{0,9}$/i.test(
    line,
  )
}

function tell(found: string | undefined, say: (shown: string) => string): string[] {
  return found === undefined ? [] : [say(found.trim().slice(0, MAX_SHOWN))]
}
