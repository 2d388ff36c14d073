/** A colour that can stand in a style attribute: hexadecimal, a name, or rgb()/hsl() of plain numbers. */
export function isColor(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,25}|(?:rgb|hsl)a?\([\d\s.,%/]{1,40}\))$/i.test(
      value.trim(),
    )
  )
}
