/**
 * Which elements stand in which in the profile EN 16931, in which order and how often, as the schema of Factur-X 1.09
 * and the cardinalities of its schematron have it. `profile-structures.ts` has the other profiles.
 */

/** Children in order: once, `?` at most once, `*` any number, `+` at least one. */
export const EN_16931: Record<string, string> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext:
    'BusinessProcessSpecifiedDocumentContextParameter? GuidelineSpecifiedDocumentContextParameter',
  BusinessProcessSpecifiedDocumentContextParameter: 'ID',
  GuidelineSpecifiedDocumentContextParameter: 'ID',
  ExchangedDocument: 'ID TypeCode IssueDateTime IncludedNote*',
  IssueDateTime: 'DateTimeString',
  IncludedNote: 'Content SubjectCode?',
  SupplyChainTradeTransaction:
    'IncludedSupplyChainTradeLineItem+ ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',

  IncludedSupplyChainTradeLineItem:
    'AssociatedDocumentLineDocument SpecifiedTradeProduct SpecifiedLineTradeAgreement SpecifiedLineTradeDelivery SpecifiedLineTradeSettlement',
  AssociatedDocumentLineDocument: 'LineID IncludedNote?',
  SpecifiedTradeProduct:
    'GlobalID? SellerAssignedID? BuyerAssignedID? Name Description? ApplicableProductCharacteristic* DesignatedProductClassification* OriginTradeCountry?',
  ApplicableProductCharacteristic: 'Description Value',
  DesignatedProductClassification: 'ClassCode',
  OriginTradeCountry: 'ID',
  SpecifiedLineTradeAgreement:
    'BuyerOrderReferencedDocument? GrossPriceProductTradePrice? NetPriceProductTradePrice',
  GrossPriceProductTradePrice: 'ChargeAmount BasisQuantity? AppliedTradeAllowanceCharge?',
  NetPriceProductTradePrice: 'ChargeAmount BasisQuantity?',
  AppliedTradeAllowanceCharge: 'ChargeIndicator ActualAmount',
  SpecifiedLineTradeDelivery: 'BilledQuantity',
  SpecifiedLineTradeSettlement:
    'ApplicableTradeTax BillingSpecifiedPeriod? SpecifiedTradeAllowanceCharge* SpecifiedTradeSettlementLineMonetarySummation AdditionalReferencedDocument? ReceivableSpecifiedTradeAccountingAccount?',
  SpecifiedTradeSettlementLineMonetarySummation: 'LineTotalAmount',

  ApplicableHeaderTradeAgreement:
    'BuyerReference? SellerTradeParty BuyerTradeParty SellerTaxRepresentativeTradeParty? SellerOrderReferencedDocument? BuyerOrderReferencedDocument? ContractReferencedDocument? AdditionalReferencedDocument* SpecifiedProcuringProject?',
  SellerOrderReferencedDocument: 'IssuerAssignedID',
  BuyerOrderReferencedDocument: 'IssuerAssignedID? LineID?',
  ContractReferencedDocument: 'IssuerAssignedID',
  AdditionalReferencedDocument:
    'IssuerAssignedID URIID? TypeCode Name? AttachmentBinaryObject? ReferenceTypeCode?',
  SpecifiedProcuringProject: 'ID Name',

  ApplicableHeaderTradeDelivery:
    'ShipToTradeParty? ActualDeliverySupplyChainEvent? DespatchAdviceReferencedDocument? ReceivingAdviceReferencedDocument?',
  ActualDeliverySupplyChainEvent: 'OccurrenceDateTime',
  OccurrenceDateTime: 'DateTimeString',
  DespatchAdviceReferencedDocument: 'IssuerAssignedID',
  ReceivingAdviceReferencedDocument: 'IssuerAssignedID',

  ApplicableHeaderTradeSettlement:
    'CreditorReferenceID? PaymentReference? TaxCurrencyCode? InvoiceCurrencyCode PayeeTradeParty? SpecifiedTradeSettlementPaymentMeans* ApplicableTradeTax+ BillingSpecifiedPeriod? SpecifiedTradeAllowanceCharge* SpecifiedTradePaymentTerms? SpecifiedTradeSettlementHeaderMonetarySummation InvoiceReferencedDocument* ReceivableSpecifiedTradeAccountingAccount?',
  SpecifiedTradeSettlementPaymentMeans:
    'TypeCode Information? ApplicableTradeSettlementFinancialCard? PayerPartyDebtorFinancialAccount? PayeePartyCreditorFinancialAccount? PayeeSpecifiedCreditorFinancialInstitution?',
  ApplicableTradeSettlementFinancialCard: 'ID CardholderName?',
  PayerPartyDebtorFinancialAccount: 'IBANID',
  PayeePartyCreditorFinancialAccount: 'IBANID? AccountName? ProprietaryID?',
  PayeeSpecifiedCreditorFinancialInstitution: 'BICID',
  ApplicableTradeTax:
    'CalculatedAmount? TypeCode ExemptionReason? BasisAmount? CategoryCode ExemptionReasonCode? TaxPointDate? DueDateTypeCode? RateApplicablePercent?',
  TaxPointDate: 'DateString',
  BillingSpecifiedPeriod: 'StartDateTime? EndDateTime?',
  StartDateTime: 'DateTimeString',
  EndDateTime: 'DateTimeString',
  SpecifiedTradeAllowanceCharge:
    'ChargeIndicator CalculationPercent? BasisAmount? ActualAmount ReasonCode? Reason? CategoryTradeTax?',
  ChargeIndicator: 'Indicator',
  CategoryTradeTax: 'TypeCode CategoryCode RateApplicablePercent?',
  SpecifiedTradePaymentTerms: 'Description? DueDateDateTime? DirectDebitMandateID?',
  DueDateDateTime: 'DateTimeString',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'LineTotalAmount ChargeTotalAmount? AllowanceTotalAmount? TaxBasisTotalAmount TaxTotalAmount* RoundingAmount? GrandTotalAmount TotalPrepaidAmount? DuePayableAmount',
  InvoiceReferencedDocument: 'IssuerAssignedID FormattedIssueDateTime?',
  FormattedIssueDateTime: 'DateTimeString',
  ReceivableSpecifiedTradeAccountingAccount: 'ID',

  SellerTradeParty:
    'ID* GlobalID* Name Description? SpecifiedLegalOrganization? DefinedTradeContact? PostalTradeAddress URIUniversalCommunication? SpecifiedTaxRegistration*',
  BuyerTradeParty:
    'ID? GlobalID? Name SpecifiedLegalOrganization? DefinedTradeContact? PostalTradeAddress URIUniversalCommunication? SpecifiedTaxRegistration?',
  SellerTaxRepresentativeTradeParty: 'Name PostalTradeAddress SpecifiedTaxRegistration',
  PayeeTradeParty: 'ID? GlobalID? Name SpecifiedLegalOrganization?',
  ShipToTradeParty: 'ID? GlobalID? Name? PostalTradeAddress?',
  SpecifiedLegalOrganization: 'ID? TradingBusinessName?',
  DefinedTradeContact:
    'PersonName? DepartmentName? TelephoneUniversalCommunication? EmailURIUniversalCommunication?',
  TelephoneUniversalCommunication: 'CompleteNumber',
  EmailURIUniversalCommunication: 'URIID',
  URIUniversalCommunication: 'URIID',
  PostalTradeAddress:
    'PostcodeCode? LineOne? LineTwo? LineThree? CityName? CountryID CountrySubDivisionName?',
  SpecifiedTaxRegistration: 'ID',
}
