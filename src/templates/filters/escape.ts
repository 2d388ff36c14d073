/** The five characters that mean something in HTML text and in quoted attributes. */
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * A value as a JavaScript literal for a script element: nothing in it can end the element, or be taken for markup.
 * Not for attributes.
 */
export function scriptLiteral(value: unknown) {
  const json = JSON.stringify(value ?? null)
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Text as HTML: nothing in it can start a tag, end an attribute or begin an entity. */
export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
