/** Puts the XML of an invoice into a PDF as Factur-X 1.09 has it: one associated file and four XMP properties. */
import { AFRelationship, buildFacturXDescription, FACTUR_X_EXTENSION_SCHEMA, type PDFDocument } from 'pdf-lib'
import type { Profile } from './profiles'

/**
 * Attaches `xml` under the profile's name as `text/xml`, related to the document as the profile wants it
 * (ISO 19005-3 6.8, Annex E), in place of a file that had the name. The PDF/A conversion that follows takes the
 * properties from `facturXSchemas`.
 * @param created the date of the file, in its `Params`
 */
export async function embedInvoice(
  document: PDFDocument,
  { xml, profile, created }: { xml: Uint8Array; profile: Profile; created: Date },
): Promise<void> {
  document.detach(profile.fileName)
  await document.attach(xml, profile.fileName, {
    mimeType: 'text/xml',
    description: `Factur-X invoice data, profile ${profile.level}`,
    afRelationship: AFRelationship[profile.relationship],
    creationDate: created,
    modificationDate: created,
  })
  await document.flush()
}

/** The `fx:` properties and the extension schema that declares them, as `rdf:Description`s for the XMP. */
export const facturXSchemas = ({ level, fileName, version }: Profile): string[] => [
  buildFacturXDescription({ fileName, version, documentType: 'INVOICE', conformanceLevel: level }),
  FACTUR_X_EXTENSION_SCHEMA,
]
