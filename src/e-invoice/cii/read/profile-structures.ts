/**
 * The structure of the other profiles of Factur-X 1.09, from their schemas: elements that have the same children stand
 * together. `check-structure.ts` has the profile EN 16931 and says how to read a line.
 */

export const MINIMUM: Record<string, string> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext:
    'BusinessProcessSpecifiedDocumentContextParameter? GuidelineSpecifiedDocumentContextParameter',
  ExchangedDocument: 'ID TypeCode IssueDateTime',
  SupplyChainTradeTransaction:
    'ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',
  'BusinessProcessSpecifiedDocumentContextParameter|GuidelineSpecifiedDocumentContextParameter': 'ID',
  SellerTradeParty: 'Name SpecifiedLegalOrganization? PostalTradeAddress? SpecifiedTaxRegistration*',
  BuyerTradeParty: 'Name SpecifiedLegalOrganization?',
  BuyerOrderReferencedDocument: 'IssuerAssignedID',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'TaxBasisTotalAmount TaxTotalAmount* GrandTotalAmount DuePayableAmount',
  ApplicableHeaderTradeAgreement:
    'BuyerReference? SellerTradeParty BuyerTradeParty BuyerOrderReferencedDocument?',
  ApplicableHeaderTradeSettlement: 'InvoiceCurrencyCode SpecifiedTradeSettlementHeaderMonetarySummation',
  SpecifiedLegalOrganization: 'ID?',
  PostalTradeAddress: 'CountryID',
  SpecifiedTaxRegistration: 'ID',
}

export const BASIC_WL: Record<string, string> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext:
    'BusinessProcessSpecifiedDocumentContextParameter? GuidelineSpecifiedDocumentContextParameter',
  ExchangedDocument: 'ID TypeCode IssueDateTime IncludedNote*',
  SupplyChainTradeTransaction:
    'ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',
  'BusinessProcessSpecifiedDocumentContextParameter|GuidelineSpecifiedDocumentContextParameter': 'ID',
  IncludedNote: 'Content SubjectCode?',
  'SellerTradeParty|BuyerTradeParty':
    'ID* GlobalID* Name? SpecifiedLegalOrganization? PostalTradeAddress? URIUniversalCommunication? SpecifiedTaxRegistration*',
  SellerTaxRepresentativeTradeParty: 'Name? PostalTradeAddress? SpecifiedTaxRegistration*',
  ShipToTradeParty: 'ID* GlobalID* Name? PostalTradeAddress?',
  PayeeTradeParty: 'ID* GlobalID* Name? SpecifiedLegalOrganization?',
  'BuyerTradeParty/SpecifiedLegalOrganization|PayeeTradeParty/SpecifiedLegalOrganization': 'ID?',
  'BuyerOrderReferencedDocument|ContractReferencedDocument|DespatchAdviceReferencedDocument':
    'IssuerAssignedID',
  InvoiceReferencedDocument: 'IssuerAssignedID FormattedIssueDateTime?',
  ActualDeliverySupplyChainEvent: 'OccurrenceDateTime',
  SpecifiedTradeSettlementPaymentMeans:
    'TypeCode PayerPartyDebtorFinancialAccount? PayeePartyCreditorFinancialAccount?',
  'CategoryTradeTax|SpecifiedLineTradeSettlement/ApplicableTradeTax':
    'TypeCode CategoryCode RateApplicablePercent?',
  ApplicableTradeTax:
    'CalculatedAmount? TypeCode ExemptionReason? BasisAmount? CategoryCode ExemptionReasonCode? DueDateTypeCode? RateApplicablePercent?',
  BillingSpecifiedPeriod: 'StartDateTime? EndDateTime?',
  SpecifiedTradeAllowanceCharge:
    'ChargeIndicator CalculationPercent? BasisAmount? ActualAmount ReasonCode? Reason? CategoryTradeTax',
  SpecifiedTradePaymentTerms: 'Description? DueDateDateTime? DirectDebitMandateID?',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'LineTotalAmount ChargeTotalAmount? AllowanceTotalAmount? TaxBasisTotalAmount TaxTotalAmount* GrandTotalAmount TotalPrepaidAmount? DuePayableAmount',
  ReceivableSpecifiedTradeAccountingAccount: 'ID',
  FormattedIssueDateTime: 'DateTimeString',
  ApplicableHeaderTradeAgreement:
    'BuyerReference? SellerTradeParty BuyerTradeParty SellerTaxRepresentativeTradeParty? BuyerOrderReferencedDocument? ContractReferencedDocument?',
  ApplicableHeaderTradeDelivery:
    'ShipToTradeParty? ActualDeliverySupplyChainEvent? DespatchAdviceReferencedDocument?',
  ApplicableHeaderTradeSettlement:
    'CreditorReferenceID? PaymentReference? TaxCurrencyCode? InvoiceCurrencyCode PayeeTradeParty? SpecifiedTradeSettlementPaymentMeans* ApplicableTradeTax+ BillingSpecifiedPeriod? SpecifiedTradeAllowanceCharge* SpecifiedTradePaymentTerms? SpecifiedTradeSettlementHeaderMonetarySummation InvoiceReferencedDocument* ReceivableSpecifiedTradeAccountingAccount?',
  SpecifiedLegalOrganization: 'ID? TradingBusinessName?',
  PostalTradeAddress:
    'PostcodeCode? LineOne? LineTwo? LineThree? CityName? CountryID CountrySubDivisionName?',
  URIUniversalCommunication: 'URIID',
  SpecifiedTaxRegistration: 'ID',
  PayerPartyDebtorFinancialAccount: 'IBANID',
  PayeePartyCreditorFinancialAccount: 'IBANID? ProprietaryID?',
}

export const EXTENDED: Record<string, string> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext:
    'TestIndicator? BusinessProcessSpecifiedDocumentContextParameter? GuidelineSpecifiedDocumentContextParameter',
  ExchangedDocument:
    'ID Name? TypeCode IssueDateTime CopyIndicator? LanguageID? IncludedNote* EffectiveSpecifiedPeriod?',
  SupplyChainTradeTransaction:
    'IncludedSupplyChainTradeLineItem+ ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',
  'FormattedReceivedDateTime|FormattedIssueDateTime': 'DateTimeString',
  'IncludedTradeTax|ApplicableTradeTax|AppliedTradeTax|CategoryTradeTax':
    'CalculatedAmount? TypeCode? ExemptionReason? BasisAmount? LineTotalBasisAmount? AllowanceChargeBasisAmount? CategoryCode? ExemptionReasonCode? TaxPointDate? DueDateTypeCode? RateApplicablePercent?',
  'InvoiceSpecifiedReferencedDocument|SellerOrderReferencedDocument|BuyerOrderReferencedDocument|QuotationReferencedDocument|ContractReferencedDocument|AdditionalReferencedDocument|UltimateCustomerOrderReferencedDocument|DespatchAdviceReferencedDocument|ReceivingAdviceReferencedDocument|DeliveryNoteReferencedDocument|InvoiceReferencedDocument':
    'IssuerAssignedID? URIID? LineID? TypeCode? Name? AttachmentBinaryObject? ReferenceTypeCode? FormattedIssueDateTime?',
  'SpecifiedLineTradeAgreement/AdditionalReferencedDocument':
    'IssuerAssignedID URIID? LineID? TypeCode? Name? AttachmentBinaryObject? ReferenceTypeCode? FormattedIssueDateTime?',
  IncludedNote: 'ContentCode? Content? SubjectCode?',
  'BusinessProcessSpecifiedDocumentContextParameter|GuidelineSpecifiedDocumentContextParameter': 'ID',
  'EffectiveSpecifiedPeriod|BillingSpecifiedPeriod':
    'Description? StartDateTime? EndDateTime? CompleteDateTime?',
  'SellerTradeParty|BuyerTradeParty|SalesAgentTradeParty|BuyerTaxRepresentativeTradeParty|SellerTaxRepresentativeTradeParty|ProductEndUserTradeParty|BuyerAgentTradeParty|ShipToTradeParty|UltimateShipToTradeParty|ShipFromTradeParty|InvoicerTradeParty|InvoiceeTradeParty|PayeeTradeParty|PayerTradeParty|ItemSellerTradeParty|ManufacturerTradeParty':
    'ID* GlobalID* Name? RoleCode? Description? SpecifiedLegalOrganization? DefinedTradeContact* PostalTradeAddress? URIUniversalCommunication? SpecifiedTaxRegistration*',
  ApplicableTradeDeliveryTerms: 'DeliveryTypeCode RelevantTradeLocation?',
  SpecifiedProcuringProject: 'ID Name',
  RelatedSupplyChainConsignment: 'SpecifiedLogisticsTransportMovement*',
  ActualDeliverySupplyChainEvent: 'OccurrenceDateTime',
  TaxApplicableTradeCurrencyExchange:
    'SourceCurrencyCode TargetCurrencyCode ConversionRate ConversionRateDateTime?',
  SpecifiedTradeSettlementPaymentMeans:
    'TypeCode Information? ApplicableTradeSettlementFinancialCard? PayerPartyDebtorFinancialAccount? PayeePartyCreditorFinancialAccount? PayerSpecifiedDebtorFinancialInstitution? PayeeSpecifiedCreditorFinancialInstitution?',
  'SpecifiedTradeAllowanceCharge|AppliedTradeAllowanceCharge':
    'ChargeIndicator SequenceNumeric? CalculationPercent? BasisAmount? BasisQuantity? ActualAmount ReasonCode? Reason? CategoryTradeTax?',
  SpecifiedLogisticsServiceCharge: 'Description AppliedAmount AppliedTradeTax+',
  SpecifiedTradePaymentTerms:
    'Description? DueDateDateTime? DirectDebitMandateID? PartialPaymentAmount? ApplicableTradePaymentPenaltyTerms? ApplicableTradePaymentDiscountTerms? PayeeTradeParty?',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'LineTotalAmount ChargeTotalAmount? AllowanceTotalAmount? TaxBasisTotalAmount TaxTotalAmount* RoundingAmount? GrandTotalAmount TotalPrepaidAmount? DuePayableAmount',
  SpecifiedFinancialAdjustment: 'Reason ActualAmount',
  ReceivableSpecifiedTradeAccountingAccount: 'ID TypeCode?',
  SpecifiedAdvancePayment:
    'PaidAmount FormattedReceivedDateTime? IncludedTradeTax+ InvoiceSpecifiedReferencedDocument?',
  PostalTradeAddress:
    'PostcodeCode? LineOne? LineTwo? LineThree? CityName? CountryID CountrySubDivisionName?',
  'GrossPriceProductTradePrice|NetPriceProductTradePrice':
    'ChargeAmount BasisQuantity? AppliedTradeAllowanceCharge* IncludedTradeTax?',
  SpecifiedTradeSettlementLineMonetarySummation:
    'LineTotalAmount? ChargeTotalAmount? AllowanceTotalAmount? TaxTotalAmount* GrandTotalAmount? TotalAllowanceChargeAmount?',
  SpecifiedLogisticsTransportMovement: 'ModeCode',
  AssociatedDocumentLineDocument: 'LineID ParentLineID? LineStatusCode? LineStatusReasonCode? IncludedNote*',
  SpecifiedTradeProduct:
    'ID? GlobalID? SellerAssignedID? BuyerAssignedID? IndustryAssignedID? ModelID? Name Description? BatchID* BrandName? ModelName? ApplicableProductCharacteristic* DesignatedProductClassification* IndividualTradeProductInstance* OriginTradeCountry? ManufacturerTradeParty? IncludedReferencedProduct*',
  SpecifiedLineTradeAgreement:
    'ApplicableTradeDeliveryTerms? SellerOrderReferencedDocument? BuyerOrderReferencedDocument? QuotationReferencedDocument? ContractReferencedDocument? AdditionalReferencedDocument* GrossPriceProductTradePrice? NetPriceProductTradePrice? ItemSellerTradeParty? UltimateCustomerOrderReferencedDocument*',
  SpecifiedLineTradeDelivery:
    'BilledQuantity? ChargeFreeQuantity? PackageQuantity? PerPackageUnitQuantity? ShipToTradeParty? UltimateShipToTradeParty? ActualDeliverySupplyChainEvent? DespatchAdviceReferencedDocument? ReceivingAdviceReferencedDocument? DeliveryNoteReferencedDocument?',
  SpecifiedLineTradeSettlement:
    'ApplicableTradeTax* BillingSpecifiedPeriod? SpecifiedTradeAllowanceCharge* SpecifiedTradeSettlementLineMonetarySummation? InvoiceReferencedDocument? AdditionalReferencedDocument* ReceivableSpecifiedTradeAccountingAccount*',
  IncludedSupplyChainTradeLineItem:
    'AssociatedDocumentLineDocument SpecifiedTradeProduct SpecifiedLineTradeAgreement? SpecifiedLineTradeDelivery? SpecifiedLineTradeSettlement',
  ApplicableHeaderTradeAgreement:
    'BuyerReference? SellerTradeParty BuyerTradeParty SalesAgentTradeParty? BuyerTaxRepresentativeTradeParty? SellerTaxRepresentativeTradeParty? ProductEndUserTradeParty? ApplicableTradeDeliveryTerms? SellerOrderReferencedDocument? BuyerOrderReferencedDocument? QuotationReferencedDocument? ContractReferencedDocument? AdditionalReferencedDocument* BuyerAgentTradeParty? SpecifiedProcuringProject? UltimateCustomerOrderReferencedDocument*',
  ApplicableHeaderTradeDelivery:
    'RelatedSupplyChainConsignment? ShipToTradeParty? UltimateShipToTradeParty? ShipFromTradeParty? ActualDeliverySupplyChainEvent? DespatchAdviceReferencedDocument? ReceivingAdviceReferencedDocument? DeliveryNoteReferencedDocument?',
  ApplicableHeaderTradeSettlement:
    'CreditorReferenceID? PaymentReference? TaxCurrencyCode? InvoiceCurrencyCode InvoiceIssuerReference? InvoicerTradeParty? InvoiceeTradeParty? PayeeTradeParty? PayerTradeParty? TaxApplicableTradeCurrencyExchange? SpecifiedTradeSettlementPaymentMeans* ApplicableTradeTax+ BillingSpecifiedPeriod? SpecifiedTradeAllowanceCharge* SpecifiedLogisticsServiceCharge* SpecifiedTradePaymentTerms* SpecifiedTradeSettlementHeaderMonetarySummation SpecifiedFinancialAdjustment* InvoiceReferencedDocument* ReceivableSpecifiedTradeAccountingAccount* SpecifiedAdvancePayment*',
  'TelephoneUniversalCommunication|FaxUniversalCommunication|EmailURIUniversalCommunication|URIUniversalCommunication':
    'URIID? CompleteNumber?',
  RelevantTradeLocation: 'CountryID? Name?',
  SpecifiedLegalOrganization: 'ID? TradingBusinessName? PostalTradeAddress?',
  DefinedTradeContact:
    'PersonName? DepartmentName? TypeCode? TelephoneUniversalCommunication? FaxUniversalCommunication? EmailURIUniversalCommunication?',
  SpecifiedTaxRegistration: 'ID',
  ApplicableTradePaymentPenaltyTerms:
    'BasisDateTime? BasisPeriodMeasure? BasisAmount? CalculationPercent? ActualPenaltyAmount?',
  ApplicableTradePaymentDiscountTerms:
    'BasisDateTime? BasisPeriodMeasure? BasisAmount? CalculationPercent? ActualDiscountAmount?',
  ApplicableProductCharacteristic: 'TypeCode? Description? ValueMeasure? Value?',
  DesignatedProductClassification: 'ClassCode? ClassName?',
  IndividualTradeProductInstance: 'BatchID? SupplierAssignedSerialID?',
  OriginTradeCountry: 'ID',
  IncludedReferencedProduct:
    'ID? GlobalID* SellerAssignedID? BuyerAssignedID? IndustryAssignedID? Name Description? UnitQuantity?',
  ApplicableTradeSettlementFinancialCard: 'ID CardholderName?',
  PayerPartyDebtorFinancialAccount: 'IBANID AccountName?',
  PayeePartyCreditorFinancialAccount: 'IBANID? AccountName? ProprietaryID?',
  PayerSpecifiedDebtorFinancialInstitution: 'BICID?',
  PayeeSpecifiedCreditorFinancialInstitution: 'BICID',
}

/** BASIC WL with lines, which have allowances without a tax of their own. */
export const BASIC: Record<string, string> = {
  ...BASIC_WL,
  'SpecifiedTradeAllowanceCharge|AppliedTradeAllowanceCharge':
    'ChargeIndicator CalculationPercent? BasisAmount? ActualAmount ReasonCode? Reason? CategoryTradeTax?',
  'SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge':
    'ChargeIndicator ActualAmount ReasonCode? Reason?',
  'GrossPriceProductTradePrice|NetPriceProductTradePrice':
    'ChargeAmount BasisQuantity? AppliedTradeAllowanceCharge?',
  SpecifiedTradeSettlementLineMonetarySummation: 'LineTotalAmount',
  AssociatedDocumentLineDocument: 'LineID IncludedNote?',
  SpecifiedTradeProduct: 'GlobalID? Name',
  SpecifiedLineTradeAgreement: 'GrossPriceProductTradePrice? NetPriceProductTradePrice',
  SpecifiedLineTradeDelivery: 'BilledQuantity',
  SpecifiedLineTradeSettlement:
    'ApplicableTradeTax BillingSpecifiedPeriod? SpecifiedTradeAllowanceCharge* SpecifiedTradeSettlementLineMonetarySummation',
  IncludedSupplyChainTradeLineItem:
    'AssociatedDocumentLineDocument SpecifiedTradeProduct SpecifiedLineTradeAgreement SpecifiedLineTradeDelivery SpecifiedLineTradeSettlement',
  SupplyChainTradeTransaction:
    'IncludedSupplyChainTradeLineItem+ ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',
}
