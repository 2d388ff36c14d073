/** Texts that name a file where what it holds was meant. */

/** Whether a text is an address of the web and nothing else. */
export function isAddress(text: string): boolean {
  return text.length < 2000 && /^(?:https?:\/\/|www\.)\S*$/i.test(text)
}

/** Whether a text is the name or the path of a document or a style sheet and nothing else. */
export function isPath(text: string): boolean {
  return (
    text.length < 500 &&
    /^(?:[a-z]:[\\/]|file:|\.{0,2}\/)?[^\s<>{}]{1,400}\.(?:html?|css|less|scss)$/i.test(text)
  )
}
