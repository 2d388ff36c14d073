/** The rendering options of docs/decisions/contract.md (2.2) and of answers.md that need only the browser. */
import { z } from 'zod'
import { inBytes } from '../text/in-units'
import { PAGE_RANGES, PAGE_RANGES_RULE, parsePageRanges } from '../text/page-ranges'
import { contentsOption } from './contents-option'
import { MAX_TEMPLATE_BYTES } from './inlined-files'
import { length } from './length'
import { MAX_SIDE, MIN_PRINTABLE, PAPERS } from './paper-size'
import { visitOptions } from './visit-options'

/** Seconds that a document may take. */
export const DEFAULT_TIMEOUT = 30
export const MAX_TIMEOUT = 60
/** As many empty pages are laid out before those that are counted. */
const MAX_FIRST_NUMBER = 1000

const margin = length({ min: 0, max: MAX_SIDE })
const side = length({ min: MIN_PRINTABLE, max: MAX_SIDE })

/** The name of a paper as we write it, whatever its case. */
const paperName = (value: unknown) =>
  PAPERS.find((name) => typeof value === 'string' && name.toLowerCase() === value.trim().toLowerCase()) ??
  value

/** No selector is a time, and no element is called like an event of puppeteer. */
export const NO_SELECTOR = /^\s{0,9}(?:\d[\d.]{0,9}\s?m?s?|networkidle[02]?|domcontentloaded|load)\s{0,9}$/i

export const renderOptions = z.strictObject({
  paper: z
    .preprocess(paperName, z.enum(PAPERS))
    .optional()
    .describe('Paper size. Default A4, or the template’s own size.'),
  orientation: z.enum(['portrait', 'landscape']).optional().describe('Default portrait.'),
  scale: z.number().min(0.1).max(2).optional().describe('Zoom factor. Default 1.'),
  margin_top: margin
    .optional()
    .describe(
      'Inches, or a length with a unit such as `"20mm"`. Default 0.4, or what the document’s `@page` says.',
    ),
  margin_bottom: margin.optional().describe('Inches. As `margin_top`.'),
  margin_left: margin.optional().describe('Inches. As `margin_top`.'),
  margin_right: margin.optional().describe('Inches. As `margin_top`.'),
  header_html: z
    .string()
    .max(1_000_000)
    .optional()
    .describe(
      'HTML in the header of every page, aligned with the page’s side margins; inline styles. The classes ' +
        '`pageNumber`, `totalPages`, `title`, `date` and `url` are filled in. With the footer and all that both ' +
        `refer to, ${inBytes(MAX_TEMPLATE_BYTES)} at most.`,
    ),
  footer_html: z.string().max(1_000_000).optional().describe('As `header_html`, at the foot of every page.'),
  header_first_html: z
    .string()
    .max(1_000_000)
    .optional()
    .describe(
      'Instead of `header_html` on the first page; an empty text leaves it without. Room is left by the highest of ' +
        'all headers. Not with `page_ranges`.',
    ),
  footer_first_html: z
    .string()
    .max(1_000_000)
    .optional()
    .describe('As `header_first_html`, instead of `footer_html`.'),
  header_last_html: z
    .string()
    .max(1_000_000)
    .optional()
    .describe('As `header_first_html`, on the last page. On a single page what is for the first wins.'),
  footer_last_html: z
    .string()
    .max(1_000_000)
    .optional()
    .describe('As `header_last_html`, instead of `footer_html`.'),
  page_number_start: z
    .int()
    .min(0)
    .max(MAX_FIRST_NUMBER)
    .optional()
    .describe(
      'Number of the first page in headers and footers; 1 by default. A page 0 shows none. `totalPages` is the ' +
        'number of the last page. Not with `page_ranges`.',
    ),
  omit_backgrounds: z.boolean().optional().describe('Leaves out CSS backgrounds. Default false.'),
  page_ranges: z
    .string()
    .max(1000)
    .regex(PAGE_RANGES, PAGE_RANGES_RULE)
    .refine((value) => parsePageRanges(value).every(({ from, to }) => from <= to), PAGE_RANGES_RULE)
    .optional()
    .describe(
      'Pages to keep, such as `1-3, 5, 8-`. Default all. Pages that do not exist are a warning; ' +
        '422 if none of them exists.',
    ),
  paper_width: side
    .optional()
    .describe('Inches, or a length with a unit such as `"105mm"`; with `paper_height`, instead of `paper`.'),
  paper_height: side.optional().describe('As `paper_width`; with it, instead of `paper`.'),
  prefer_css_page_size: z
    .boolean()
    .optional()
    .describe(
      'Uses the document’s own `@page { size }`. 422 if the margins leave no printable area. If absent, pages larger than the paper are printed smaller on it; `false` lays them out on the paper.',
    ),
  single_page: z
    .boolean()
    .optional()
    .describe(
      'The whole document on one sheet, as high as it is (10 metres at most): a receipt of endless paper, or with ' +
        '`viewport` and `media: screen` a page as a screen shows it. As wide as the paper if that is given, else as ' +
        '`viewport`, then without margins unless you set them. Default false.',
    ),
  media: z.enum(['print', 'screen']).optional().describe('CSS media type. Default print.'),
  wait_for: z
    .union([
      z
        .string()
        .min(1)
        .max(1000)
        .refine((text) => !NO_SELECTOR.test(text), 'must be a CSS selector, which this is not'),
      z.strictObject({
        expression: z.string().min(1).max(10_000).describe('JavaScript; printed once its value is true.'),
      }),
      z.strictObject({
        ms: z
          .number()
          .min(0)
          .max(MAX_TIMEOUT * 1000)
          .describe('Milliseconds, fewer than `timeout`.'),
      }),
    ])
    .optional()
    .describe(
      'Waits for an element (CSS selector), a JavaScript expression to be true, or a time. Without it too, a document ' +
        'is printed when what it asks for has come (10 s at most), its scripts change nothing more and animations ' +
        'are at their end.',
    ),
  ...visitOptions,
  timeout: z
    .number()
    .gt(0)
    .max(MAX_TIMEOUT)
    .optional()
    .describe(`Seconds for the whole render. Default ${DEFAULT_TIMEOUT}.`),
  title: z.string().max(1000).optional().describe('Title of the document; overrides its `<title>`.'),
  lang: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as "en" or "de-AT"')
    .optional()
    .describe('Language of the document (BCP 47); overrides its `lang`.'),
  tagged: z.boolean().optional().describe('Tags the PDF for accessibility. Default false.'),
  outline: z.boolean().optional().describe('Bookmarks from the headings; the PDF is then tagged.'),
  toc: contentsOption,
  forms: z
    .boolean()
    .optional()
    .describe(
      'Text fields, check boxes, radio buttons and menus of the HTML become fields of the PDF that can be filled in, with ' +
        'their names, values and labels. Default false.',
    ),
  filename: z
    .string()
    .min(1)
    .max(200)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters')
    .optional()
    .describe('File name for downloads; `.pdf` is added if it is missing.'),
  base_url: z
    .string()
    .max(2048)
    .optional()
    .describe('Public http(s) address that relative addresses in the document are resolved against.'),
  isolation: z
    .enum(['account', 'strict'])
    .optional()
    .describe(
      'Default `account`: a document that can run no script may be printed in a tab that printed such documents of the ' +
        'same account and mode before. `strict`: in a tab that no other document was or will be in.',
    ),
  strict: z
    .boolean()
    .optional()
    .describe(
      'A warning (a file that did not load or cannot be shown, data that is not read …) becomes a 422.',
    ),
})

export type RenderOptions = z.infer<typeof renderOptions>
