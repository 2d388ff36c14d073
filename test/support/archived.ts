/** Conversion for tests in Node: a printed fixture, opened, made conformant and saved as the service does. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { archive } from '../../src/pdf/pdfa/archive'
import { type ConformanceTarget, requirementsOf } from '../../src/pdf/pdfa/level'
import { writePdf } from '../../src/pdf/write/write-pdf'
import { rasterise, standardFonts } from './rasterise'

export type Fixture = 'emoji-tagged' | 'links-tagged' | 'shadow-tagged'

export function fixture(name: Fixture): Uint8Array {
  return new Uint8Array(readFileSync(path.join(import.meta.dirname, `../fixtures/pdf/${name}.pdf`)))
}

/** Opens bytes as finishing does. */
export function open(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, { updateMetadata: false })
}

/** Makes a document conform; `change` spoils it before it is saved. */
export async function archived(
  bytes: Uint8Array,
  target: ConformanceTarget,
  change?: (doc: PDFDocument) => void,
) {
  const doc = await open(bytes)
  const result = await archive(doc, target, {
    rasterise,
    standardFonts,
    now: new Date('2026-11-21T10:00:00Z'),
  })
  change?.(doc)
  return { ...result, doc, bytes: writePdf(doc.context, requirementsOf(target.level, target.ua)) }
}
