/** The digit that ends a number of an article, by those before it (GS1 General Specifications, 7.9). */
export function gtinCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}
