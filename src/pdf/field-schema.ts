/** What a field of a printed document is to be. */
import type { PDFDict, PDFRef } from 'pdf-lib'
import { z } from 'zod'

/** Larger and smaller ones make no number that a PDF may have. */
const MAX_PIXELS = 100_000
const MIN_PIXELS = 0.01

/** A document may write such links by itself: what it says is read as any stranger's. */
export const fieldSchema = z.object({
  kind: z.enum(['text', 'checkbox', 'radio', 'menu', 'list']),
  name: z.string().min(1).max(200),
  label: z.string().max(500),
  groupLabel: z.string().max(500).default(''),
  value: z.string().max(10_000),
  options: z
    .array(z.tuple([z.string().max(500), z.string().max(500)]))
    .max(500)
    .default([]),
  chosen: z.array(z.string().max(500)).max(500).default([]),
  isChecked: z.boolean(),
  isRequired: z.boolean(),
  isReadOnly: z.boolean(),
  isMultiline: z.boolean(),
  isPassword: z.boolean(),
  isMultiple: z.boolean(),
  maxLength: z.int().min(1).max(10_000).optional(),
  align: z.enum(['left', 'center', 'right']),
  color: z.tuple([z.number(), z.number(), z.number()]),
  fontSize: z.number().positive().max(MAX_PIXELS),
  height: z.number().min(MIN_PIXELS).max(MAX_PIXELS),
  tabIndex: z.int().min(0),
})
export type Field = z.output<typeof fieldSchema>
/** With its annotation, whose sides are in points. */
export type Placed = Field & { ref: PDFRef; widget: PDFDict; width: number; tall: number }
