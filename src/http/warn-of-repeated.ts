/** Fields that a body has twice, of which the last is read. Told always: whoever wrote it meant the other one, too. */
import { acceptWarnings } from '../jobs/warnings'
import { headerText } from '../text/header-text'
import type { DocumentRequest } from './check-document'
import type { AppContext } from './context'
import { putWarningsFirst } from './put-warnings-first'

/** What a caller is told of the body that was read last. */
function repeatedFields(c: AppContext): string[] {
  const fields = c.get('repeatedFields') ?? []
  return fields.map((field) => `${field} stands twice in its object, and the last one is read: leave one out`)
}

/** The request with what is told of its body. Throws `strict_warning`. */
export function withRepeatedFields(c: AppContext, request: DocumentRequest): DocumentRequest {
  const found = acceptWarnings(repeatedFields(c), request.options.strict)
  return found.length === 0 ? request : { ...request, warnings: [...request.warnings, ...found] }
}

/** Tells of them in `X-Warnings`, unless the answer does so already. */
export function warnOfRepeated(c: AppContext, response: Response): void {
  const told = response.headers.get('x-warnings') ?? ''
  const found = repeatedFields(c).filter((warning) => !told.includes(headerText(warning)))
  if (found.length === 0 || !response.ok) return
  putWarningsFirst(response, found)
}
