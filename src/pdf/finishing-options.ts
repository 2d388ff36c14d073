/** The options that touch the finished file, and the pairs of them that no file can satisfy. */
import { z } from 'zod'
import { facturXOptions } from '../e-invoice/invoice-options'
import type { FieldError } from '../errors'
import { preparePassword } from './password'

/** The levels of ISO 19005 we make. */
const archiveLevels = ['PDF/A-1a', 'PDF/A-1b', 'PDF/A-2b', 'PDF/A-3b'] as const

export const fileAddress = z
  .string()
  .regex(/^([hH][tT][tT][pP][sS]?:\/\/|[dD][aA][tT][aA]:)/, 'must be an http:, https: or data: address')
  .describe('An http(s) address, or a data: address.')

const text = (maximum: number) => z.string().min(1).max(maximum)

const password = text(127).refine(
  (value) => preparePassword(value) !== undefined,
  'must hold no control, private-use or direction characters, nor only ignored ones; one with Hebrew or Arabic begins and ends with it and has no letters of other scripts (SASLprep, RFC 4013)',
)

/** What the user password allows. Everything not named is allowed; reading aloud always is (ISO 32000-2). */
export const permissionsOption = z
  .strictObject({
    print: z.enum(['none', 'low', 'high']).optional().describe('`low`: at low resolution only.'),
    copy: z.boolean().optional().describe('Copy text and pictures.'),
    modify: z.boolean().optional().describe('Change the contents of pages.'),
    annotate: z.boolean().optional().describe('Add and change annotations.'),
    fill_forms: z.boolean().optional().describe('Fill form fields.'),
    assemble: z.boolean().optional().describe('Insert, delete and turn pages.'),
  })
  .meta({ id: 'Permissions' })

/** Letters, marks, digits, punctuation and signs: the browser prints nothing for a text of others. */
const VISIBLE = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u
export const stampedText = text(200).refine(
  (value) => value === '' || VISIBLE.test(value),
  'must have a character that can be seen',
)

export const stampColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour of the form #RRGGBB')

export const watermarkOption = z
  .union([
    stampedText,
    z.strictObject({
      text: stampedText.describe('What is written, on one line.'),
      color: stampColor.optional().describe('`#RRGGBB`; `#808080` by default.'),
      opacity: z.number().gt(0).max(1).optional().describe('0 to 1; 0.25 by default.'),
      angle: z.number().min(-180).max(180).optional().describe('Degrees counter-clockwise; 45 by default.'),
    }),
  ])
  .meta({ id: 'Watermark' })

export const finishOptions = z.strictObject({
  pdf_format: z.enum(archiveLevels).optional().describe('Archival level (ISO 19005). Free.'),
  pdf_ua: z.boolean().optional().describe('PDF/UA-1 (ISO 14289-1): tagged, titled, with a language.'),
  password: password.optional().describe('Opens the file; AES-256.'),
  owner_password: password.optional().describe('Lifts `permissions`; random by default. With `password`.'),
  permissions: permissionsOption.optional().describe('What `password` allows. With `password`.'),
  compress: z.boolean().optional().describe('Makes the file smaller.'),
  ...facturXOptions,
  embed_files: z.array(fileAddress).max(50).optional().describe('Files to attach invisibly.'),
  attachments: z.array(fileAddress).max(50).optional().describe('PDFs to append, in order.'),
  attachment_passwords: z
    .array(z.string().max(127))
    .max(50)
    .optional()
    .describe('Passwords of encrypted `attachments`, in their order; an empty text for one that needs none.'),
  watermark: watermarkOption.optional().describe('Text across every page, in any script.'),
  author: text(1000).optional().describe('Who wrote it, in the file’s properties.'),
  subject: text(1000).optional().describe('What it is about, in the file’s properties.'),
  keywords: z
    .union([text(1000), z.array(text(200)).max(100)])
    .optional()
    .describe('For the file’s properties: one text, or a list.'),
})

export type FinishOptions = z.output<typeof finishOptions>

type Pair = FinishOptions & { tagged?: boolean | undefined }

/**
 * The pairs that no file can satisfy, each named at both fields with the way out. Empty: all fits.
 * `base` is the JSON Pointer of the options object. `factur_x` forces PDF/A-3b, whatever `pdf_format` says.
 */
export function findImpossiblePairs(options: Pair, base = '/options'): FieldError[] {
  const archive = options.factur_x ? 'factur_x' : options.pdf_format ? 'pdf_format' : undefined
  const level = options.factur_x ? 'PDF/A-3b' : options.pdf_format
  const partOne = level === 'PDF/A-1a' || level === 'PDF/A-1b'
  const needsTags = options.pdf_ua ? 'pdf_ua' : level === 'PDF/A-1a' ? 'pdf_format' : undefined
  const errors: FieldError[] = []
  const refuse = (fields: string[], message: string) => {
    for (const field of fields) errors.push({ pointer: `${base}/${field}`, message })
  }

  if (archive && options.password !== undefined) {
    refuse(['password', archive], `ISO 19005 forbids encryption: leave out password or ${archive}.`)
  }
  if (partOne && options.embed_files?.length) {
    const wayOut = 'use PDF/A-3b or leave out embed_files.'
    refuse(['embed_files', 'pdf_format'], `ISO 19005-1 (6.1.11) forbids attached files: ${wayOut}`)
  }
  if (needsTags && options.tagged === false) {
    refuse(['tagged', needsTags], `${needsTags} needs a tagged document: leave out tagged or ${needsTags}.`)
  }
  for (const field of ['owner_password', 'permissions'] as const) {
    if (options[field] !== undefined && options.password === undefined) {
      refuse([field], `${field} works only together with password: add password or leave it out.`)
    }
  }
  for (const field of ['invoice', 'invoice_xml'] as const) {
    if (options[field] !== undefined && !options.factur_x) {
      refuse([field], `${field} works only together with factur_x: set factur_x to true or leave it out.`)
    }
  }
  if ((options.attachment_passwords?.length ?? 0) > (options.attachments?.length ?? 0)) {
    refuse(
      ['attachment_passwords'],
      'There are more passwords than attachments: give one for each, in their order.',
    )
  }
  if (options.invoice !== undefined && options.invoice_xml !== undefined) {
    refuse(['invoice', 'invoice_xml'], 'Give the invoice once: as invoice or as invoice_xml.')
  }
  return errors
}
