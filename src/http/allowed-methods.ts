/** Which methods a path takes, read from the routes themselves. */
import type { Hono } from 'hono'
import type { AppEnv } from './context'

/** The methods of every route whose pattern fits `path`; none if there is no such path. */
export function allowedMethods(app: Hono<AppEnv>, path: string): string[] {
  const methods = app.routes
    .filter(({ method, path: pattern }) => method !== 'ALL' && fits(pattern, path))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set(methods)]
}

/** Whether a path has the form of a route's pattern; a parameter is never empty. */
export function fits(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const actual = path.split('/')
  return (
    expected.length === actual.length &&
    expected.every((part, index) => (part.startsWith(':') ? actual[index] !== '' : part === actual[index]))
  )
}
