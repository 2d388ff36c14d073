/** Whether a word is the name of a value, as templates have them, and no word of a text. */

/** What people call the values of letters and invoices, in languages that our templates speak. */
const NAMES = new Set(
  (
    'name names firstname lastname surname forename fullname username customer client company buyer seller user email mail ' +
    'phone telephone address street city town zip zipcode postcode state country date day month year today due duedate ' +
    'amount total subtotal sum price quantity qty number invoice order id ref reference title subject greeting salutation ' +
    'url link website currency tax vat iban bic account balance product item items description message signature sender ' +
    'recipient contact person department position salary rate discount deadline ' +
    'vorname nachname anrede kunde firma strasse ort plz datum betrag summe preis menge nummer rechnung betreff ' +
    'nom prenom adresse ville montant prix quantite facture numero nombre apellido cliente direccion ciudad fecha importe ' +
    'precio cantidad factura nome cognome indirizzo prezzo importo fattura naam klant adres bedrag imie nazwisko kwota valor'
  ).split(' '),
)

/** Words joined as programs join them: `invoice_no`, `customer.name`; and `dueDate`. */
const JOINED = /^[a-z]{2,40}(?:[._][a-z0-9]{2,40}){1,4}$/i
const HUMPED = /^[a-z]{2,40}[A-Z][A-Za-z0-9]{1,40}$/

/** `name`, `First name`, `customer.name`, `dueDate`, `TOTAL`. */
export function isValueName(word: string): boolean {
  if (JOINED.test(word) || HUMPED.test(word)) return true
  return word
    .toLowerCase()
    .split(' ')
    .every((part) => NAMES.has(part) || part === 'first' || part === 'last')
}
