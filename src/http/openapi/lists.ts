/** The operation that reads a list, page by page. */
import type { z } from 'zod'
import { jsonAnswer, keyed, type Operation, problems, queryOf } from './operation'

const nextCursor = { type: ['string', 'null'], description: '`cursor` of the next page; null on the last.' }

/** `query` holds what the list is filtered by, and its page; the answer has `items` under the operation's name. */
export function readsList(
  operationId: string,
  { summary, query, items }: { summary: string; query: z.ZodType; items: object },
): Operation {
  return {
    operationId,
    summary,
    parameters: queryOf(query),
    responses: {
      '200': jsonAnswer('One page.', {
        type: 'object',
        required: [operationId, 'next_cursor'],
        properties: { [operationId]: { type: 'array', items }, next_cursor: nextCursor },
      }),
      ...problems(...keyed, 'invalid_request'),
    },
  }
}
