/** Unicode's normal forms in linear time: to order a run of marks takes the square of its length. */

/** So many marks on one character are kept; no script has more than a few (UAX #15, 13). */
const RUN = /(\p{M}{30})\p{M}+/gu

/** The text in a normal form; marks of a character beyond the thirtieth are left out. */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(RUN, '$1').normalize(form)
}
