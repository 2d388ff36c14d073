import type { TemplateSource } from './manifest'

/** The page options that a template answers for. Inches. */
export type PageOptions = {
  paper?: 'A4' | 'A3' | 'A5' | 'Letter' | 'Legal' | undefined
  orientation?: 'portrait' | 'landscape' | undefined
  paper_width?: number | undefined
  paper_height?: number | undefined
  prefer_css_page_size?: boolean | undefined
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
