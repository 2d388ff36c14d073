/** What operations on lists and their entries have in common. */

const nextCursor = { type: ['string', 'null'], description: '`cursor` of the next page; null on the last.' }

/** A parameter that is part of the path. */
export const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })

/** A page of a list. */
export const list = (name: string, items: object) => ({
  type: 'object',
  required: [name, 'next_cursor'],
  properties: { [name]: { type: 'array', items }, next_cursor: nextCursor },
})
