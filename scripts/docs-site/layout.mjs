/** The HTML around a page. Every address is relative, so that the files may stand anywhere. */
import { escapeHtml } from '../../src/text/markup.ts'

/**
 * A whole page. `page` has `path` (its folder, '' for the first), `title`, `summary`, `html`, `headings`; `menu` has
 * groups of `{ title, pages: [{ path, title, heading }] }`.
 */
export function layout(page, { menu, before, after }) {
  const root = rootOf(page.path)
  const name = page.path === '' ? 'Platen documentation' : `${page.title} · Platen`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name)}</title>
<meta name="description" content="${escapeHtml(page.summary)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}site.css">
<link rel="alternate" type="text/markdown" href="${markdownOf(page.path, root)}">
<script type="module" src="${root}site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="name" href="${root}">Platen</a>
<form role="search" hidden><label><span class="unseen">Search the documentation</span><input type="search" placeholder="Search" autocomplete="off" aria-controls="found"></label></form>
</header>
<div id="found" hidden aria-live="polite"></div>
<div class="columns">
<details class="menu"><summary>Contents</summary>
<nav aria-label="Contents">${menu.map((group) => groupOf(group, page, root)).join('\n')}</nav>
</details>
<main id="content">
${page.html}
<footer>
${neighbours(before, after, root)}
<p><a href="${markdownOf(page.path, root)}">This page as Markdown</a> · <a href="${root}llms.txt">llms.txt</a> · <a href="${root}../openapi.json">openapi.json</a></p>
</footer>
</main>
${onThisPage(page)}
</div>
</body>
</html>
`
}

/** Where the site's root is, seen from a page. */
export function rootOf(path) {
  return path === '' ? './' : '../'.repeat(path.split('/').length)
}

function markdownOf(path, root) {
  return `${root}${path === '' ? 'index' : path}.md`
}

function groupOf({ title, pages }, page, root) {
  const isOpen = page.path === '' || pages.some(({ path }) => path === page.path)
  const items = pages.map(
    ({ path, title: name, heading }) =>
      `${heading ? `<li class="heading">${escapeHtml(heading)}</li>` : ''}<li><a href="${root}${path}/"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a></li>`,
  )
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${items.join('')}</ul></details>`
}

function neighbours(before, after, root) {
  const link = (page, rel, words) =>
    page
      ? `<a rel="${rel}" href="${root}${page.path === '' ? '' : `${page.path}/`}">${words} ${escapeHtml(page.title)}</a>`
      : '<span></span>'
  return before || after
    ? `<nav class="neighbours" aria-label="Neighbouring pages">${link(before, 'prev', '←')}${link(after, 'next', '→')}</nav>`
    : ''
}

function onThisPage({ headings }) {
  if (headings.length < 2) return '<div></div>'
  const items = headings.map(
    ({ level, id, title }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  )
  return `<nav class="toc" aria-label="On this page"><strong>On this page</strong><ul>${items.join('')}</ul></nav>`
}
