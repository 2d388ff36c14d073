/**
 * A route: its description and its handler, written together. The OpenAPI document is made of the routes that the
 * router has, so it cannot name another path or method. Bodies and queries are read with the schemas that describe
 * them, and the compiler checks each JSON response against its schema. Nothing is read before the handler asks for it:
 * a handler authenticates first.
 */
import type { Handler } from 'hono'
import { z } from 'zod'
import type { ErrorCode } from '../errors'
import { readJson } from './body'
import type { AppContext, AppEnv } from './context'
import { parseShape } from './validation'

/** A response, with the schema of each media type that it may have; without any, it has no body. */
export type ResponseDescription = {
  description: string
  headers?: readonly string[]
  content?: Readonly<Record<string, z.ZodType>>
}

export type Description<Body extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> = {
  operationId: string
  summary: string
  description?: string
  /** Who may call it; whoever has a key if absent. */
  access?: 'key' | 'operator' | 'public'
  /** Schemas of parameters in the path; a parameter that is not here takes any text. */
  path?: Readonly<Record<string, z.ZodType>>
  query?: Query
  /** What a repeat with the same `Idempotency-Key` gets; without it the header is ignored. */
  idempotencyKey?: { description: string; errors: readonly ErrorCode[] }
  body?: Body
  example?: unknown
  /** Where the schema alone allows `{}`, and thus no body, but the route does not. */
  isBodyRequired?: true
  /** The same body as `multipart/form-data`. */
  form?: z.ZodType
  /** Largest body, in bytes; 10 MB if absent. */
  maxBodyBytes?: number
  responses: Readonly<Record<number, ResponseDescription>>
  /** Problems beside those that follow from the key, the query, the body and the `Idempotency-Key`. */
  errors?: readonly ErrorCode[]
}

/** Reads what was sent, with the schemas of the description. */
export type Input<Body extends z.ZodType, Query extends z.ZodType> = {
  /** Throws as `readJson`, and `invalid_request`. */
  body: () => Promise<z.output<Body>>
  /** Throws `invalid_request`. */
  query: () => z.output<Query>
  /** A parameter of the path. */
  path: (name: string) => string
}

/** The one successful response of a JSON route. */
export type JsonResponse<Schema extends z.ZodType> = {
  status: 200 | 201 | 202
  description: string
  schema: Schema
  headers?: readonly string[]
}

const descriptions = new WeakMap<object, Description>()

/** What a handler was described as; `undefined` for middleware and for what is not part of the API. */
export function descriptionOf(handler: object): Description | undefined {
  return descriptions.get(handler)
}

/** A route that makes its response itself. */
export function route<Body extends z.ZodType = z.ZodNever, Query extends z.ZodType = z.ZodNever>(
  description: Description<Body, Query>,
  handle: (c: AppContext, input: Input<Body, Query>) => Response | Promise<Response>,
): Handler<AppEnv> {
  const handler: Handler<AppEnv> = (c) => handle(c, inputOf(c, description))
  descriptions.set(handler, description)
  return handler
}

/** A route that returns the body of its JSON response. */
export function jsonRoute<
  Result extends z.ZodType,
  Body extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
>(
  { response, ...rest }: Omit<Description<Body, Query>, 'responses'> & { response: JsonResponse<Result> },
  handle: (
    c: AppContext,
    input: Input<Body, Query>,
  ) => NoInfer<z.input<Result>> | Promise<NoInfer<z.input<Result>>>,
): Handler<AppEnv> {
  const { status, description, schema, headers } = response
  return route({ ...rest, responses: { [status]: json(description, schema, headers) } }, async (c, input) =>
    c.json((await handle(c, input)) as object, status),
  )
}

/** A response with a JSON body. */
export function json(description: string, schema: z.ZodType, headers: readonly string[] = []) {
  return { description, headers, content: { 'application/json': schema } }
}

/** The bytes of a file, as a schema. */
export function fileOf(type: string) {
  return z.string().meta({ contentMediaType: type, format: 'binary' })
}

function inputOf<Body extends z.ZodType, Query extends z.ZodType>(
  c: AppContext,
  { body, query, maxBodyBytes }: Description<Body, Query>,
): Input<Body, Query> {
  return {
    body: async () => parseShape(described(body, 'body'), await readJson(c, maxBodyBytes)),
    query: () => parseShape(described(query, 'query'), c.req.query()),
    path: (name) => c.req.param(name) ?? '',
  }
}

function described<Schema>(schema: Schema | undefined, part: string): Schema {
  if (schema === undefined) throw new Error(`the route has no description of its ${part}`)
  return schema
}
