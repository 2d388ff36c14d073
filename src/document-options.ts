/**
 * The `options` object of a document (docs/decisions/contract.md 2.2), and of a PDF that is only finished. Each part is
 * declared by the room that obeys it; here they become one schema, and what an option costs or which plan has it is added
 * to its description.
 */
import { z } from 'zod'
import { plansThat } from './accounts/plans'
import { inCredits, PRICES } from './accounts/pricing'
import type { FieldError } from './errors'
import { MAX_ALL_MB, MAX_PARTS, splitOption } from './pdf/arrange/split'
import { fieldValues } from './pdf/fill-form'
import { findImpossiblePairs, finishOptions } from './pdf/finishing-options'
import { JUDGED } from './pdf/inspect/verdict'
import { pageNumbersOption } from './pdf/stamp/page-numbers'
import { stampOption } from './pdf/stamp/stamp-text'
import { findRenderConflicts } from './render/print-conflicts'
import { renderOptions } from './render/render-options'

const { attachments, attachment_passwords, ...ofOneFile } = finishOptions.shape
const { compress, factur_x, embed_files, password } = ofOneFile

/** Without the files to append: `POST /v1/finish` has a list of its own. */
const finishing = {
  ...ofOneFile,
  compress: described(compress, `+${inCredits(PRICES.compress)}.`),
  factur_x: described(factur_x, `+${inCredits(PRICES.factur_x)}.`),
  embed_files: described(embed_files, `+${inCredits(PRICES.embed_files)}.`),
  password: described(password, `Not on the ${plansThat((plan) => !plan.password)} plan.`),
}

export const pdfOptions = z
  .strictObject({
    ...finishing,
    attachments: described(attachments, `+${inCredits(PRICES.appendedFile)} each.`),
    attachment_passwords,
    ...renderOptions.shape,
  })
  .meta({ id: 'Options' })
export type PdfOptions = z.infer<typeof pdfOptions>

/** Whether an option asks for something: false and an empty list do not. */
export function isAsked(value: PdfOptions[keyof PdfOptions]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
}

const { title, lang, filename, strict } = renderOptions.shape

/** What `POST /v1/finish` may do to the files that it gets. */
export const pdfFinishOptions = z
  .strictObject({
    ...finishing,
    title: title.describe('Title of the document; the first file’s own by default.'),
    lang: lang.describe('Language of the document (BCP 47); the first file’s own by default.'),
    fields: fieldValues
      .optional()
      .describe('Values of form fields by their full names: texts, true or false, choices.'),
    flatten: z.boolean().optional().describe('Makes form fields a part of their pages.'),
    stamp: stampOption
      .optional()
      .describe(
        'A line at an edge of the pages, above all that they show: a text, or up to four with their places.',
      ),
    page_numbers: pageNumbersOption.optional().describe('Numbers on the pages of the whole.'),
    split: splitOption
      .optional()
      .describe(
        `Several files in a ZIP (at most ${MAX_PARTS}, of ${MAX_ALL_MB} MB together): every so many pages, or by ranges.`,
      ),
    filename: filename.describe('File name for downloads; the ending is added if it is missing.'),
    strict: strict.describe('A warning (what a file lost, a page that is not there …) becomes a 422.'),
  })
  .meta({ id: 'FinishOptions' })
export type PdfFinishOptions = z.infer<typeof pdfFinishOptions>

/** What a PDF is to be judged by. */
export const judgedStandards = z.array(z.enum(JUDGED)).max(JUDGED.length)

/** What options allow by themselves but not together, as errors with pointers into the body. */
export function optionConflicts(options: PdfOptions): FieldError[] {
  return [
    ...findRenderConflicts(options).map(({ pointer, message }) => ({
      pointer: `/options${pointer}`,
      message,
    })),
    ...findImpossiblePairs(options),
  ]
}

/** The schema with a sentence added to its description. */
function described<Schema extends z.ZodType>(schema: Schema, sentence: string): Schema {
  return schema.describe(`${schema.description} ${sentence}`)
}
