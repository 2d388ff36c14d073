/** The headings of a Swiss QR-bill: the guidelines fix their words, in four languages only (annex D). */
export type SwissBillHeadings = {
  receipt: string
  payment_part: string
  account: string
  reference: string
  message: string
  currency: string
  amount: string
  acceptance_point: string
  separate: string
  payable_by: string
  payable_by_blank: string
}

export const HEADINGS: Readonly<Record<string, SwissBillHeadings>> & { en: SwissBillHeadings } = {
  de: {
    receipt: 'Empfangsschein',
    payment_part: 'Zahlteil',
    account: 'Konto / Zahlbar an',
    reference: 'Referenz',
    message: 'Zusätzliche Informationen',
    currency: 'Währung',
    amount: 'Betrag',
    acceptance_point: 'Annahmestelle',
    separate: 'Vor der Einzahlung abzutrennen',
    payable_by: 'Zahlbar durch',
    payable_by_blank: 'Zahlbar durch (Name/Adresse)',
  },
  fr: {
    receipt: 'Récépissé',
    payment_part: 'Section paiement',
    account: 'Compte / Payable à',
    reference: 'Référence',
    message: 'Informations supplémentaires',
    currency: 'Monnaie',
    amount: 'Montant',
    acceptance_point: 'Point de dépôt',
    separate: 'A détacher avant le versement',
    payable_by: 'Payable par',
    payable_by_blank: 'Payable par (nom/adresse)',
  },
  it: {
    receipt: 'Ricevuta',
    payment_part: 'Sezione pagamento',
    account: 'Conto / Pagabile a',
    reference: 'Riferimento',
    message: 'Informazioni supplementari',
    currency: 'Valuta',
    amount: 'Importo',
    acceptance_point: 'Punto di accettazione',
    separate: 'Da staccare prima del versamento',
    payable_by: 'Pagabile da',
    payable_by_blank: 'Pagabile da (nome/indirizzo)',
  },
  en: {
    receipt: 'Receipt',
    payment_part: 'Payment part',
    account: 'Account / Payable to',
    reference: 'Reference',
    message: 'Additional information',
    currency: 'Currency',
    amount: 'Amount',
    acceptance_point: 'Acceptance point',
    separate: 'Separate before paying in',
    payable_by: 'Payable by',
    payable_by_blank: 'Payable by (name/address)',
  },
}
