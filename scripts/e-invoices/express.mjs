/** What of an invoice is left after it became JSON and XML again: every text and attribute must come back. */

/**
 * @param {Awaited<ReturnType<typeof import('./service.mjs').eInvoiceService>>} service
 * @param {string} xml of a profile that can be written
 * @param {string} profile
 * @returns {{ refused: string | undefined, lost: string[] }}
 */
export function express({ parseXml, readInvoice, invoiceSchema, writeInvoice }, xml, profile) {
  const root = parseXml(xml)
  const parsed = invoiceSchema.safeParse(JSON.parse(JSON.stringify(readInvoice(root))))
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]
    return { refused: `${path.join('.')}: ${message}`, lost: [] }
  }
  const written = writeInvoice(parsed.data, profile)
  if (written.xml === undefined) {
    const [{ rule, pointer, message }] = written.findings
    return { refused: `${rule} ${pointer} ${message}`, lost: [] }
  }
  const back = new Map()
  for (const each of terms(parseXml(written.xml))) back.set(each, (back.get(each) ?? 0) + 1)
  const lost = [...terms(root)].filter((each) => {
    const left = back.get(each) ?? 0
    if (left > 0) back.set(each, left - 1)
    return left === 0
  })
  return { refused: undefined, lost }
}

/** What may be written in another form: blanks, zeros after a point, blanks in VAT identifiers and account numbers. */
function* terms(element, place = '') {
  const at = `${place}/${element.name}`
  const text = element.text.trim().replace(/\s+/g, ' ')
  if (element.children.length === 0 && text) yield `${at}=${normal(text, element.name)}`
  for (const [name, value] of element.attributes) if (value.trim()) yield `${at}@${name}=${value}`
  for (const child of element.children) yield* terms(child, at)
}

function normal(text, name) {
  if (/^[+-]?\d*\.?\d+$/.test(text) && /(Amount|Percent|Quantity|Measure|Rate)$/.test(name))
    return String(Number(text))
  return /^(IBANID|BICID|ID)$/.test(name) ? text.replaceAll(' ', '') : text
}
