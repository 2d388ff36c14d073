/** The option that asks for a contents list. */
import { z } from 'zod'

export const contentsOption = z
  .union([
    z.boolean(),
    z.strictObject({
      depth: z.int().min(1).max(6).optional().describe('Headings down to which level. Default 3.'),
      title: z
        .string()
        .max(200)
        .optional()
        .describe('Its heading. Default “Contents” in the document’s language.'),
    }),
  ])
  .optional()
  .describe(
    'A contents list with page numbers and links, from the headings `h1` to `h3`: in the empty element with the id ' +
      '`toc`, or else on pages of its own at the front.',
  )
