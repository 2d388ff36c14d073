/** The fields of a request that ask for pictures of its pages: read and checked. */
import { z } from 'zod'
import type { PdfOptions } from '../document-options'
import { type FieldError, Problem } from '../errors'
import { refusedInPicture } from '../jobs/option-effects'
import {
  DEFAULT_DPI,
  dpiOption,
  PICTURE_FORMATS,
  type PictureRequest,
  picturePagesOption,
} from '../pdf/pictures/picture-options'
import { showsScreen } from '../render/paper-size'
import { invalidRequest } from './validation'

export const pictureFields = {
  output: z
    .enum(['pdf', ...PICTURE_FORMATS])
    .optional()
    .describe('The PDF, or its pages as pictures: one picture, or a ZIP of several. Default `pdf`.')
    .meta({ default: 'pdf' }),
  dpi: dpiOption,
  pages: picturePagesOption,
}

/** The same of a preview, which may be HTML as well. */
export const previewFields = {
  output: z
    .enum(['pdf', ...PICTURE_FORMATS, 'html'])
    .optional()
    .describe(
      'The pages as PDF or pictures, or the composed document without a browser’s help. By default as the request has it.',
    ),
  dpi: dpiOption,
  pages: picturePagesOption,
}

/** The picture of one page, as an address asks for it. */
export const pictureWidth = z.coerce
  .number({ error: 'must be a number of pixels' })
  .int()
  .min(16)
  .max(2000)
  .default(800)
  .describe('Width of the picture in pixels.')

/** One page as PNG, so many pixels wide. */
export function pngOf({ page, width }: { page: number; width: number }): PictureRequest {
  return { format: 'png', dpi: DEFAULT_DPI, width, pages: String(page) }
}

/** Throws what drawing one page threw: a page that is not there is no fault of the document. */
export function absentPage(error: unknown): never {
  const isAbsent = error instanceof Problem && error.errors?.some(({ pointer }) => pointer === '/pages')
  throw isAbsent ? noPage(error.message) : error
}

export function noPage(detail: string): Problem {
  return new Problem('not_found', { detail })
}

type PictureFields = { [Field in keyof typeof pictureFields]?: z.output<(typeof pictureFields)[Field]> }

/**
 * The pictures that are asked for, if any, and the other fields. Throws `invalid_request` for options that only a PDF can
 * obey, which may be those of a Studio endpoint, and for fields of pictures without one.
 */
export function readPicture<Fields extends PictureFields>(
  { output = 'pdf', dpi, pages, ...rest }: Fields,
  options: PdfOptions,
): { picture: PictureRequest | undefined; rest: Omit<Fields, keyof PictureFields> } {
  const errors = output === 'pdf' ? unusedFields({ dpi, pages }) : conflicts(output, options)
  if (errors.length > 0) throw invalidRequest(errors)
  if (output === 'pdf') return { picture: undefined, rest }
  return { picture: { format: output, dpi: dpi ?? defaultDpi(options), pages }, rest }
}

/** What a window shows on one sheet has its pixels. */
function defaultDpi(options: PdfOptions): number {
  return showsScreen(options) ? 96 * (options.viewport?.device_scale ?? 1) : DEFAULT_DPI
}

/** The pictures of a preview: as it asks for them itself, else as its request does. Throws `invalid_request`. */
export function readPreviewPicture(
  { output, dpi, pages }: Omit<PictureFields, 'output'> & { output?: PictureFields['output'] | 'html' },
  asked: PictureRequest | undefined,
): PictureRequest | undefined {
  const format = output ?? asked?.format ?? 'pdf'
  if (format !== 'pdf' && format !== 'html')
    return { format, dpi: dpi ?? asked?.dpi ?? DEFAULT_DPI, pages: pages ?? asked?.pages }
  const errors = unusedFields({ dpi, pages })
  if (errors.length > 0) throw invalidRequest(errors)
  return undefined
}

function unusedFields(fields: Record<string, unknown>): FieldError[] {
  return Object.keys(fields)
    .filter((name) => fields[name] !== undefined)
    .map((name) => ({
      pointer: `/${name}`,
      message: `is for pictures: set output to ${PICTURE_FORMATS.join(', ')}, or leave it out${name === 'pages' ? '; options.page_ranges chooses pages of a PDF' : ''}`,
    }))
}

function conflicts(output: string, options: PdfOptions): FieldError[] {
  return refusedInPicture(options).flatMap((name) => [
    { pointer: `/options/${name}`, message: `cannot be in a picture: leave out ${name}, or output` },
    { pointer: '/output', message: `${output} cannot be combined with options.${name}` },
  ])
}
