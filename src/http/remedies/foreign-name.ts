/** What a name of another service means here, as the tables of such names write it. */

/** `to`: our field. `say`: what to send, if the name alone does not tell it. `otherwise`: if there is no such field. */
export type Foreign = { to: string; say?: string; otherwise?: string } | { to?: undefined; say: string }

export const to = (field: string, say?: string): Foreign =>
  say === undefined ? { to: field } : { to: field, say }

/** The same meaning under several names. */
export const all = (names: string, meant: Foreign): Readonly<Record<string, Foreign>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, meant]))
