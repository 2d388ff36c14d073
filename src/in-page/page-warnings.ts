/** Content that was loaded but does not show as its author expects. */
import type { PageWarnings, ReadyRequest } from './contract'
import { findCutContent } from './cut-content'
import { findLostFonts } from './lost-fonts'
import { hasOwnText, isNearlyEmpty, isUnfilled, showsNoPicture } from './nearly-empty'
import { findScreenControl } from './screen-controls'
import { findSprites } from './sprites'
import { document } from './true-document'
import { findUnfilledText } from './unfilled-text'
import { findUnfinishedGrids } from './unfinished-grids'

/** Links within the document that are looked at. */
const MAX_LINKS = 1000
/** Images that are named: all documents share the connection that their addresses travel on. */
const MAX_IMAGES = 50

/**
 * Finds dead links, embedded documents, grids that are not drawn whole, images that show nothing, and a page that does. `documentOrigin` is the address
 * of documents without a base address; a link to there leads nowhere.
 */
export async function findPageWarnings({
  documentOrigin,
  scripted,
  tellsCut,
}: ReadyRequest): Promise<PageWarnings> {
  const warnings: string[] = []
  // Links in SVG have addresses of another type.
  const lost = [...document.querySelectorAll('a[href]')].filter(
    (link) =>
      link instanceof HTMLAnchorElement &&
      link.href.startsWith(`${documentOrigin}/`) &&
      !link.getAttribute('href')?.startsWith('#'),
  )
  const [link] = lost
  if (link) {
    const first = link.getAttribute('href')?.slice(0, 200)
    warnings.push(`${lost.length} relative link(s) lead nowhere (first: "${first}"): set base_url`)
  }

  const [place, ...others] = scripted ? [] : findDeadPlaces()
  if (place !== undefined) {
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    warnings.push(
      `a link leads to ${place}${more}, which is nowhere in the document: give what it is to lead to that id`,
    )
  }

  const frames =
    'iframe[src]:not([srcdoc],[src=""],[src^="about:"],[src^="javascript:"]),frame[src],object[data],embed[src]'
  const dropped = [...document.querySelectorAll(frames)].filter((frame) => frame.getClientRects().length > 0)
  const [frame] = dropped
  if (frame) {
    const address = String(frame.getAttribute('src') ?? frame.getAttribute('data')).slice(0, 80)
    const first = `<${frame.localName}> with "${address}"`
    warnings.push(
      `${dropped.length} embedded document(s) are not printed (first: ${first}): put their content into the page, pictures as <img>`,
    )
  }

  const expected = scripted || performance.getEntriesByType('resource').length > 0
  const isEmpty = expected && !frame && isNearlyEmpty()
  if (isEmpty) {
    warnings.push(
      'the document shows nearly nothing, although it has scripts or files: name in wait_for what it is to show',
    )
  }

  if (scripted && !frame && !isEmpty && isUnfilled()) {
    warnings.push(
      'the document shows a heading alone, or nothing but what stands around its content, and what its scripts are to fill is empty: name in wait_for what it is to show',
    )
  }

  if (scripted) warnings.push(...findUnfinishedGrids())

  const control = findScreenControl()
  if (control !== undefined) {
    warnings.push(
      `the document shows a control of screens ("${control}"): leave it out on paper, with @media print { … { display: none } }`,
    )
  }

  const cut = tellsCut ? findCutContent() : undefined
  if (cut !== undefined) warnings.push(cut)

  const fonts = findLostFonts()
  if (fonts !== undefined) {
    warnings.push(
      `the text is in another font, for ${fonts} is not here: add its file with @font-face (an asset: or https: address), or name a general family behind it, such as sans-serif`,
    )
  }

  const { own: sprites, foreign } = findSprites(documentOrigin)
  if (foreign[0] !== undefined) {
    warnings.push(
      `symbols of ${foreign.length} drawing(s) on other servers are not shown (first: "${foreign[0].slice(0, 80)}"): browsers take them from the page's own server only`,
    )
  }

  const blank = [...document.images].filter((image) => image.currentSrc && !image.naturalWidth)
  const seen = await Promise.all(
    blank.map((image) =>
      image
        .decode()
        .then(() => true)
        .catch(() => false),
    ),
  )
  const unseen = [
    ...new Set(blank.filter((_, at) => !seen[at]).map(({ currentSrc }) => currentSrc.slice(0, 2000))),
  ]
  if (unseen.length > MAX_IMAGES) warnings.push(`${unseen.length - MAX_IMAGES} more images show nothing`)
  return {
    warnings,
    blankImages: unseen.slice(0, MAX_IMAGES),
    sprites,
    fontFailed: [...document.fonts].some(({ status }) => status === 'error'),
    isBlank: (!expected && !hasOwnText() && showsNoPicture()) || undefined,
    unfilled: scripted ? findUnfilledText() : undefined,
  }
}

/** The names of places (`#chapter-2`) that links lead to and no element has; the top of a page needs none. */
function findDeadPlaces(): string[] {
  const links = [...document.querySelectorAll('a[href^="#"]')].slice(0, MAX_LINKS)
  const names = new Set(links.map((link) => link.getAttribute('href')?.slice(1) ?? ''))
  return [...names]
    .filter((name) => /^[\w-]{1,40}$/.test(name) && name !== 'top' && !hasPlace(name))
    .map((name) => `#${name}`)
}

function hasPlace(name: string): boolean {
  return document.getElementById(name) !== null || document.getElementsByName(name).length > 0
}
