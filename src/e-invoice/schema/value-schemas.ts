/** The kinds of value that an invoice is made of. Shape only: what a field must hold is decided in `rules/`. */
import { z } from 'zod'

/**
 * What XML 1.0 can carry (production 2, Char), as a pattern that readers of the OpenAPI description understand
 * too: without the `u` flag it takes both halves of a surrogate pair, so that lone ones are refused apart.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const xmlText = /^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]*$/
const textForm = 'must hold no control characters and no lone surrogates'

/** Text; blanks around it are dropped, and text that is empty then counts as absent. */
export const text = z
  .string()
  .trim()
  .regex(xmlText, textForm)
  .refine((value) => value.isWellFormed(), textForm)

/** A calendar date, `YYYY-MM-DD`. */
export const date = z.iso.date({ error: 'must be a date as YYYY-MM-DD' })

const numberForm =
  'must be a number of at most 12 digits and 20 decimals, or the same as a string ("1234.50")'

/**
 * A decimal number. A JSON number is read as it is written; a string (`"1234.50"`) is the safe form for figures
 * that a program computed in floating point.
 */
export const number = z
  .union(
    [
      z.number().min(-1e12, numberForm).max(1e12, numberForm),
      z
        .string()
        .trim()
        .regex(/^-?\d{1,12}(\.\d{1,20})?$/, numberForm),
    ],
    { error: numberForm },
  )
  .meta({ id: 'DecimalNumber' })

/** A code of a code list; digits may be given as a number (`380` or `"380"`). */
export const code = z
  .union([text, z.int().nonnegative()], {
    error: 'must be a code: text or a whole number',
  })
  .meta({ id: 'Code' })

/** An identifier, alone or with the scheme that issues it (a code of ISO 6523, EAS or UNTDID 1153). */
export const identifier = z
  .union(
    [
      text,
      z.strictObject({
        id: text.describe('The identifier itself'),
        scheme: code.optional().describe('Who issues it: a code of the list that the field names'),
      }),
    ],
    {
      error: 'must be text, or an object {id, scheme}',
    },
  )
  .meta({ id: 'Identifier' })

/** A period: its first and its last day (BG-14, BG-26). */
export const period = z
  .strictObject({
    start: date.optional().describe('First day, YYYY-MM-DD (BT-73, BT-134)'),
    end: date.optional().describe('Last day, YYYY-MM-DD (BT-74, BT-135)'),
  })
  .meta({ id: 'Period' })

export type Identifier = z.output<typeof identifier>
export type Period = z.output<typeof period>
