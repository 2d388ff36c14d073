/**
 * The `options` object of a document (docs/decisions/contract.md 2.2). Each part is declared by the room that obeys it;
 * here they become one schema, and what an option costs or which plan has it is added to its description.
 */
import { z } from 'zod'
import { plansThat } from './accounts/plans'
import { inCredits, PRICES } from './accounts/pricing'
import type { FieldError } from './errors'
import { findImpossiblePairs, finishOptions } from './pdf/options'
import { findRenderConflicts, renderOptions } from './render/options'

const { compress, factur_x, embed_files, attachments, password } = finishOptions.shape

export const pdfOptions = z
  .strictObject({
    ...finishOptions.shape,
    ...renderOptions.shape,
    compress: described(compress, `+${inCredits(PRICES.compress)}.`),
    factur_x: described(factur_x, `+${inCredits(PRICES.factur_x)}.`),
    embed_files: described(embed_files, `+${inCredits(PRICES.embed_files)}.`),
    attachments: described(attachments, `+${inCredits(PRICES.attachment)} each.`),
    password: described(password, `Not on the ${plansThat((plan) => !plan.password)} plan.`),
  })
  .meta({ id: 'Options' })
export type PdfOptions = z.infer<typeof pdfOptions>

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
