/** The OpenAPI 3.1 description, from the same schemas that requests are checked with. */
export const openapi = { openapi: '3.1.0' }
