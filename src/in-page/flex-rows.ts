/** Flex containers whose items stand side by side. */

export function isFlexRow({ display, flexDirection }: CSSStyleDeclaration): boolean {
  return /flex/.test(display) && !/column/.test(flexDirection)
}

/** Whether it fills the line, too: an inline one is only as wide as its content. */
export function isFlexRowOfLine(style: CSSStyleDeclaration): boolean {
  return style.display === 'flex' && isFlexRow(style)
}
