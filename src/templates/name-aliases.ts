/**
 * What other programs call the variables of our templates. Names are compared without case, hyphens and underscores:
 * `lineItems`, `line_items` and `line-items` are one.
 */
const ALIASES: Readonly<Record<string, string>> = {
  lines:
    'item items lineitem lineitems position positions row rows product products article articles services positionen zeilen artikel lignes articles lineas conceptos righe voci regels pozycje linhas',
  entries: 'items lines rows transactions movements bookings',
  quantity:
    'qty count units hours pieces menge anzahl quantite quantité cantidad quantita aantal ilosc ilość quantidade',
  net_price:
    'price unitprice rate unitcost cost unitamount priceperunit preis amount einzelpreis prix prixunitaire precio preciounitario prezzo prezzounitario prijs cena preco tarif',
  net_amount: 'total linetotal subtotal amount sum',
  name: 'title label description item product article service fullname company companyname bezeichnung artikel designation désignation nom nombre nome naam nazwa descripcion descrizione omschrijving',
  description: 'details detail text info beschreibung',
  number:
    'no nr id num invoicenumber invoiceno invoiceid ordernumber quotenumber receiptnumber documentnumber reference rechnungsnummer rechnungsnr numero numéro numer nummer factuurnummer numerofacture',
  issue_date:
    'date invoicedate issued issuedate created createdat orderdate quotedate datum rechnungsdatum datefacture fecha fechaemision data dataemissione factuurdatum dataemissao datawystawienia',
  date: 'issuedate issuedon issued dated day completed completedon completiondate awarded awardedon datum',
  achievement: 'course coursename award degree qualification achieved',
  due_date:
    'due dueon payby duedate deadline paymentdue paymentduedate faelligkeitsdatum fällig faellig fälligkeit echeance échéance vencimiento scadenza vervaldatum termin',
  valid_until: 'expires expirydate validto validuntil',
  buyer:
    'billingaddress customer client to billto billedto recipient bill purchaser kunde käufer kaeufer empfänger acheteur cliente comprador destinatario klant koper nabywca klient',
  seller:
    'from sender supplier company vendor merchant issuer business verkäufer verkaeufer absender lieferant vendeur fournisseur vendedor emisor fornitore venditore verkoper leverancier sprzedawca',
  recipient: 'to customer client buyer receiver name addressee',
  sender: 'from seller company',
  notes: 'note comment comments remark remarks message memo terms footer',
  charge: 'debit amount',
  payment: 'credit bank bankdetails paymentdetails bankaccount paymentinfo',
  vat: 'tax taxrate vatrate taxpercent vatpercent taxes salestax salestaxrate mwst ust mehrwertsteuer steuersatz tva iva btw podatek imposto',
  vat_id: 'vatnumber taxid taxnumber vatno vat',
  postcode: 'zip zipcode postalcode plz codepostal codigopostal cap kodpocztowy',
  line1: 'street address1 addressline1 streetaddress line strasse straße rue calle via straat ulica',
  line2: 'address2 addressline2',
  country: 'countrycode land pays pais paese kraj',
  city: 'town ort stadt ville ciudad citta città stad plaats miasto cidade',
  region: 'state province',
  currency: 'currencycode waehrung währung devise moneda valuta waluta moeda',
  locale: 'language lang',
  logo: 'logourl image icon',
  accent: 'color colour primarycolor accentcolor themecolor',
  allowances:
    'discount discounts rebate rebates discountpercent discountpercentage discountamount discountrate',
  prepaid_amount: 'amountpaid deposit prepaid paid',
  payment_method: 'paidby paymenttype paymentmethodname amountpaid',
  status: 'ispaid',
  iban: 'accountnumber bankaccount',
  phone: 'tel telephone mobile phonenumber',
  email: 'mail emailaddress',
  body: 'text content message html',
  text: 'body content message html',
  salutation: 'greeting',
  tracking: 'barcode trackingnumber trackingno trackingcode shipmentid',
  code: 'qr qrcode barcode ticketcode',
  attendees: 'guests participants people persons',
  signatories: 'signatures signers signedby',
  packages: 'parcels boxes',
  start: 'from begin begins startdate since',
  end: 'to until ends enddate',
  delivery: 'shippingaddress deliverydate deliveredon shippingdate',
  category: 'vatcategory taxcategory vattype taxtype',
  groups: 'items categories sections products',
  rate: 'percent percentage',
  unit: 'uom unitofmeasure unitcode unitname',
  seller_item_id: 'sku articleno articlenumber itemnumber partnumber productid',
  charges: 'shipping shippingcost freight delivery surcharge fees fee',
  terms: 'paymentterms net dueindays',
  payment_url: 'payurl paymentlink paylink checkouturl checkoutlink hostedinvoiceurl link',
  purchase_order: 'ponumber po purchaseordernumber orderreference',
  totals: 'total subtotal grandtotal amountdue totalprice',
}

const ALIASED = new Map<string, string[]>()
for (const [name, aliases] of Object.entries(ALIASES)) {
  for (const alias of aliases.split(' ')) ALIASED.set(alias, [...(ALIASED.get(alias) ?? []), name])
}

/** The names of ours that another name may stand for; none for most. */
export function aliasedNames(word: string): readonly string[] {
  return ALIASED.get(plainName(word)) ?? []
}

/** A name without what programs write differently. */
export function plainName(word: string): string {
  return word.replace(/[-_ ]/g, '').toLowerCase()
}
