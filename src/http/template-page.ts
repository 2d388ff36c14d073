/** Pages of the list of templates: the built-in ones, then the caller's own by their ids. */
import { z } from 'zod'
import { builtinTemplates } from '../templates/builtin'
import { listCustom, parseTemplateId } from '../templates/custom'
import { type pageItem, showBuiltin, showCustom } from './template-view'

const MAX_PAGE = 500

/** Parameters of the list. */
export const templatesQuery = z
  .strictObject({
    limit: z.coerce
      .number({ error: 'must be a number' })
      .int()
      .min(1)
      .max(MAX_PAGE)
      .optional()
      .describe(
        'Templates per response, with `version`, `updated_at` and `preview`. Without it all are listed, without these.',
      ),
    cursor: z
      .string()
      .transform((text, context) => {
        const id = Buffer.from(text, 'base64url').toString()
        if (parseTemplateId(id)) return id
        context.addIssue({ code: 'custom', message: 'must be from the `Link` of an earlier response' })
        return z.NEVER
      })
      .optional()
      .describe('Where the page before ended; the `Link` header has the address of the next one.'),
  })
  .refine(({ limit, cursor }) => cursor === undefined || limit !== undefined, {
    path: ['limit'],
    message: 'is required with cursor',
  })

/**
 * One page, and the cursor of the next one if there is one. `after` is the id that the page before ended with, `origin` the
 * one of our addresses.
 */
export async function templatePage(
  db: D1Database,
  accountId: string,
  { after, limit, origin }: { after: string | undefined; limit: number; origin: string },
): Promise<{ items: z.input<typeof pageItem>[]; cursor: string | undefined }> {
  const builtin = builtinTemplates()
  const place = builtin.findIndex(({ id }) => id === after)
  const ours = after !== undefined && place < 0 ? [] : builtin.slice(place + 1)
  const own = await listCustom(db, accountId, {
    after: place < 0 && after !== undefined ? parseTemplateId(after) : undefined,
    limit: limit + 1,
  })
  const all = [...ours.map((template) => showBuiltin(template, origin)), ...own.map(showCustom)]
  const items = all.slice(0, limit)
  const last = all.length > limit ? items.at(-1)?.id : undefined
  return { items, cursor: last && Buffer.from(last).toString('base64url') }
}
