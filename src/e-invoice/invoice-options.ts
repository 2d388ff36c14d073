/** The options that make an e-invoice of a document. */
import { z } from 'zod'
import { NATIONAL_RULES, type NationalRules, WRITTEN_PROFILES, type WrittenProfile } from './profiles'
import { invoiceSchema } from './schema'

const profileNames = Object.keys(WRITTEN_PROFILES) as [WrittenProfile, ...WrittenProfile[]]

/** The options that go with `factur_x`. */
export const facturXOptions = {
  factur_x: z
    .union(
      [
        z.boolean(),
        z.strictObject({
          profile: z
            .enum(profileNames)
            .optional()
            .describe(
              'The profile that the XML is written in and checked by. XML that you send must have it.',
            ),
          national_rules: z
            .enum(NATIONAL_RULES)
            .optional()
            .describe('Applies the rules of a country too: FR, those of the French reform (BR-FR).'),
        }),
      ],
      {
        error: `must be true, or an object {profile, national_rules} with one of ${profileNames.join(', ')}`,
      },
    )
    .optional()
    .describe(
      'Makes a PDF/A-3b that contains the invoice as Factur-X XML, in the profile EN 16931 or in `profile`.',
    ),
  invoice: invoiceSchema.optional().describe('The invoice, after the business terms of EN 16931'),
  invoice_xml: z
    .string()
    .min(1)
    .optional()
    .describe('The invoice as a finished Cross Industry Invoice (XML), of any profile of Factur-X'),
}

/** The profile, and a country whose own rules are applied too. */
export type FacturXWish = { profile?: WrittenProfile | undefined; national_rules?: NationalRules | undefined }
