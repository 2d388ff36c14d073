/** The paper of a template beside the paper that a request asks for. */
import type { TemplateSource } from './manifest'

/** The page options that a template answers for. Inches. */
export type PageOptions = {
  paper?: 'A4' | 'A3' | 'A5' | 'Letter' | 'Legal' | undefined
  orientation?: 'portrait' | 'landscape' | undefined
  paper_width?: number | undefined
  paper_height?: number | undefined
  prefer_css_page_size?: boolean | undefined
}

/**
 * A request's sized options as their hash has them: what `withOwnSize` adds to options with a paper of their own is left
 * out, as in former releases, whose stored results are found by the same hash.
 */
export function hashedOptions<Options extends PageOptions>(sized: Options, given: PageOptions): Options {
  if (sized.prefer_css_page_size) return sized
  return { ...sized, prefer_css_page_size: given.prefer_css_page_size }
}

const MM_PER_INCH = 25.4

/**
 * A request's options with the template's own size in them, which holds unless `paper` is given. A given
 * orientation turns the template's page.
 */
export function withOwnSize<Options extends PageOptions>(
  { size, orientation }: Pick<TemplateSource, 'size' | 'orientation'>,
  options: Options,
): Options {
  // Said to be so, and therefore no warning.
  const given = { prefer_css_page_size: false, ...options }
  if (options.paper !== undefined || options.paper_width !== undefined) return { orientation, ...given }
  const own: PageOptions = size
    ? { paper_width: size.width / MM_PER_INCH, paper_height: size.height / MM_PER_INCH }
    : { paper: 'A4' }
  if (options.orientation !== undefined) return { ...own, ...given }
  return { ...own, ...(!size && { orientation }), ...options, prefer_css_page_size: true }
}
