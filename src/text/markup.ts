/** Text inside HTML, XML and scripts. */

/** What stands for a character where it would be markup, or where an XML reader would change it. */
const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function reference(character: string): string {
  return references[character] ?? character
}

/** Text as HTML: nothing in it can start a tag, end an attribute or begin a reference. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, reference)
}

/** Text between XML tags. A reader would turn a carriage return into a line feed. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>\r]/g, reference)
}

/** Text in a double-quoted XML attribute. A reader would turn tabs and line ends into blanks. */
export function escapeXmlAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, reference)
}

/** The entities that XML predefines (XML 1.0, 4.6). */
export const XML_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Text of an XML file that others may have written, without its references; what is none stays as it is. */
export function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name) => {
    if (name) return XML_ENTITIES.get(name) ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

/**
 * A value as a JavaScript literal for a script element: nothing in it can end the element, or be taken for markup.
 * Not for attributes.
 */
export function scriptLiteral(value: unknown): string {
  const json = JSON.stringify(value ?? null)
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Whether `texts` have more than `most` opening tags together; what looks like one in a script or comment counts too. */
export function hasMoreTags(texts: string[], most: number): boolean {
  let tags = 0
  for (const html of texts) {
    for (let at = html.indexOf('<'); at >= 0 && tags <= most; at = html.indexOf('<', at + 1)) {
      const letter = html.charCodeAt(at + 1) | 0x20
      if (letter >= 0x61 && letter <= 0x7a) tags++
    }
  }
  return tags > most
}
