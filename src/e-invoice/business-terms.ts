/** Which business term of EN 16931 a field of the invoice holds, for messages: `/seller/vat_id` is BT-31. */

const ADDRESS = 'line1 line2 line3 city postcode region country'
const SELLER_ADDRESS = 'BT-35 BT-36 BT-162 BT-37 BT-38 BT-39 BT-40'
const BUYER_ADDRESS = 'BT-50 BT-51 BT-163 BT-52 BT-53 BT-54 BT-55'
const REPRESENTATIVE_ADDRESS = 'BT-64 BT-65 BT-164 BT-66 BT-67 BT-68 BT-69'
const DELIVERY_ADDRESS = 'BT-75 BT-76 BT-165 BT-77 BT-78 BT-79 BT-80'
const ADJUSTMENT = 'amount base_amount percent reason reason_code vat/category vat/rate'

/** Place, fields, and their terms in the same order; `*` is any position in a list. */
const TABLE: [place: string, fields: string, terms: string][] = [
  ['', 'number issue_date type_code currency tax_currency', 'BT-1 BT-2 BT-3 BT-5 BT-6'],
  ['', 'tax_point_date tax_point_code due_date buyer_reference', 'BT-7 BT-8 BT-9 BT-10'],
  ['', 'buyer_accounting_reference business_process notes seller', 'BT-19 BT-23 BG-1 BG-4'],
  ['', 'buyer payee tax_representative delivery period payment', 'BG-7 BG-10 BG-11 BG-13 BG-14 BG-16'],
  ['', 'allowances charges totals vat_breakdown lines', 'BG-20 BG-21 BG-22 BG-23 BG-25'],
  ['', 'prepaid_amount rounding_amount', 'BT-113 BT-114'],
  ['notes/*', 'text subject_code', 'BT-22 BT-21'],
  ['period', 'start end', 'BT-73 BT-74'],
  ['seller', 'name trading_name ids legal_registration vat_id', 'BT-27 BT-28 BT-29 BT-30 BT-31'],
  ['seller', 'tax_registration legal_information electronic_address', 'BT-32 BT-33 BT-34'],
  ['seller', 'address contact', 'BG-5 BG-6'],
  ['seller/address', ADDRESS, SELLER_ADDRESS],
  ['seller/contact', 'name phone email', 'BT-41 BT-42 BT-43'],
  ['buyer', 'name trading_name id legal_registration vat_id', 'BT-44 BT-45 BT-46 BT-47 BT-48'],
  ['buyer', 'electronic_address address contact', 'BT-49 BG-8 BG-9'],
  ['buyer/address', ADDRESS, BUYER_ADDRESS],
  ['buyer/contact', 'name phone email', 'BT-56 BT-57 BT-58'],
  ['payee', 'name id legal_registration', 'BT-59 BT-60 BT-61'],
  ['tax_representative', 'name vat_id address', 'BT-62 BT-63 BG-12'],
  ['tax_representative/address', ADDRESS, REPRESENTATIVE_ADDRESS],
  ['delivery', 'name location_id date address', 'BT-70 BT-71 BT-72 BG-15'],
  ['delivery/address', ADDRESS, DELIVERY_ADDRESS],
  ['references', 'project contract purchase_order sales_order', 'BT-11 BT-12 BT-13 BT-14'],
  ['references', 'receiving_advice despatch_advice tender_or_lot object', 'BT-15 BT-16 BT-17 BT-18'],
  ['references', 'preceding_invoices supporting_documents', 'BG-3 BG-24'],
  ['references/preceding_invoices/*', 'number issue_date', 'BT-25 BT-26'],
  ['references/supporting_documents/*', 'id description url file', 'BT-122 BT-123 BT-124 BT-125'],
  ['payment', 'terms means_code means_text reference iban', 'BT-20 BT-81 BT-82 BT-83 BT-84'],
  ['payment', 'account_id account_name bic accounts card', 'BT-84 BT-85 BT-86 BG-17 BG-18'],
  ['payment', 'direct_debit', 'BG-19'],
  ['payment/accounts/*', 'iban account_id account_name bic', 'BT-84 BT-84 BT-85 BT-86'],
  ['payment/card', 'number holder', 'BT-87 BT-88'],
  ['payment/direct_debit', 'mandate_id creditor_id debtor_iban', 'BT-89 BT-90 BT-91'],
  ['allowances/*', ADJUSTMENT, 'BT-92 BT-93 BT-94 BT-97 BT-98 BT-95 BT-96'],
  ['charges/*', ADJUSTMENT, 'BT-99 BT-100 BT-101 BT-104 BT-105 BT-102 BT-103'],
  ['totals', 'line_total allowance_total charge_total net vat', 'BT-106 BT-107 BT-108 BT-109 BT-110'],
  ['totals', 'vat_in_tax_currency gross due', 'BT-111 BT-112 BT-115'],
  ['vat_breakdown/*', 'taxable_amount tax_amount category rate', 'BT-116 BT-117 BT-118 BT-119'],
  ['vat_breakdown/*', 'exemption_reason exemption_reason_code', 'BT-120 BT-121'],
  ['lines/*', 'id note object_id quantity unit net_amount', 'BT-126 BT-127 BT-128 BT-129 BT-130 BT-131'],
  ['lines/*', 'order_line accounting_reference period vat', 'BT-132 BT-133 BG-26 BG-30'],
  ['lines/*', 'allowances charges net_price price_discount', 'BG-27 BG-28 BT-146 BT-147'],
  ['lines/*', 'gross_price base_quantity name description', 'BT-148 BT-149 BT-153 BT-154'],
  ['lines/*', 'seller_item_id buyer_item_id standard_item_id', 'BT-155 BT-156 BT-157'],
  ['lines/*', 'classifications origin_country attributes', 'BT-158 BT-159 BG-32'],
  ['lines/*', 'parent_id status', 'BT-X-304 BT-X-8'],
  ['lines/*/period', 'start end', 'BT-134 BT-135'],
  ['lines/*/vat', 'category rate exemption_reason exemption_reason_code', 'BT-151 BT-152 BT-120 BT-121'],
  [
    'lines/*/allowances/*',
    'amount base_amount percent reason reason_code',
    'BT-136 BT-137 BT-138 BT-139 BT-140',
  ],
  [
    'lines/*/charges/*',
    'amount base_amount percent reason reason_code',
    'BT-141 BT-142 BT-143 BT-144 BT-145',
  ],
  ['lines/*/attributes/*', 'name value', 'BT-160 BT-161'],
]

const terms = new Map(
  TABLE.flatMap(([place, fields, ids]) => {
    const all = ids.split(' ')
    return fields
      .split(' ')
      .map((field, i) => [`${place}/${field}`.replace(/^\//, ''), all[i] ?? ''] as const)
  }),
)

/** The term or group at a JSON Pointer into the invoice, or of what contains it; undefined for the whole. */
export function businessTermAt(pointer: string): string | undefined {
  const path = pointer
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? '*' : part))
  for (let length = path.length; length > 0; length--) {
    const term = terms.get(path.slice(0, length).join('/'))
    if (term) return term
  }
  return undefined
}

/** A message that names the term at its place, unless it names one already. */
export function namingTerm(message: string, pointer: string): string {
  if (/\bB[TG]-\d/.test(message)) return message
  const term = businessTermAt(pointer)
  return term ? `${term}: ${message}` : message
}
