/**
 * Made-up books of A5 with a contents list, running heads, chapters on right pages, tables, figures, lists and footnotes. The
 * same for the same numbers. Each call, note and heading has a word of its own, so that the file tells where they stand.
 */

const WORDS =
  'the of and to in that it was for on are with as his they at be this have from or had by word but what some we can out other were all there when up use your how said an each she which their time if will way about many then them write would like so these her long make thing see him two has look more day could go come did number sound no most people over know water than call first who may down side been now find any new work part take get place made live where after back little only round man year came show every good me give our under name very through just form sentence great think say help low line differ turn cause much mean before move right boy old too same tell does set three want air well also play small end put home read hand port large spell add even land here must big high such follow act why ask men change went light kind off need house picture try us again animal point mother world near build self earth father'.split(
    ' ',
  )

/** `pages` and `chapter`, pages of each, are about so many. */
type BookPlan = { pages: number; notes: number; chapter?: number; seed?: number }

export function makeBook({ pages, notes, chapter = 30, seed = 1 }: BookPlan): string {
  const random = randomFrom(seed)
  const say = (count: number) =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)])
  const sentence = (count: number) => {
    const text = say(count).join(' ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  // A page has about 270 words, a paragraph about 75.
  const paragraphs = Math.max(2, Math.round(pages * 3.1))
  const perChapter = Math.round(chapter * 3.1)
  const holders = new Map<number, number[]>()
  for (let note = 0; note < notes; note++) {
    const at = Math.min(paragraphs - 1, Math.floor(((note + random()) * paragraphs) / notes))
    holders.set(at, [...(holders.get(at) ?? []), note])
  }
  const entries: string[] = []
  const body: string[] = []
  const head = (tag: string, text: string) => {
    const id = `h${entries.length}`
    entries.push(`<li class="${tag}"><a href="#${id}">${text}</a></li>`)
    body.push(`<${tag} id="${id}">${text}</${tag}>`)
  }
  for (let at = 0; at < paragraphs; at++) {
    const number = Math.floor(at / perChapter) + 1
    if (at % perChapter === 0) head('h1', `head${entries.length}x Chapter ${number} ${sentence(3)}`)
    else if (at % 12 === 6) head('h2', `head${entries.length}x Section ${number}.${at} ${sentence(5)}`)
    const calls = holders.get(at) ?? []
    const text = say(30 + Math.floor(random() * 90))
    for (const note of calls) {
      const words = 6 + Math.floor(random() * random() * 60)
      text.splice(
        Math.floor(random() * text.length),
        0,
        `call${note}x<span class="note">note${note}x ${sentence(words)} end${note}x</span>`,
      )
    }
    body.push(`<p>${text.join(' ')}.</p>`)
    if (at % 23 === 11) body.push(tableOf(6 + Math.floor(random() * 6), sentence))
    if (at % 29 === 17)
      body.push(
        `<figure><svg viewBox="0 0 200 90"><rect width="200" height="90" fill="#cde"/><circle cx="${at % 200}" cy="45" r="30" fill="#47a"/></svg><figcaption>${sentence(6)}</figcaption></figure>`,
      )
    if (at % 31 === 5) body.push(`<ul>${`<li>${sentence(8)}</li>`.repeat(4)}</ul>`)
  }
  return `<!doctype html><html lang="en"><title>A made-up book</title><style>${STYLE}</style><body><p class="title">A made-up book</p><nav><ol>${entries.join('')}</ol></nav>${body.join('')}</body></html>`
}

const STYLE = `
@page{size:A5;margin:18mm 16mm;@bottom-center{content:counter(page)}}
@page:left{@top-left{content:string(chapter)}}
@page:right{@top-right{content:string(section)}}
@page:blank{@top-left{content:none}@top-right{content:none}}
body{margin:0;font:10.5pt/14pt "Noto Serif",serif;text-align:justify;hyphens:auto;orphans:2;widows:2}
p{margin:0;text-indent:1.2em}
h1{font-size:20pt;line-height:26pt;break-before:right;string-set:chapter content(),section content();margin:0 0 24pt;text-align:left}
h2{font-size:13pt;line-height:17pt;string-set:section content();margin:14pt 0 6pt;break-after:avoid;text-align:left}
.title{font-size:26pt;line-height:32pt;text-align:center;text-indent:0;margin-top:40mm}
nav{break-before:page}nav ol{list-style:none;padding:0;margin:0}nav a{color:inherit;text-decoration:none}
nav .h2{padding-left:1.5em}
nav a::after{content:leader(". ") target-counter(attr(href),page)}
table{width:100%;border-collapse:collapse;margin:10pt 0;font-size:9pt;line-height:12pt}td,th{border-bottom:.5pt solid #888;padding:2pt 4pt;text-align:left}
figure{margin:12pt 0;break-inside:avoid}svg{width:100%;display:block}figcaption{font-size:9pt;line-height:12pt}
.note{float:footnote;font-size:8.5pt;line-height:11pt}
`

function tableOf(rows: number, sentence: (count: number) => string) {
  const row = () => `<tr><td>${sentence(3)}</td><td>${sentence(5)}</td></tr>`
  return `<table><thead><tr><th>One</th><th>Other</th></tr></thead><tbody>${Array.from({ length: rows }, row).join('')}</tbody></table>`
}

/** Numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
