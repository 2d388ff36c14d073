/**
 * An invoice as Cross Industry Invoice (UN/CEFACT CII D22B, in the subset and the order of the Factur-X 1.09
 * schema for its profile EN 16931).
 */

import type { CompleteInvoice } from '../../invoice-amounts'
import { WRITTEN_PROFILES, type WrittenProfile } from '../../profiles'
import type { Invoice } from '../../schema'
import { asIdentifier, NO_PROJECT_NAME, typeCode } from '../../terms'
import { group, leaf, required, serialise, type XmlNode } from '../../xml/serialise-xml'
import { lineItem } from './write-line'
import { buyerParty, sellerParty, shipToParty, taxRepresentativeParty, tradeParty } from './write-party'
import { tradeSettlement } from './write-settlement'
import { code, dateTime, reference } from './write-values'

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
}

/**
 * The XML of an invoice that `checkInvoice` found nothing wrong with; what it lacks is left out.
 * @param profile decides BT-24
 */
export function writeCii(complete: CompleteInvoice, profile: WrittenProfile = 'EN 16931'): string {
  const { invoice } = complete
  return serialise({
    name: 'rsm:CrossIndustryInvoice',
    attributes: namespaces,
    content: [
      context(invoice, profile),
      exchangedDocument(invoice),
      required(
        'rsm:SupplyChainTradeTransaction',
        ...(invoice.lines ?? []).map((line, i) => {
          const completeLine = complete.lines[i]
          return completeLine && lineItem(line, completeLine, { index: i, currency: invoice.currency })
        }),
        tradeAgreement(invoice),
        tradeDelivery(invoice),
        tradeSettlement(complete),
      ),
    ],
  })
}

/** BG-2. */
const context = (invoice: Invoice, profile: WrittenProfile) =>
  required(
    'rsm:ExchangedDocumentContext',
    invoice.test === undefined
      ? undefined
      : group('ram:TestIndicator', leaf('udt:Indicator', String(invoice.test))),
    group('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', invoice.business_process)),
    group('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', WRITTEN_PROFILES[profile])),
  )

/** BT-1, BT-3, BT-2, BG-1. */
const exchangedDocument = (invoice: Invoice) =>
  required(
    'rsm:ExchangedDocument',
    code('ram:ID', invoice.number),
    leaf('ram:Name', invoice.name),
    leaf('ram:TypeCode', typeCode(invoice)),
    dateTime('ram:IssueDateTime', invoice.issue_date),
    ...(invoice.notes ?? []).map((note) =>
      typeof note === 'string'
        ? group('ram:IncludedNote', leaf('ram:Content', note))
        : group(
            'ram:IncludedNote',
            leaf('ram:ContentCode', note.content_code),
            leaf('ram:Content', note.text),
            code('ram:SubjectCode', note.subject_code),
          ),
    ),
  )

const tradeAgreement = (invoice: Invoice) => {
  const { references, other_parties: others } = invoice
  return required(
    'ram:ApplicableHeaderTradeAgreement',
    leaf('ram:BuyerReference', invoice.buyer_reference),
    sellerParty(invoice.seller),
    buyerParty(invoice.buyer),
    tradeParty('ram:SalesAgentTradeParty', others?.sales_agent),
    tradeParty('ram:BuyerTaxRepresentativeTradeParty', others?.buyer_tax_representative),
    taxRepresentativeParty(invoice.tax_representative),
    tradeParty('ram:ProductEndUserTradeParty', others?.end_user),
    reference('ram:SellerOrderReferencedDocument', references?.sales_order, references?.sales_order_date),
    reference(
      'ram:BuyerOrderReferencedDocument',
      references?.purchase_order,
      references?.purchase_order_date,
    ),
    reference('ram:ContractReferencedDocument', references?.contract, references?.contract_date),
    ...additionalDocuments(references),
    // The schema wants a name beside the identifier, for which EN 16931 has no term.
    group(
      'ram:SpecifiedProcuringProject',
      leaf('ram:ID', references?.project),
      leaf('ram:Name', references?.project && (references.project_name ?? NO_PROJECT_NAME)),
    ),
  )
}

/** BG-24 is of type 916, BT-17 of type 50, BT-18 of type 130. */
function additionalDocuments(references: Invoice['references']): (XmlNode | undefined)[] {
  const object = asIdentifier(references?.object)
  return [
    ...(references?.supporting_documents ?? []).map((each) =>
      group(
        'ram:AdditionalReferencedDocument',
        leaf('ram:IssuerAssignedID', each.id),
        leaf('ram:URIID', each.url),
        leaf('ram:TypeCode', '916'),
        leaf('ram:Name', each.description),
        leaf('ram:AttachmentBinaryObject', each.file?.content, {
          mimeCode: each.file?.mime_type,
          filename: each.file?.name,
        }),
      ),
    ),
    references?.tender_or_lot
      ? group(
          'ram:AdditionalReferencedDocument',
          leaf('ram:IssuerAssignedID', references.tender_or_lot),
          leaf('ram:TypeCode', '50'),
        )
      : undefined,
    object
      ? group(
          'ram:AdditionalReferencedDocument',
          leaf('ram:IssuerAssignedID', object.id),
          leaf('ram:TypeCode', '130'),
          leaf('ram:ReferenceTypeCode', object.scheme),
        )
      : undefined,
  ]
}

const tradeDelivery = (invoice: Invoice) =>
  required(
    'ram:ApplicableHeaderTradeDelivery',
    shipToParty(invoice.delivery),
    tradeParty('ram:UltimateShipToTradeParty', invoice.other_parties?.final_recipient),
    tradeParty('ram:ShipFromTradeParty', invoice.other_parties?.ship_from),
    group('ram:ActualDeliverySupplyChainEvent', dateTime('ram:OccurrenceDateTime', invoice.delivery?.date)),
    reference(
      'ram:DespatchAdviceReferencedDocument',
      invoice.references?.despatch_advice,
      invoice.references?.despatch_advice_date,
    ),
    reference(
      'ram:ReceivingAdviceReferencedDocument',
      invoice.references?.receiving_advice,
      invoice.references?.receiving_advice_date,
    ),
    reference(
      'ram:DeliveryNoteReferencedDocument',
      invoice.references?.delivery_note,
      invoice.references?.delivery_note_date,
    ),
  )
