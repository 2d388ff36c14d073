/** More documents of which something could be left in a tab, each with one that would show it. */
import type { Sent } from './kept-tabs-suite'

const page = (body: string, head = '') => `<!doctype html><html><head>${head}</head><body>${body}`
const styled = (css: string, body = '<h1>Styled</h1><p class="a">Text</p>') =>
  page(body, `<style>${css}</style>`)
const rows = (count: number) => '<tr><td>A row<td>of a table'.repeat(count)
const plain: Sent = { html: page('<h1>Heading</h1><p>Plain text</p><ul><li>One</li></ul>') }
const box = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect id="r" width="40" height="40" fill="${color}"/></svg>`)}`

export const traces: [what: string, before: Sent, after: Sent][] = [
  [
    'quirks',
    {
      html: '<table style="font-size:40px"><tr><td><table><tr><td>Small</table></table><p style="height:50">x',
    },
    {
      html: '<!doctype html><div style="font-size:40px"><table><tr><td>Large</table></div><p style="height:50">x',
    },
  ],
  [
    'standards',
    {
      html: '<!doctype html><div style="font-size:40px"><table><tr><td>Large</table></div><p style="width:50">x',
    },
    { html: '<div style="font-size:40px"><table><tr><td>Small</table></div><p style="width:50;height:9">x' },
  ],
  [
    'almost standards',
    {
      html: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "x"><table border><tr><td><img src="${box('red')}"></table>`,
    },
    { html: `<!doctype html><table border><tr><td><img src="${box('red')}"></table>` },
  ],
  [
    'shadow roots',
    {
      html: page(
        '<div id=a><template shadowrootmode=open><style>:host{color:red}</style><slot></slot>shadow</template>light</div>',
      ),
    },
    { html: page('<div id=a>light</div><template shadowmode=open>not seen</template>') },
  ],
  [
    'a transition of views',
    {
      html: styled(
        '@view-transition{navigation:auto}h1{view-transition-name:head;color:red}::view-transition{background:red}',
      ),
    },
    { html: styled('@view-transition{navigation:auto}h1{view-transition-name:head}') },
  ],
  [
    'the language',
    {
      html: '<!doctype html><html lang="ja"><meta http-equiv="content-language" content="ja"><p>直骨角 “x” <q>y</q>',
    },
    {
      html: '<!doctype html><p style="hyphens:auto;width:60px">直骨角 incomprehensibilities “x” <q>y</q>',
    },
  ],
  [
    'palettes, positions, functions and scopes',
    {
      html: styled(
        '@counter-style c{system:fixed;symbols:"X" "Y"}@position-try --p{left:9px}@font-feature-values F{@styleset{a:1}}@scope(p){:scope{color:red}}@function --f(){result:red}@container(width>1px){p{color:red}}@starting-style{p{color:red}}',
      ),
    },
    { html: styled('p{color:--f();position-try:--p;display:list-item;list-style:c inside}') },
  ],
  [
    'transitions that begin',
    { html: styled('p{color:red;font-size:40px}') },
    { html: styled('p{transition:all 9s;color:green}@starting-style{p{color:red;font-size:50px}}') },
  ],
  [
    'named pages, their counters and margins',
    {
      html: styled(
        '@page a{size:A6;margin:2cm;@bottom-center{content:"A" counter(page)}}@page:first{margin:5cm}p{page:a;counter-increment:page 7}',
      ),
    },
    {
      html: styled(
        '@page{@bottom-center{content:"B" counter(page) counter(c)}}p{page:a}h1{counter-increment:c}',
      ),
    },
  ],
  [
    'the number of the first page',
    { html: page('<p>x'), options: { page_number_start: 7, footer_html: '<span class=pageNumber></span>' } },
    { html: page('<p>x'), options: { footer_html: '<span class=pageNumber></span>' } },
  ],
  [
    'footnotes, a contents list and running texts',
    {
      html: page(
        '<h1>A</h1><p>x<span class="fn">note</span><h2>B</h2>',
        '<style>.fn{float:footnote}h1{string-set:t content()}@page{@top-center{content:string(t)}}</style>',
      ),
      options: { toc: true },
    },
    {
      html: page(
        '<h1>C</h1><p>x<span class="fn">no note</span><h2>D</h2>',
        '<style>@page{@top-center{content:"T" string(t)}}</style>',
      ),
    },
  ],
  [
    'fields of a form',
    { html: page('<input name=a value=b><textarea>c</textarea>'), options: { forms: true } },
    { html: page('<input name=a><textarea></textarea><input type=checkbox checked>') },
  ],
  [
    'values and marks of fields',
    {
      html: page(
        '<input name=a value=b><textarea>c</textarea><input type=checkbox checked><select><option>1<option selected>2</select>',
      ),
    },
    {
      html: page(
        '<input name=a><textarea></textarea><input type=checkbox><select><option>1<option>2</select>',
      ),
    },
  ],
  [
    'where it was scrolled to',
    {
      html: styled(
        'html{scroll-snap-type:y mandatory;scroll-behavior:smooth}p{scroll-initial-target:nearest;scroll-snap-align:start;margin-top:5000px}',
      ),
    },
    {
      html: styled(
        'h1{position:sticky;top:0}p{animation:k auto linear;animation-timeline:scroll()}@keyframes k{to{color:red}}',
        '<h1>Head</h1><p>Text<div style="height:3000px">',
      ),
    },
  ],
  [
    'a paragraph that it waits for',
    { html: page('<p>x', '<link rel="expect" href="#never" blocking="render">') },
    plain,
  ],
  [
    'hidden elements and backgrounds',
    {
      html: styled('p{background:red}'),
      options: { hide: ['h1'], omit_backgrounds: true, viewport: { width: 400, height: 300 } },
    },
    { html: styled('p{background:red;width:50vw}') },
  ],
  [
    'a long table, laid out for its print alone',
    { html: page(`<table>${rows(900)}</table>`, '<style>@media screen{td{color:red}}</style>') },
    { html: styled('@media screen{p{color:red}}'), options: { media: 'screen' } },
  ],
  [
    'a language and a title that goCreditMode found',
    {
      html: '<!doctype html><h1>Rechnung</h1><p>Wir danken für den Auftrag und bitten um die Zahlung der Summe.',
      goCreditMode: true,
    },
    { html: '<!doctype html><p style="hyphens:auto;width:60px">Incomprehensibilities of all kinds' },
  ],
  [
    'larger pages of its own',
    { html: styled('@page{size:A3 landscape}body{width:1400px}'), goCreditMode: true },
    { html: styled('p{width:100vw;background:#ddd}') },
  ],
  [
    'pages from right to left, printed smaller',
    {
      html: '<!doctype html><html dir="rtl" lang="ar"><p style="width:900px;background:#ddd">سلام',
      options: { scale: 0.7 },
    },
    { html: styled('p{width:900px;background:#ddd}') },
  ],
  [
    'a bleed and crop marks',
    { html: styled('@page{size:A5;bleed:3mm;marks:crop}') },
    { html: styled('@page{size:A5}') },
  ],
  [
    'one sheet',
    { html: page('<p>x'.repeat(200)), options: { single_page: true } },
    { html: page('<p>x'.repeat(90)) },
  ],
  [
    'ids of drawings',
    {
      html: page(
        '<svg width=40 height=40><defs><linearGradient id=g><stop stop-color=red /></linearGradient><symbol id=s><rect width=40 height=40 /></symbol></defs><rect width=40 height=40 fill="url(#g)"/></svg>',
      ),
    },
    {
      html: page(
        '<svg width=90 height=40><rect width=40 height=40 fill="url(#g) blue"/><use href="#s" x=45 /></svg>',
      ),
    },
  ],
  [
    'a preload and its failure',
    {
      html: page(
        '<img src="https://platen-nothing.invalid/a.png" alt=lost>',
        `<link rel=preload as=image href="${box('red')}"><link rel=stylesheet href="https://platen-nothing.invalid/a.css">`,
      ),
    },
    { html: page(`<img src="${box('red')}" alt=seen>`) },
  ],
  [
    'anchors, popovers and what is open',
    {
      html: page(
        '<div style="anchor-name:--a">a</div><div popover id=p style="display:block">p</div><details open name=d><summary>s</summary>t</details><dialog open>d</dialog>',
      ),
    },
    {
      html: page(
        '<div style="position:absolute;top:anchor(--a bottom,200px)">b</div><div popover id=p>p</div><details name=d><summary>s</summary>t</details><dialog>d</dialog>',
      ),
    },
  ],
  [
    'a policy that upgrades addresses, and its referrer',
    {
      html: page(
        '<p>x',
        '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests; default-src \'none\'"><meta name="&#82;eferrer" content="unsafe-url">',
      ),
    },
    { html: page(`<img src="${box('blue')}">`, '<style>p{color:red}</style>') },
  ],
]
