/** A code list, written as the codes with blanks between them. */
export const codes = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))
