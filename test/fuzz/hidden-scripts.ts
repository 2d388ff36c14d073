/** Documents that hide a script in every form that a browser knows or knew, and forms that only look like one. */
import { type Random, randomFrom } from './random'

/** A document as a caller sends it. Each script in it calls the global function `scriptRan`. */
export type HidingDocument = { html: string; css?: string }

/** `count` documents; the same seed makes the same. Each form comes once unchanged before they are mixed. */
export function hidingDocuments(count: number, seed: number): HidingDocument[] {
  const random = randomFrom(seed)
  const forms = [...FORMS, ...handlers()]
  return Array.from({ length: count }, (_, index) => {
    const form = forms[index]
    const plain = form && asDocument(form(CALLS[0] ?? ''), 'plain')
    return plain ? { html: plain } : mixed(random, forms)
  })
}

type Form = (js: string) => string

/** The call as scripts, attributes and addresses may write it. */
const CALLS = [
  "scriptRan('')",
  'scriptRan``',
  "top.scriptRan('')",
  "(0,scriptRan)('')",
  "&#115;criptRan('')",
  '&#x73;criptRan&lpar;&apos;&apos;&rpar;',
  "\\u0073criptRan('')",
]

const EVENTS = [
  ...['load', 'error', 'focus', 'focusin', 'toggle', 'beforetoggle', 'animationstart', 'animationend'],
  ...['webkitanimationstart', 'transitionrun', 'transitionend', 'begin', 'end', 'repeat', 'beforeprint'],
  ...['afterprint', 'pageshow', 'resize', 'scroll', 'scrollend', 'message', 'hashchange', 'popstate'],
  ...['slotchange', 'securitypolicyviolation', 'contentvisibilityautostatechange', 'beforematch', 'start'],
  ...['readystatechange', 'selectionchange', 'loadstart', 'canplay', 'invalid', 'unload', 'beforeunload'],
]
const ACTIVE_ELEMENTS = [
  '<img src=x EVENT>',
  '<svg EVENT></svg>',
  '<svg><animate attributeName=x from=0 to=1 dur=1ms EVENT /></svg>',
  '<svg><image href=x EVENT /></svg>',
  '<body EVENT>',
  '<input autofocus EVENT>',
  '<details open EVENT>x</details>',
  '<div tabindex=1 autofocus style="animation:k 1ms;transition:all 1ms" EVENT>x</div>',
  '<link rel=stylesheet href=data:text/css,p{} EVENT>',
  '<style EVENT>@keyframes k{to{color:red}}</style>',
  '<video EVENT><source src=x EVENT></video>',
  '<frameset EVENT><frame></frameset>',
  '<marquee EVENT>x</marquee>',
  '<math EVENT><mi EVENT>x</mi></math>',
  '<div style="content-visibility:auto" EVENT>x</div>',
]

/** Every event on some element, and every element with some event. */
function handlers(): Form[] {
  const length = Math.max(EVENTS.length, ACTIVE_ELEMENTS.length)
  return Array.from({ length }, (_, index) => (js: string) => {
    const element = ACTIVE_ELEMENTS[index % ACTIVE_ELEMENTS.length] ?? ''
    return element.replaceAll('EVENT', () => `on${EVENTS[index % EVENTS.length]}="${js}"`)
  })
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const asEntities = (text: string) => text.replace(/[a-z]/g, (letter) => `&#${letter.charCodeAt(0)};`)
const asHexEntities = (text: string) =>
  text.replace(/[a-z]/g, (letter) => `&#X${letter.charCodeAt(0).toString(16)}`)

/** Of parsers that read the same text in two ways, shadow roots in the markup, encodings, and elements that hardly exist. */
const ODD_FORMS: Form[] = [
  (js) => `<script id="a type=text/plain ">${js}</script>`,
  (js) => `<script id='a" type=text/plain '>${js}</script>`,
  (js) => `<script id="a' type=application/json ">${js}</script>`,
  (js) => `<script id='a type="text/template" b'>${js}</script>`,
  (js) =>
    `<div><template shadowrootmode=open><img src=x onerror=${js}><slot onslotchange=${js}></slot></template>x</div>`,
  (js) =>
    `<div><template shadowrootmode=closed><div><template shadowrootmode=open><svg><script>${js}</script></svg></template></div></template></div>`,
  (js) =>
    `<p><template shadowrootmode=open shadowrootclonable shadowrootserializable><style>@import "javascript:${js}"</style></template>`,
  (js) => `<template><div><template shadowrootmode=open><script>${js}</script></template></div></template>`,
  (js) =>
    `<template shadowrootmode=open for=x><script type="text/plain"></template><script>${js}</script></script>`,
  (js) =>
    `<svg><a><set attributeName=href to="${asEntities('javascript:')}${js}" begin="0s;x.begin" /><text>x</text></a><discard begin=0s /></svg>`,
  (js) =>
    `<svg><animate id=x attributeName=href dur=1ms values="a;${asEntities('javascript:')}${js}" end=x.begin /></svg>`,
  (js) =>
    `<svg><use href="#x"/><symbol id=x><foreignObject><iframe srcdoc="<script>${js}</script>"></foreignObject></symbol></svg>`,
  (js) => `<svg><style><![CDATA[</style><img src=x onerror=${js}>]]></style></svg>`,
  (js) => `<svg><title><![CDATA[</title><script>${js}</script>]]></title></svg>`,
  (js) => `<svg><desc><![CDATA[>]]><script>${js}</script></desc></svg>`,
  (js) =>
    `<svg><feImage href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${js}'/>" /></svg>`,
  (js) =>
    `<math><maction actiontype="statusline#http://x" xlink:href="javascript:${js}">x</maction><mi href="${asEntities('javascript:')}${js}">x</mi></math>`,
  (js) =>
    `<math><annotation-xml encoding="application/xhtml+xml"><script>${js}</script></annotation-xml></math>`,
  (js) => `<math><mi><svg><mi><style></mi><img src=x onerror=${js}></style></svg></mi></math>`,
  (js) =>
    `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=${js} src=x>">`,
  (js) =>
    `<svg><font color=x><style><img src=x onerror=${js}></style></font><font face=x><img src=x onerror=${js}></svg>`,
  (js) => `<table><caption><svg><title><table><style></table><img src=x onerror=${js}></style>`,
  (js) => `<select><template><script>${js}</script></template><svg><script>${js}</script></svg></select>`,
  (js) =>
    `<select><button><selectedcontent></selectedcontent></button><option><img src=x onerror=${js}></select>`,
  (js) =>
    `<?xml-stylesheet type="text/xsl" href="data:text/xml,<xsl:stylesheet/>"?><?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${js}</x:script>`,
  (js) =>
    `<html xmlns:h="http://www.w3.org/1999/xhtml"><h:script>${js}</h:script><h:img src=x h:onerror="${js}" />`,
  (js) => `<meta charset="utf-7">+ADw-script+AD4-${js}+ADw-/script+AD4-`,
  (js) => `<meta charset="iso-2022-jp"><img title="\u001b$B" src="x\u001b(B" alt="\u001b(J onerror=${js} ">`,
  (js) => `<meta charset="hz-gb-2312">~{<script>~}${js}</script><meta charset="x-user-defined">`,
  (js) => `<meta charset="utf-16le">${[...`<script>${js}</script>`].join('\0')}`,
  (js) => `\ufeff<scr\ufeffipt>${js}</scr\ufeffipt><ſcript>${js}</ſcript><ımg src=x onerror=${js}>`,
  (js) => `<img src=x oneırror=${js} onerror\u0085=${js} \u3000onerror=${js} onload\u2003=${js}>`,
  (js) => `<img src=x \u0000onerror=${js}><img src=x onerror\u0000=${js}><img\u000bsrc=x\u000bonerror=${js}>`,
  (js) => `<img src=x a="\r\n"\ronerror\r=\r${js}><img src=x/\n/onerror\n/=${js}>`,
  (js) => `<img src=x title='"'onerror=${js}><img src=x title=a"onerror=${js}><img src=x '"onerror=${js}>`,
  (js) => `<img src=x ONERROR=${js}><IMG SRC=x on-error=${js} on:error=${js} on_error=${js} on1=${js}>`,
  (js) =>
    `<base href="${asEntities('javascript:')}/x"><base target="${asEntities('javascript:')}${js}"><a href="${js}" autofocus>x</a>`,
  (js) =>
    `<a ping="javascript:${js}" href="vbscript:${js}">x</a><a href="JaVa\nScRiPt:${js}">x</a><a href="\u0001javascript:${js}">x</a>`,
  (js) => `<link rel="prefetch prerender preconnect manifest" href="data:text/html,<script>${js}</script>">`,
  (js) =>
    `<link rel="stylesheet" href="data:text/css,*{background:url(javascript:${js});behavior:url(x);-moz-binding:url(x)}">`,
  (js) =>
    `<style>@import url("data:text/css,@import 'javascript:${js}'");*{width:expression(${js});content:url(data:text/html,<script>${js}</script>)}</style>`,
  (js) =>
    `<style>p{background:image-set("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${js}'/>" 1x);mask:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><script>${js}</script></svg>#x")}</style><p>x`,
  (js) =>
    `<meta http-equiv="re&#102;resh" content="0;url=${asEntities('javascript:')}${js}"><meta http-equiv="refresh\u00a0" content="0">`,
  (js) => `<meta http-equiv='refresh' content='0; URL="data:text/html,<script>${js}</script>"'>`,
  (js) =>
    `<meta http-equiv="Set-Cookie" content="a=${js}"><meta http-equiv="Content-Type" content="text/xml"><meta http-equiv="origin-trial" content="x">`,
  (js) => `<noscript><template shadowrootmode=open></noscript><script>${js}</script></template></noscript>`,
  (js) =>
    `<noscript><style></noscript><img src=x onerror=${js}></style><noembed><!--</noembed><script>${js}</script>-->`,
  (js) => `<plaintext><script>${js}</script></plaintext><script>${js}</script>`,
  (js) =>
    `<frameset><noframes><script>${js}</script></noframes><frame src="data:text/html,<script>${js}</script>"></frameset>`,
  (js) =>
    `<isindex type=image src=x onerror=${js}><keygen autofocus onfocus=${js}><bgsound src=x onerror=${js}><layer src="javascript:${js}">`,
  (js) => `<image src=x onerror=${js}><listing><img src=x onerror=${js}></listing><nextid onload=${js}>`,
  (js) =>
    `<fencedframe src="data:text/html,<script>${js}</script>"></fencedframe><controlledframe src="javascript:${js}"></controlledframe>`,
  (js) => `<script type="text/plain"><!--<script ></script >${js}//--></script><img src=x onerror=${js}>`,
  (js) =>
    `<script id=a type=text/plain type=module>${js}</script><script type="text/plain\u0000">${js}</script>`,
  (js) =>
    `<script type="application/json"onload="${js}">1</script><script type=text/plain\u000b>${js}</script>`,
  (js) =>
    `<script type="text/plain" type="" language=javascript>${js}</script ><script\u0000type=text/plain>${js}</script>`,
  (js) =>
    `<script type="text/x-template" src="data:,${js}"></script></script/><svg><script type=text/plain>${js}</script></svg>`,
  (js) =>
    `<svg><script type="text/plain" type="module">${js}</script><script type="text/plain"/><script>${js}</script></svg>`,
  (js) =>
    `<xss style="animation:k 1ms" onanimationstart=${js}>x</xss><style>@keyframes k{}</style><x contenteditable onfocus=${js} autofocus>`,
  (js) =>
    `<button commandfor=d command=show-modal autofocus>x</button><dialog id=d oncommand=${js}>x</dialog>`,
  (js) =>
    `<div id=x style="scroll-snap-type:y" onscrollsnapchange=${js} onscrollsnapchanging=${js}>x</div><a interestfor=x oninterest=${js}>x</a>`,
]

const FORMS: Form[] = [
  (js) => `<script>${js}</script>`,
  (js) => `<script type="module">${js}</script>`,
  (js) => `<script type="">${js}</script>`,
  (js) => `<script type>${js}</script>`,
  (js) =>
    `<script type="text/javascript;version=1.8">${js}</script><script language=ecmascript>${js}</script>`,
  (js) => `<script src="data:text/javascript,${js}"></script>`,
  (js) => `<script type="application/json">1</script><script>${js}</script>`,
  (js) => `<script type="application/json" type="text/javascript">${js}</script>`,
  (js) => `<script data-x="type=text/plain">${js}</script>`,
  (js) => `<script x='type="application/json"'>${js}</script>`,
  (js) => `<script id="type=application/json">${js}</script>`,
  (js) => `<script id=a"b type=text/plain">${js}</script>`,
  (js) => `<script id="a"type="text/plain">${js}</script>`,
  (js) => `<script id="a" type="text/plain" src="data:text/javascript,${js}">${js}</script>`,
  (js) => `<script type=text/plain/javascript>${js}</script>`,
  (js) => `<script type="text/template"><!--<script></script>--></script><script>${js}</script>`,
  (js) => `<script type="text/plain"><!--<script>${js}</script>${js}//--></script>`,
  (js) => `<script/type="text/plain">${js}</script><script\ftype=text/javascript>${js}</script>`,
  (js) =>
    `<script type="importmap">{"imports":{"x":"data:text/javascript,${js}"}}</script><script type=module>import"x"</script>`,
  (js) =>
    `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["javascript:${js}"]}]}</script>`,
  (js) => `<svg><script>${js}</script></svg>`,
  (js) => `<svg><script href="data:text/javascript,${js}" /></svg>`,
  (js) => `<svg><script xlink:href="data:,${js}"></script></svg>`,
  (js) => `<svg><script type="application/json">${js}</script><script type="text/plain" />${js}</svg>`,
  (js) => `<math><script>${js}</script></math>`,
  (js) => `<svg><![CDATA[><img src=x onerror=${js}>]]></svg>`,
  (js) =>
    `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${js}'/>#x" /></svg>`,
  (js) =>
    `<svg><use href="data:image/svg+xml;base64,${base64(`<svg id="x" xmlns="http://www.w3.org/2000/svg"><script>${js}</script></svg>`)}#x" /></svg>`,
  (js) =>
    `<svg><set attributeName="onload" to="${js}" /><animate attributeName="href" values="javascript:${js}" /></svg>`,
  (js) =>
    `<svg><a><animate attributeName="xlink:href" to="${asEntities('javascript:')}${js}" begin="0s" /><text>x</text></a></svg>`,
  (js) => `<svg><foreignObject><img src=x onerror="${js}"></foreignObject></svg>`,
  (js) =>
    `<svg><handler type="application/ecmascript" ev:event="load">${js}</handler><listener event="load" handler="#x" /></svg>`,
  (js) =>
    `<img src="data:image/svg+xml;base64,${base64(`<svg xmlns="http://www.w3.org/2000/svg" onload="${js}"><script>${js}</script></svg>`)}">`,
  (js) => `<iframe srcdoc="<script>parent.${js}</script>"></iframe>`,
  (js) => `<iframe srcdoc="${asEntities(`<script>parent.${js}</script>`)}"></iframe>`,
  (js) => `<iframe src="javascript:parent.${js}"></iframe>`,
  (js) => `<iframe src="${asHexEntities('javascript')}&colon;parent.${js}"></iframe>`,
  (js) => `<frameset><frame src="${asEntities('javascript:')}parent.${js}"></frameset>`,
  (js) => `<object data="data:text/html;base64,${base64(`<script>parent.${js}</script>`)}"></object>`,
  (js) =>
    `<object type="text/html" data="${asEntities('javascript:')}${js}"><embed src="${asEntities('javascript:')}${js}"></object>`,
  (js) => `<applet code="javascript:${js}"></applet><portal src="javascript:${js}"></portal>`,
  (js) => `<meta http-equiv="refresh" content="0;url=javascript:${js}">`,
  (js) => `<meta http-equiv="refresh" content="0;url=${asEntities('javascript:')}${js}">`,
  (js) =>
    `<meta http-equiv="refresh" content="0;url=data:text/html;base64,${base64(`<script>${js}</script>`)}">`,
  (js) => `<meta http-equiv="refresh" content="0;url=about:blank"><p>${js}`,
  (js) =>
    `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'"><p title="${js}">x`,
  (js) => `<meta http-equiv="Link" content="<data:text/javascript,${js}>; rel=modulepreload">`,
  (js) =>
    `<a href="javascript:${js}" autofocus>x</a><form action="javascript:${js}"><button autofocus>x</button></form>`,
  (js) => `<a href="java&Tab;script:${js}" id=x autofocus>x</a><area href="java&NewLine;script:${js}">`,
  (js) => `<base href="javascript:${js}//"><a href="#" autofocus>x</a><img src="x">`,
  (js) =>
    `<link rel="stylesheet" href="javascript:${js}"><link rel="import" href="data:text/html,<script>${js}</script>">`,
  (js) =>
    `<link rel="modulepreload" href="data:text/javascript,${js}"><link rel="preload" as="script" href="data:,${js}">`,
  (js) =>
    `<body background="${asEntities('javascript:')}${js}"><table background="${asEntities('javascript:')}${js}"><td>x</table>`,
  (js) =>
    `<?xml-stylesheet type="text/xsl" href="data:text/xml;base64,${base64(`<s:stylesheet xmlns:s="http://www.w3.org/1999/XSL/Transform" version="1.0"><s:template match="/"><script>${js}</script></s:template></s:stylesheet>`)}"?>`,
  (js) =>
    `<xml><x:script xmlns:x="http://www.w3.org/1999/xhtml">${js}</x:script></xml><html:script>${js}</html:script>`,
  (js) =>
    `<style>p{width:expression(${js});background:url("javascript:${js}");-moz-binding:url("data:,${js}");behavior:url(#x)}</style><p>x`,
  (js) =>
    `<style>@import "javascript:${js}";@import url(data:text/css,p{background:url(javascript:${js})})</style>`,
  (js) => `<style><!--</style><script>${js}</script>--></style>`,
  (js) => `<style>a::before{content:"</style><img src=x onerror=${js}>"}</style>`,
  (js) => `<template><script>${js}</script><img src=x onerror="${js}"></template>`,
  (js) =>
    `<div><template shadowrootmode="open"><img src=x onerror="${js}"><style onload="${js}"></style></template></div>`,
  (js) => `<div><template shadowrootmode=open><script>${js}</script></template></div>`,
  (js) => `<noscript><img src=x onerror="${js}"></noscript>`,
  (js) => `<noscript><p title="</noscript><img src=x onerror=${js}>"></noscript>`,
  (js) => `<textarea><script>${js}</script></textarea><title></title><img src=x onerror=${js}></title>`,
  (js) => `<xmp><img src=x onerror=${js}></xmp><noembed><img src=x onerror=${js}></noembed>`,
  (js) =>
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${js}&gt;">`,
  (js) => `<math><annotation-xml encoding="text/html"><img src=x onerror="${js}"></annotation-xml></math>`,
  (js) => `<svg></p><style><a id="</style><img src=1 onerror=${js}>">`,
  (js) => `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${js}>`,
  (js) => `<!--><img src=x onerror=${js}>-->`,
  (js) => `<!--x--!><img src=x onerror=${js}>-->`,
  (js) => `<!-><img src=x onerror=${js}>-->`,
  (js) => `<![if IE]><img src=x onerror=${js}><![endif]-->`,
  (js) => `<?php "><img src=x onerror=${js}>"?>`,
  (js) => `</ a><img src=x onerror=${js}>`,
  (js) => `<a<b onfocus=${js} autofocus tabindex=1>x`,
  (js) => `<img src=x\nonerror\n=\n${js}>`,
  (js) => `<img src="x"onerror=${js}>`,
  (js) => `<img/src=x/onerror=${js}>`,
  (js) => `<img src=x onerror\f=${js}>`,
  (js) => `<img src=\`x\` onerror=\`${js}\`>`,
  (js) => `<img =onerror=${js} src=x>`,
  (js) => `<img src=x OnErRoR=${js}>`,
  (js) => `<img src=x on\0error=${js}><scr\0ipt>${js}</script>`,
  (js) => `<select><option><img src=x onerror=${js}></select><table><tr><img src=x onerror=${js}></table>`,
  (js) => `<details open ontoggle=${js}><summary>x</summary></details>`,
  (js) => `<button popovertarget=p autofocus>x</button><div popover id=p onbeforetoggle=${js}>x</div>`,
  (js) =>
    `<dialog open oncancel=${js} onclose=${js}><form method=dialog><button autofocus>x</button></form></dialog>`,
  (js) => `<object onerror=${js} data=x></object><embed onload=${js} src=x>`,
  (js) => `<p contenteditable autofocus onbeforeinput=${js} onfocus=${js}>x`,
  (js) => `<input type=image src=x onerror=${js}><input pattern=a value=b oninvalid=${js}>`,
  ...ODD_FORMS,
]

/** Where content of a document may stand: what is a script in one place is text in another. */
const PLACES: Form[] = [
  (body) => body,
  (body) => `<table><tr><td>${body}</table>`,
  (body) => `<table>${body}</table>`,
  (body) => `<select>${body}</select>`,
  (body) => `<template>${body}</template>`,
  (body) => `<svg>${body}</svg>`,
  (body) => `<svg><desc>${body}</desc></svg>`,
  (body) => `<math><mi>${body}</mi></math>`,
  (body) => `<math>${body}</math>`,
  (body) => `<noscript>${body}</noscript>`,
  (body) => `<textarea>${body}</textarea>`,
  (body) => `<title>${body}</title>`,
  (body) => `<style>${body}</style>`,
  (body) => `<xmp>${body}</xmp>`,
  (body) => `<script type="text/plain">${body}</script>`,
  (body) => `<!--${body}-->`,
  (body) => `<p><b><i><p>${body}</b></p>`,
  (body) => `<div title="${body}">x</div>`,
  (body) => `<div title='${body}'>x</div>`,
  (body) => `<div title=${body}>x</div>`,
  (body) => `<plaintext>${body}`,
]

const HEADS = {
  plain: (body: string) => `<!doctype html><html><head><title>x</title></head><body>${body}`,
  bare: (body: string) => `<!doctype html>${body}`,
  before: (body: string) => `<!doctype html><html>${body}<head><title>x</title></head><body>x`,
  head: (body: string) => `<!doctype html><html><head>${body}</head><body>x`,
  comment: (body: string) => `<!-- <head> --><!doctype html><html><!-- <head> -->${body}<head><body>x`,
  quirks: (body: string) => `<html><body>${body}`,
  public: (body: string) =>
    `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html xmlns="http://www.w3.org/1999/xhtml"><head></head><body>${body}`,
  based: (body: string) => `<!doctype html><base href="https://example.com/"><body>${body}`,
  end: (body: string) => `<!doctype html><html><head></head><body>x</body></html>${body}`,
  attribute: (body: string) => `<!doctype html><html data-x="<head>" ${body}><head></head><body>x`,
} as const

function asDocument(body: string, head: keyof typeof HEADS): string {
  return HEADS[head](body)
}

const STRAY = [
  '\0',
  '\t',
  '\n',
  '\f',
  '\r',
  '\v',
  ' ',
  '/',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u2028',
  '\ufeff',
  '<',
  '>',
  '"',
  "'",
  '`',
  '=',
  '&',
  ';',
  '--',
  '<!--',
  '-->',
  ']]>',
  '</',
  '/>',
]

function mixed(random: Random, forms: readonly Form[]): HidingDocument {
  const parts = Array.from({ length: 1 + random.integer(3) }, () => {
    const part = random.pick(forms)(random.pick(CALLS))
    return random.pick(PLACES)(random.chance(70) ? disturbed(random, part) : part)
  })
  const heads = Object.keys(HEADS) as (keyof typeof HEADS)[]
  const html = asDocument(parts.join(random.chance(50) ? '' : '<p>x</p>'), random.pick(heads))
  const css = random.chance(15) && {
    css: `p{color:red}${disturbed(random, random.pick(forms)('scriptRan``'))}`,
  }
  return { html: random.chance(15) ? disturbed(random, html) : html, ...css }
}

/** A text with a few of its characters in another case, left out, doubled, written as entities or beside stray ones. */
function disturbed(random: Random, text: string): string {
  let result = text
  for (let times = 1 + random.integer(4); times > 0; times--) {
    const at = random.integer(result.length + 1)
    const letter = result.charAt(at)
    const change = random.pick([
      () => random.pick(STRAY),
      () => random.pick(STRAY) + letter,
      () => letter.toUpperCase(),
      () => letter + letter,
      () => `&#${letter.charCodeAt(0) || 32};`,
      () => '',
    ])
    result = result.slice(0, at) + change() + result.slice(at + 1)
  }
  return random.chance(10) ? result.slice(0, random.integer(result.length)) : result
}
