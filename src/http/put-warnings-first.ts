/** `X-Warnings` of an answer that is made. */
import { headerText } from '../text/header-text'

/** Puts warnings in front of those that an answer has. */
export function putWarningsFirst(response: Response, warnings: readonly string[]): void {
  const told = response.headers.get('x-warnings')
  response.headers.set('X-Warnings', headerText([...warnings, told].filter(Boolean).join('; ')))
}
