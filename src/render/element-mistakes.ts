/**
 * Elements that a browser takes for something else than their author means: attributes by another name, elements of other
 * programs for PDFs, files that are written into an attribute. Linear: each pattern is tried once.
 */
const MAX_SHOWN = 60

/** What is wrong with the tag that a pattern finds. */
const TAGS: readonly { pattern: RegExp; remedy: string }[] = [
  {
    pattern:
      /<img(?=\s)(?![^<>]{0,2000}\ssrc(?:set)?\s?=)[^<>]{0,200}?\s(?:scr|sr|source|href|url|file|path)\s?=/i,
    remedy: 'shows nothing: a picture has its address in src',
  },
  {
    pattern: /<link(?=\s)(?![^<>]{0,2000}\shref\s?=)[^<>]{0,200}?\s(?:src|herf|hrf|url)\s?=/i,
    remedy: 'loads nothing: a link has its address in href',
  },
  {
    pattern: /<script(?=\s)(?![^<>]{0,2000}\ssrc\s?=)[^<>]{0,200}?\s(?:scr|sr|url)\s?=/i,
    remedy: 'loads nothing: a script has its address in src',
  },
  {
    pattern: /<a(?=\s)(?![^<>]{0,2000}\shref\s?=)[^<>]{0,200}?\s(?:herf|hrf|url|link|src)\s?=/i,
    remedy: 'links to nothing: a link has its address in href',
  },
  {
    pattern:
      /<(?:img|table|t[dhr]|col|video|canvas|hr)(?=\s)[^<>]{0,300}?\s(?:width|height)\s?=\s?["']?\d{1,5}(?:\.\d{1,3})?(?:mm|cm|in|pt|r?em)\b/i,
    remedy: 'is read as pixels, whatever its unit: write style="width: 40mm"',
  },
  {
    pattern:
      /<t[dh](?=\s)[^<>]{0,200}?\s(?:col-span|row-span|colpsan|colsapn|collspan|colspans|rowpsan|rowspans|rowsapn|columnspan)\s?=/i,
    remedy: 'is not read: cells take colspan and rowspan',
  },
  {
    pattern: /<a(?=\s)[^<>]{0,300}?\shref\s?=\s?["']?www\.[\w.-]{3,80}/i,
    remedy: 'leads to a file of that name, not to a page of the web: put https:// before it',
  },
  {
    pattern: /\sstyle\s?=\s?(?:"[.#]?[a-z][\w -]{1,60}"|'[.#]?[a-z][\w -]{1,60}')/i,
    remedy: 'is not read: a style attribute has declarations, "color: red"',
  },
  {
    pattern: /\sstyle\s?=\s?["'][^"'<>{}:]{1,99}\{[^"'<>{}]{0,99}:/i,
    remedy: 'is not read: a style attribute has declarations alone, "color: red"',
  },
  {
    pattern: /\s(?:class|id|style|href|src|width|align)\s?=\s?(["'])[^"'<>=]{0,80}>[^"'<>]{0,200}<\//i,
    remedy: 'is an attribute without its closing quote: what follows it is lost',
  },
  {
    pattern: /\ssrc\s?=\s?["']?(?:iVBORw0KGgo|\/9j\/4|R0lGOD|PHN2Zy|UklGR)[A-Za-z0-9+/]{0,20}/,
    remedy: 'is base64 alone, and no picture: put "data:image/png;base64," before it',
  },
  {
    pattern: /\ssrc\s?=\s?["']?data:image\/[\w+.-]{1,20};base64,\s{0,3}data:/i,
    remedy: 'has its beginning twice, and is no picture: leave one "data:...;base64," out',
  },
  {
    pattern: /\ssrc\s?=\s?["']?(?:image\/[\w+.-]{1,20};base64,|base64,|data:base64,)/i,
    remedy: 'is no data: address: it begins with "data:image/png;base64,"',
  },
]

const BREAK = 'write <div style="break-before: page"></div>'
const HEADERS = 'send header_html and footer_html in options'
const NUMBER =
  'send "footer_html": "<span class=\\"pageNumber\\"></span>" in options, or CSS with counter(page)'

/** Elements of mPDF, xhtml2pdf, html2pdf, TCPDF, dompdf, Flying Saucer, XSL-FO and others, by the start of their name. */
const OF_OTHERS: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/<(?:pagebreak|page-break|page_break|newpage|tocpagebreak|pdf:nextpage|formfeed|pbr)\b/i, BREAK],
  [/<(?:pdf:page(?:number|count)|page-?number|page-?count|total-?pages)\b/i, NUMBER],
  [
    /<(?:set)?html?page(?:header|footer)\b|<page_(?:header|footer)\b|<(?:set)?page(?:header|footer)\b/i,
    HEADERS,
  ],
  [/<page\s[^<>]{0,99}\b(?:backtop|backbottom|orientation|format)\b/i, 'set paper and margins in options'],
  [
    /<(?:pdf:|tcpdf|fo:|rml|jsreport|dottab|watermark(?:text|image)|columns?break|indexentry)/i,
    'write it in HTML and CSS',
  ],
  [/<barcode\b/i, 'make the code with POST /v1/qrcode, and show its picture'],
  [/<include\s[^<>]{0,99}\bsrc\b/i, 'put what it names into the HTML'],
]

/** What is told of the elements in `markup`, without scripts, comments and styles. */
export function findElementMistakes(markup: string): string[] {
  const tags = TAGS.flatMap(({ pattern, remedy }) => tell(pattern.exec(markup)?.[0], remedy))
  const others = OF_OTHERS.flatMap(([pattern, remedy]) =>
    tell(pattern.exec(markup)?.[0], `is of another program, and does nothing here: ${remedy}`),
  )
  // The last of them are families, of which the others are members.
  return [...tags, ...others.slice(0, 2)]
}

/** That pictures have no address, or wait for a script to give them theirs, where there is none. */
export function findLazyPictures(html: string): string[] {
  if (/<script\b/i.test(html)) return []
  const [found] =
    /<img(?=\s)(?![^<>]{0,2000}\ssrc(?:set)?\s?=)[^<>]{0,200}?\sdata-(?:src|lazy|original)\s?=/i.exec(html) ??
    []
  const [empty] =
    /<img(?=\s)(?![^<>]{0,2000}\ssrcset\s?=)[^<>]{0,200}?\ssrc\s?=\s?(?:""|'')/i.exec(html) ?? []
  return [
    ...tell(found, 'shows nothing without its script: put the address into src'),
    ...tell(empty, 'shows nothing: put the address of the picture there, or leave the element out'),
  ]
}

function tell(found: string | undefined, remedy: string): string[] {
  const text = found?.replace(/\s+/g, ' ').trim()
  return text === undefined ? [] : [`html has ${text.slice(0, MAX_SHOWN)}, which ${remedy}`]
}
