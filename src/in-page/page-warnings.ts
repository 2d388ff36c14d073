/** Content that was loaded but does not show as its author expects. */

import { findCutContent } from './cut-content'
import { findLostFonts } from './lost-fonts'
import { hasOwnText, isNearlyEmpty, showsNoPicture } from './nearly-empty'
import type { PageWarnings, ReadyRequest } from './ready-types'
import { findScreenControl } from './screen-controls'
import { findSprites } from './sprites'
import { document } from './true-document'
import { isUnfilled } from './unfilled-places'
import { findUnfilledText } from './unfilled-text'
import { findUnfinishedGrids } from './unfinished-grids'

/** Links within the document that are looked at. */
const MAX_LINKS = 1000
/** Images that are named: all documents share the connection that their addresses travel on. */
const MAX_IMAGES = 50

/**
 * Finds dead links, embedded documents, grids that are not drawn whole, images that show nothing, and a page that does.
 * `documentOrigin` is the address of documents without a base address; a link to there leads nowhere.
 */
export async function findPageWarnings({
  documentOrigin,
  scripted,
  tellsCut,
}: ReadyRequest): Promise<PageWarnings> {
  const frames = findDroppedFrames()
  const expected = scripted || performance.getEntriesByType('resource').length > 0
  const sprites = findSprites(documentOrigin)
  const told = [
    toldOfLinks(documentOrigin),
    scripted ? undefined : toldOfPlaces(),
    toldOfFrames(frames),
    expected && frames.length === 0 ? toldOfEmptiness(scripted) : undefined,
    ...(scripted ? findUnfinishedGrids() : []),
    toldOfControl(),
    tellsCut ? findCutContent() : undefined,
    toldOfFonts(),
    toldOfSprites(sprites.foreign),
  ]
  const warnings = told.filter((text) => text !== undefined)
  const blankImages = await findBlankImages()
  if (blankImages.length > MAX_IMAGES)
    warnings.push(`${blankImages.length - MAX_IMAGES} more images show nothing`)
  return {
    warnings,
    blankImages: blankImages.slice(0, MAX_IMAGES),
    sprites: sprites.own,
    fontFailed: [...document.fonts].some(({ status }) => status === 'error'),
    isBlank: (!expected && !hasOwnText() && showsNoPicture()) || undefined,
    unfilled: scripted ? findUnfilledText() : undefined,
  }
}

function toldOfLinks(documentOrigin: string): string | undefined {
  // Links in SVG have addresses of another type.
  const lost = [...document.querySelectorAll('a[href]')].filter(
    (link) =>
      link instanceof HTMLAnchorElement &&
      link.href.startsWith(`${documentOrigin}/`) &&
      !link.getAttribute('href')?.startsWith('#'),
  )
  const [link] = lost
  if (!link) return undefined
  const first = link.getAttribute('href')?.slice(0, 200)
  return `${lost.length} relative link(s) lead nowhere (first: "${first}"): set base_url`
}

function toldOfPlaces(): string | undefined {
  const [place, ...others] = findDeadPlaces()
  if (place === undefined) return undefined
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `a link leads to ${place}${more}, which is nowhere in the document: give what it is to lead to that id`
}

/** Embedded documents that would be seen, had they been loaded. */
function findDroppedFrames(): Element[] {
  const frames =
    'iframe[src]:not([srcdoc],[src=""],[src^="about:"],[src^="javascript:"]),frame[src],object[data],embed[src]'
  return [...document.querySelectorAll(frames)].filter((frame) => frame.getClientRects().length > 0)
}

function toldOfFrames(dropped: Element[]): string | undefined {
  const [frame] = dropped
  if (!frame) return undefined
  const address = String(frame.getAttribute('src') ?? frame.getAttribute('data')).slice(0, 80)
  const first = `<${frame.localName}> with "${address}"`
  return `${dropped.length} embedded document(s) are not printed (first: ${first}): put their content into the page, pictures as <img>`
}

/** Of a document that has scripts or files, and no embedded document that may be all of it. */
function toldOfEmptiness(scripted: boolean): string | undefined {
  if (isNearlyEmpty())
    return 'the document shows nearly nothing, although it has scripts or files: name in wait_for what it is to show'
  if (scripted && isUnfilled())
    return 'the document shows a heading alone, or little but what stands around its content, and what its scripts are to fill is empty: name in wait_for what it is to show'
  return undefined
}

function toldOfControl(): string | undefined {
  const control = findScreenControl()
  if (control === undefined) return undefined
  return `the document shows a control of screens ("${control}"): leave it out on paper, with @media print { … { display: none } }`
}

function toldOfFonts(): string | undefined {
  const fonts = findLostFonts()
  if (fonts === undefined) return undefined
  return `the text is in another font, for ${fonts} is not here: add its file with @font-face (an asset: or https: address), or name a general family behind it, such as sans-serif`
}

function toldOfSprites(foreign: string[]): string | undefined {
  if (foreign[0] === undefined) return undefined
  return `symbols of ${foreign.length} drawing(s) on other servers are not shown (first: "${foreign[0].slice(0, 80)}"): browsers take them from the page's own server only`
}

/** The addresses of images that were loaded and show nothing. */
async function findBlankImages(): Promise<string[]> {
  const blank = [...document.images].filter((image) => image.currentSrc && !image.naturalWidth)
  const seen = await Promise.all(
    blank.map((image) =>
      image
        .decode()
        .then(() => true)
        .catch(() => false),
    ),
  )
  return [...new Set(blank.filter((_, at) => !seen[at]).map(({ currentSrc }) => currentSrc.slice(0, 2000)))]
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
