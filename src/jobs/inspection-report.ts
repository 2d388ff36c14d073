/** The report on a PDF, as `POST /v1/inspect` answers with it. */
import { z } from 'zod'
import { invoiceReport } from './invoice-report'

const box = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .optional()
  .describe('Left, bottom, right and top in units of the page, before rotation; absent if the page has none.')

/** An entry of the document's properties. */
const property = z.string().nullable().describe('null if the file does not say.')

/** What a rule found; `message` says what its message tells. */
const finding = (message: string) =>
  z.object({
    rule: z.string().describe('Clause of the standard.'),
    page: z.int().nullable().describe('From 1; null if it concerns the whole file.'),
    message: z.string().describe(message),
  })

/** The report on a PDF, the file that its inspection makes. */
export const inspection = z
  .object({
    bytes: z.int().describe('Size of the file.'),
    version: z.string().describe('Of the header, such as `1.7`.'),
    pages: z.int().describe('Number of pages.'),
    page_sizes: z
      .array(
        z.object({
          from: z.int().describe('First page of a run of pages that are alike, from 1.'),
          to: z.int().describe('Last page of the run.'),
          width: z.number().describe('Points, as a viewer shows the page.'),
          height: z.number().describe('Points, as a viewer shows the page.'),
          rotation: z.int().describe('Degrees clockwise.'),
          boxes: z
            .object({ MediaBox: box, CropBox: box, BleedBox: box, TrimBox: box, ArtBox: box })
            .describe('The page boundaries that the file states.'),
          user_unit: z.number().describe('Size of a unit of the page in points; 1 if the file does not say.'),
        }),
      )
      .describe('At most 500, as every list here unless it says otherwise.'),
    properties: z
      .object({
        title: property,
        author: property,
        subject: property,
        keywords: property,
        creator: property.describe('The program that wrote the document; null if the file does not say.'),
        producer: property.describe('The program that made it a PDF; null if the file does not say.'),
        created: property.describe('ISO 8601; null if the file does not say.'),
        modified: property.describe('ISO 8601; null if the file does not say.'),
      })
      .describe('What the file says of itself.'),
    language: z.string().nullable().describe('Language tag of the document; null if it names none.'),
    text_length: z
      .int()
      .describe(
        'Character codes that are shown; 0 for scans without text. What is drawn several times counts once.',
      ),
    tagged: z.boolean().describe('Whether the file has a structure for assistive technology.'),
    encryption: z
      .object({
        method: z.string().describe('Such as `AES-256`.'),
        permissions: z
          .object({
            print: z.enum(['none', 'low', 'high']).describe('`low`: at low resolution only.'),
            copy: z.boolean().describe('Copy text and pictures.'),
            modify: z.boolean().describe('Change the contents of pages.'),
            annotate: z.boolean().describe('Add and change annotations.'),
            fill_forms: z.boolean().describe('Fill form fields.'),
            assemble: z.boolean().describe('Insert, delete and turn pages.'),
          })
          .describe('What the user password allows.'),
      })
      .nullable()
      .describe('How the file is encrypted; null if it is not.'),
    fonts: z
      .array(
        z.object({
          name: z.string().describe('PostScript name, without the prefix of a subset.'),
          type: z.string().describe('Such as `TrueType`, `CIDFontType2`, `Type3`.'),
          embedded: z.boolean().describe('Whether its glyphs are in the file.'),
          subset: z.boolean().describe('Whether only some of its glyphs are.'),
          first_page: z.int().nullable().describe('The first page that shows it; null if none does.'),
        }),
      )
      .describe('Each font once.'),
    conformance: z
      .object({
        claims: z.array(z.string()).describe('What the metadata say, such as `PDF/A-2u`.'),
        verdicts: z
          .array(
            z.object({
              standard: z.string().describe('Such as `PDF/A-2b`.'),
              conforms: z
                .boolean()
                .nullable()
                .describe('null: Platen has no rules for it, or could not judge what `unjudged` names.'),
              checks: z.int().describe('Number of rules that were asked.'),
              broken: z
                .array(finding('What is wrong, and what mends it.'))
                .describe('Each broken rule by its clause, with its page and what mends it. At most 200.'),
              more: z.int().describe('How many more there are.'),
              unjudged: z
                .array(finding('What could not be judged.'))
                .describe('What may break a rule and could not be judged. At most 200.'),
            }),
          )
          .describe('One for each standard that was asked for, or that the file claims.'),
      })
      .describe('Which standards the file claims, and which it meets.'),
    embedded_files: z
      .array(
        z.object({
          name: z.string().describe('File name.'),
          type: z.string().nullable().describe('Media type; null if the file does not say.'),
          bytes: z.number().nullable().describe('Size, unpacked; null if the file does not say.'),
          relationship: z
            .string()
            .nullable()
            .describe('What it is to the document (AFRelationship), such as `Alternative`; null if unsaid.'),
          description: z.string().nullable().describe('null if the file has none.'),
        }),
      )
      .describe('Files inside the file.'),
    fields: z
      .array(
        z.object({
          name: z.string().describe('Full name, as `options.fields` of `POST /v1/finish` takes it.'),
          type: z
            .enum(['text', 'checkbox', 'radio', 'button', 'dropdown', 'list', 'signature', 'unknown'])
            .describe('What kind of field it is.'),
          value: z
            .union([z.string(), z.array(z.string())])
            .nullable()
            .describe('What is filled in; several choices are a list. null if nothing is.'),
          options: z.array(z.string()).describe('What may be chosen. At most 100.'),
          required: z.boolean().describe('Whether it must be filled in.'),
          read_only: z.boolean().describe('Whether it is locked.'),
        }),
      )
      .describe('Form fields.'),
    signatures: z
      .array(
        z.object({
          field: z.string().describe('Full name of the form field that holds it.'),
          name: z.string().nullable().describe('Who signed; null if it does not say.'),
          date: z.string().nullable().describe('When, ISO 8601; null if it does not say.'),
          reason: z.string().nullable().describe('Why; null if it does not say.'),
          format: z.string().nullable().describe('Such as `ETSI.CAdES.detached`.'),
          covers_whole_file: z.boolean().describe('false: something was added after it was signed.'),
        }),
      )
      .describe('As the file says it: nothing is verified.'),
    layers: z
      .array(
        z.object({
          name: z.string().describe('Name of the layer.'),
          visible: z.boolean().describe('Whether it is shown when the file is opened.'),
        }),
      )
      .describe('Optional content.'),
    warnings: z.array(z.string()).describe('What is wrong with the file although it can be read.'),
    invoice: invoiceReport
      .nullable()
      .describe('What `POST /v1/invoice/check` says of the e-invoice inside; null if there is none.'),
  })
  .meta({ id: 'Inspection' })
