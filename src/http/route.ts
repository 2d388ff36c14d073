/**
 * A route: its description and its handler, written together. The OpenAPI document is made of the routes that the
 * router has, so it cannot name another path or method. Bodies and queries are read with the schemas that describe
 * them, and the compiler checks each JSON response against its schema. Nothing is read before the handler asks for it:
 * a handler authenticates first.
 */
import type { Handler } from 'hono'
import { z } from 'zod'
import type { ErrorCode } from '../errors'
import { warnOfAccept } from './accept'
import { readJson } from './body'
import type { AppContext, AppEnv } from './context'
import { readQuery, warnOfUnread } from './query'
import { parseShape } from './validation'
import { warnOfRepeated } from './warn-of-repeated'

/** A JSON body with an example. */
type Shape = { schema: z.ZodType; example: unknown }

/** A body of one media type, with an example, or one of each of its forms by name; a file has none. */
export type Media = {
  schema: z.ZodType
  example?: unknown
  examples?: Readonly<Record<string, unknown>>
}

/** A response, with each media type that it may have; without any, it has no body. */
export type ResponseDescription = {
  description: string
  headers?: readonly string[]
  content?: Readonly<Record<string, Media>>
}

export type Description<Body extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> = {
  operationId: string
  summary: string
  description: string
  /** Who may call it; whoever has a key if absent. */
  access?: 'key' | 'operator' | 'public'
  /** Schemas of parameters in the path; a parameter that is not here takes any text. */
  path?: Readonly<Record<string, z.ZodType>>
  query?: Query
  /** What a repeat with the same `Idempotency-Key` gets; without it the header is ignored. */
  idempotencyKey?: { description: string; errors: readonly ErrorCode[] }
  body?: Body
  /** In place of `body`: a file is the body itself. */
  file?: true
  example?: unknown
  /** Where the schema alone allows `{}`, and thus no body, but the route does not. */
  isBodyRequired?: true
  /** The same body as `multipart/form-data`. */
  form?: Media
  /** Largest body, in bytes; 10 MB if absent. */
  maxBodyBytes?: number
  responses: Readonly<Record<number, ResponseDescription>>
  /** Problems beside those that follow from the key, the query, the body and the `Idempotency-Key`. */
  errors?: readonly ErrorCode[]
}

/** Reads what was sent, with the schemas of the description. */
export type Input<Body extends z.ZodType, Query extends z.ZodType> = {
  /** The same each time: what was sent is read once. Throws as `readJson`, and `invalid_request`. */
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
  example: NoInfer<z.input<Schema>>
  headers?: readonly string[]
}

const descriptions = new WeakMap<object, Description>()

/** What a handler was described as; `undefined` for middleware and for what is not part of the API. */
export function descriptionOf(handler: object): Description | undefined {
  return descriptions.get(handler)
}

/** Whether an answer tells in `X-Warnings` of the parameters that were sent: its address has none. */
export function tellsUnread({ query, access }: Description): boolean {
  return query === undefined && access !== 'public'
}

/** A route that makes its response itself. */
export function route<Body extends z.ZodType = z.ZodNever, Query extends z.ZodType = z.ZodNever>(
  description: Description<Body, Query>,
  handle: (c: AppContext, input: Input<Body, Query>) => Response | Promise<Response>,
): Handler<AppEnv> {
  const handler: Handler<AppEnv> = async (c) => {
    const response = await handle(c, inputOf(c, description))
    if (tellsUnread(description)) warnOfUnread(c, response)
    warnOfRepeated(c, response)
    warnOfAccept(c, response)
    return response
  }
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
  const { status, description, schema, example, headers } = response
  const responses = { [status]: json(description, { schema, example }, headers) }
  return route({ ...rest, responses }, async (c, input) => c.json((await handle(c, input)) as object, status))
}

/** A response with a JSON body. */
export function json<Schema extends z.ZodType>(
  description: string,
  body: { schema: Schema; example: NoInfer<z.input<Schema>> },
  headers: readonly string[] = [],
) {
  return { description, headers, content: { 'application/json': body } }
}

/** The bytes of a file, as a schema. */
export function fileOf(type: string) {
  return z.string().meta({ contentMediaType: type, format: 'binary' })
}

/** A JSON body of one of the given shapes, by their names. */
export function jsonOf(shapes: Readonly<Record<string, Shape>>): Media {
  const examples = Object.entries(shapes).map(([name, { example }]) => [name, example])
  return {
    schema: z.union(Object.values(shapes).map(({ schema }) => schema)),
    examples: Object.fromEntries(examples),
  }
}

/**
 * The bodies of a 200 that is a file, by its media types, or JSON of one of the given shapes. Generators of clients that
 * read one media type of a status take the JSON (hey-api), so that one says that the file may come in its place.
 */
export function fileOrJson(
  files: Readonly<Record<string, Media>>,
  shapes: Readonly<Record<string, Shape>>,
): Readonly<Record<string, Media>> {
  const types = Object.keys(files).join(', ')
  const { schema, examples } = jsonOf(shapes)
  const either = z.union([schema, fileOf(types).describe(`The file: ${types}.`)])
  return { ...files, 'application/json': { schema: either, ...(examples && { examples }) } }
}

function inputOf<Body extends z.ZodType, Query extends z.ZodType>(
  c: AppContext,
  { body, query, maxBodyBytes }: Description<Body, Query>,
): Input<Body, Query> {
  let asked: Promise<z.output<Body>> | undefined
  const read = async () => parseShape(described(body, 'body'), await readJson(c, maxBodyBytes))
  return {
    body: () => {
      asked ??= read()
      return asked
    },
    query: () => parseShape(described(query, 'query'), readQuery(c)),
    path: (name) => c.req.param(name) ?? '',
  }
}

function described<Schema>(schema: Schema | undefined, part: string): Schema {
  if (schema === undefined) throw new Error(`the route has no description of its ${part}`)
  return schema
}
