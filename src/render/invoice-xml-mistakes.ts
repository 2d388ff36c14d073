/** `invoice_xml` that is no Cross Industry Invoice, told before anything is made: a dry run reads no more of it. */

/** Characters in which a root element stands. */
const MAX_LOOKED_AT = 4000
const MAX_SHOWN = 40

/** What a caller is told of XML that a PDF cannot carry as its invoice. */
export function findInvoiceXmlMistakes(xml: string | undefined): string[] {
  if (xml === undefined) return []
  const text = xml
    .slice(0, MAX_LOOKED_AT)
    .replace(/^\ufeff/, '')
    .trim()
  const what = text.startsWith('<') ? otherRoot(text) : noXml(text)
  return what === undefined ? [] : [`invoice_xml ${what}`]
}

function noXml(text: string): string {
  if (/^(?:https?:\/\/|www\.)\S*$/i.test(text))
    return 'is an address, which is not fetched: send the XML itself'
  if (/^@?[^\s<>{}]{1,400}\.(?:xml|pdf)$/i.test(text))
    return 'is the name of a file: send the XML that it holds'
  if (/^&lt;|^\\?u003c/i.test(text)) return 'is escaped (&lt;): send < and > as they are'
  if (/^%PDF-/.test(text))
    return 'is a PDF: send the XML that it carries, or the PDF itself to POST /v1/finish'
  if (/^\{/.test(text)) return 'is JSON: send it as "invoice"'
  if (/^(?:data:|PD94|PHJz|77u)/.test(text)) return 'looks like base64: send the XML as text'
  return 'is no XML: send a Cross Industry Invoice, or its data as "invoice"'
}

/** By the name of the root element, in any namespace. */
function otherRoot(text: string): string | undefined {
  const [, name] = /<(?:[\w.-]{1,40}:)?([A-Za-z][\w.-]{0,60})[\s/>]/.exec(text) ?? []
  if (name === undefined || name === 'CrossIndustryInvoice') return undefined
  if (name === 'Invoice' || name === 'CreditNote')
    return `is UBL (${name}), and a PDF carries a Cross Industry Invoice: send its data as "invoice", from which that is made`
  if (name === 'FatturaElettronica')
    return 'is a FatturaPA: a PDF carries a Cross Industry Invoice; send its data as "invoice"'
  if (name === 'CrossIndustryDocument')
    return 'is ZUGFeRD 1: send a Cross Industry Invoice of ZUGFeRD 2, or its data as "invoice"'
  return `has the root ${name.slice(0, MAX_SHOWN)}, and is no Cross Industry Invoice`
}
