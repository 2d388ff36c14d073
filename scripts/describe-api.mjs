/** The OpenAPI description of the service, from its sources, without starting it. */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import esbuild from 'esbuild'
import { root } from './browser.mjs'

/** The platform's own modules and compiled WebAssembly: describing calls none of them. */
const platform = {
  name: 'platform',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^cloudflare:|\.wasm$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'platform',
    }))
    build.onLoad({ filter: /.*/, namespace: 'platform' }, () => ({
      contents: 'export class DurableObject {}\nexport class RpcTarget {}\nexport default {}',
    }))
  },
}

/**
 * What `/openapi.json` of a service at `origin` has, the error codes with their statuses and titles, and the JSON Schema
 * of each built-in template's data by its id. The templates are packed before (`prepareSources`).
 */
export async function describeService(origin = 'https://platen.example') {
  const file = path.join(root, 'node_modules', '.cache', `platen-api-${process.pid}.mjs`)
  await esbuild.build({
    stdin: {
      contents: `export { app } from './src/app'
        export { describeApi } from './src/http/openapi/describe-api'
        export { errorTable } from './src/errors'
        export { builtinTemplates } from './src/templates/builtin'
        export { variablesSchema } from './src/templates/variables'`,
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: file,
    logLevel: 'error',
    plugins: [platform],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
  })
  try {
    const service = await import(pathToFileURL(file).href)
    const { app, describeApi, errorTable, builtinTemplates, variablesSchema } = service
    const data = builtinTemplates().map((template) => [template.id, variablesSchema(template) ?? {}])
    return { api: describeApi(app.routes, origin), errors: errorTable, templates: Object.fromEntries(data) }
  } finally {
    fs.rmSync(file)
  }
}
