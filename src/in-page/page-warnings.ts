/** Runs inside the page (see `inpage.ts`): what a document shows less of than its author thinks, though it was loaded. */
import type { Node } from './dom'

declare const document: Node

export type Shortcomings = {
  /** For the author as they are. */
  warnings: string[]
  /** Addresses (their beginnings) of images that show nothing: damaged ones, and those that did not come. */
  blankImages: string[]
  /** Whether a font's bytes could not be used, or did not come. */
  fontFailed: boolean
}

/** `documentOrigin` is where documents without a base address stand; an address there leads nowhere. */
export async function shortcomings(documentOrigin: string): Promise<Shortcomings> {
  const warnings: string[] = []
  // A drawing's links have addresses of another type.
  const lost = [...document.querySelectorAll('a[href]')].filter(
    (link) =>
      typeof link.href === 'string' &&
      link.href.startsWith(`${documentOrigin}/`) &&
      !link.getAttribute('href').startsWith('#'),
  )
  const [link] = lost
  if (link) {
    const first = link.getAttribute('href').slice(0, 200)
    warnings.push(`${lost.length} relative link(s) lead nowhere (first: "${first}"): set base_url`)
  }

  const frames =
    'iframe[src]:not([src=""],[src^="about:"],[src^="javascript:"]),frame[src],object[data],embed[src]'
  const dropped = [...document.querySelectorAll(frames)].filter((frame) => frame.getClientRects().length > 0)
  const [frame] = dropped
  if (frame) {
    const address = String(frame.getAttribute('src') ?? frame.getAttribute('data')).slice(0, 80)
    const first = `<${frame.localName}> with "${address}"`
    warnings.push(
      `${dropped.length} embedded document(s) are not printed (first: ${first}): put their content into the page, pictures as <img>`,
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
  return {
    warnings,
    blankImages: [
      ...new Set(blank.filter((_, at) => !seen[at]).map(({ currentSrc }) => currentSrc.slice(0, 2000))),
    ].slice(0, 50),
    fontFailed: [...document.fonts].some(({ status }) => status === 'error'),
  }
}
