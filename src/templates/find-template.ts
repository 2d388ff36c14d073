/** Templates by their id, wherever they are kept. */
import { Problem } from '../errors'
import { nearestName } from '../text/nearest-name'
import { builtinTemplates, findBuiltin } from './builtin'
import { customIds, findCustom, parseTemplateId, type TemplateName, type Version } from './custom'
import type { TemplateSource } from './manifest'

/** The template of an id, shipped or the account's own. Throws `not_found`, for a malformed id too. */
export async function requireTemplate(
  db: D1Database,
  accountId: string,
  id: string,
): Promise<TemplateSource> {
  const builtin = findBuiltin(id)
  if (builtin) return builtin
  const name = parseTemplateId(id)
  const own = name && (await findCustom(db, accountId, name))
  if (own) return own
  if (name?.version !== undefined) {
    const { version, ...latest } = name
    if (await findCustom(db, accountId, latest)) throw noVersion(version, latest)
  }
  throw noTemplate(otherVersion(id) ?? (await likelyId(db, accountId, id)))
}

/** An id with its version as other services write it: `my/note:2`, `my/note/2`, `my/note@latest`, `my/note@v2`. */
function otherVersion(id: string): string | undefined {
  const [, plain = '', version = ''] =
    /^([a-z0-9-]{1,40}\/[a-z0-9-]{1,40})[@:/#]v?(\d{1,6}|latest|current)$/i.exec(id) ?? []
  if (plain === '' || findBuiltin(plain)) return undefined
  const number = /^\d+$/.test(version) ? `${plain}@${version}` : plain
  return number === id ? undefined : number
}

/** The id that was meant, if one is near. */
async function likelyId(db: D1Database, accountId: string, id: string): Promise<string | undefined> {
  const [first = ''] = id.split('@')
  const plain = first.replace(/^\/?(?:v1\/)?templates?\//, '')
  const known = [...builtinTemplates().map((template) => template.id), ...(await customIds(db, accountId))]
  // Many know the name alone, which several may have.
  const named = known.filter((one) => one.split('/').includes(plain)).slice(0, 3)
  if (named.length > 0) return named.join('" or "')
  const words = wordsOf(plain)
  return known.find((one) => wordsOf(one) === words) ?? nearestName(plain, known)
}

/** Characters of an id that are looked at: 40 a part, and what others put around it. */
const MAX_ID = 120

/** The words of an id, whatever stands between and around them: `templates/invoice-classic.html` has those of `invoice/classic`. */
function wordsOf(id: string): string {
  const plain = id
    .slice(0, MAX_ID)
    .toLowerCase()
    .replace(/^\/?(?:v1\/)?templates?\//, '')
    .replace(/\.(?:html?|liquid|pdf|json|hbs|docx)$/, '')
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '' && word !== 'template')
  return words.sort().join(' ')
}

/** The template is there, but not in that version. */
export function noVersion(version: Version, { category, name }: TemplateName): Problem {
  const [what, where] =
    version === 'draft'
      ? ['draft', 'draft takes one by PUT']
      : ['version', 'versions lists those that are kept']
  return new Problem('not_found', {
    detail: `There is no such ${what}: /v1/templates/${category}/${name}/${where}.`,
  })
}

export function noTemplate(meant?: string): Problem {
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
  return new Problem('not_found', {
    detail: `There is no such template${hint || '.'} GET /v1/templates lists all.`,
  })
}
