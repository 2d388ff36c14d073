/**
 * A plugin for the suites inside workerd: all of `src`, with the packages that it stands on, as one module. Each workerd
 * loads that in place of some 1,500 files, one by one, which takes as long as several test files.
 *
 * A test imports files of `src` as ever; what it gets of each is from that module, so that the service and its tests share
 * all state and classes. Not for watching: what an edit concerns is not seen through one module.
 */
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import type { Vite } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')
/** What tests use of packages that must be the service's own: they hand over instances of their classes. */
const SHARED_PACKAGES = ['pdf-lib', 'zod', 'hono', 'liquidjs']
/** The name of the module's file, which workerd loads as it is. */
export const SOURCE_FILE = 'bundled-source.mjs'
const CONDITIONS = ['workerd', 'worker', 'browser', 'module']
const NATIVE = ['node:*', 'cloudflare:*', ...builtinModules]
const COMMON = { format: 'esm', target: 'esnext', logLevel: 'error' } as const satisfies BuildOptions
/** Runs inside pages, and is bundled for them (`in-page.mjs`); what both sides know is imported from there. */
const OF_PAGES = 'src/in-page/'

export function bundledSource(): Vite.Plugin {
  let bundled: ReturnType<typeof bundleSource> | undefined
  /** The file or package that a module is, if it is of the bundle. */
  const nameOf = (id: string) => {
    const name = id.replace('\0bundled:', '')
    return name.startsWith(`${root}/src/`) || SHARED_PACKAGES.includes(name) ? name : undefined
  }
  return {
    name: 'platen:bundled-source',
    enforce: 'pre',
    // The module is made anew in each run, so nothing that names it is kept for the next one.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (nameOf(id) === undefined ? undefined : false)),
    resolveId: (id) => (SHARED_PACKAGES.includes(id) ? `\0bundled:${id}` : undefined),
    async load(id) {
      const name = nameOf(id)
      if (name === undefined) return undefined
      bundled ??= bundleSource()
      const { file, names } = await bundled
      const exported = names.get(name)
      if (!exported) return undefined
      // Some are reserved words, such as `catch` of zod.
      const values = exported.map((one, at) => `const value${at} = all.${one}`)
      const renamed = exported.map((one, at) => `value${at} as ${one}`)
      const all = `import { ${identifierOf(name)} as all } from ${JSON.stringify(file)}`
      return [all, ...values, `export { ${renamed} }`].join('\n')
    },
  }
}

/** Writes the module; returns it, and what each file and package exports. */
async function bundleSource(): Promise<{ file: string; names: Map<string, string[]> }> {
  const parent = path.join(root, '.wrangler')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(path.join(parent, 'source-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, SOURCE_FILE)
  const files = globSync('src/**/*.ts', { cwd: root })
    .filter((name) => !name.endsWith('.d.ts') && !name.startsWith(OF_PAGES))
    .map((name) => path.join(root, name))
  const lines = [...files, ...SHARED_PACKAGES].map(
    (name) => `export * as ${identifierOf(name)} from ${JSON.stringify(name)}`,
  )
  await build({
    ...COMMON,
    conditions: CONDITIONS,
    external: NATIVE,
    stdin: { contents: lines.join('\n'), resolveDir: root },
    outfile: file,
    bundle: true,
    plugins: [wasmByPath],
  })
  return { file, names: await exportsOf(files) }
}

/** What the module calls a file or package. */
function identifierOf(name: string): string {
  return `of_${path.relative(root, name).replace(/\W/g, '_')}`
}

/** A Worker gets WebAssembly compiled, by an import of its file. */
const wasmByPath: Plugin = {
  name: 'wasm-by-path',
  setup(bundler) {
    bundler.onResolve(
      { filter: /\.wasm$/ },
      async ({ path: name, pluginData, importer, kind, resolveDir }) => {
        if (pluginData === 'resolved') return undefined
        const found = await bundler.resolve(name, { importer, kind, resolveDir, pluginData: 'resolved' })
        return { path: found.path, external: true }
      },
    )
  },
}

/** What each file and each shared package exports, but types. */
async function exportsOf(files: string[]): Promise<Map<string, string[]>> {
  const own = await build({
    ...COMMON,
    entryPoints: files,
    outdir: root,
    outbase: root,
    write: false,
    metafile: true,
  })
  const names = new Map(
    Object.values(own.metafile.outputs).map(({ entryPoint = '', exports }) => [
      path.join(root, entryPoint),
      exports,
    ]),
  )
  for (const name of SHARED_PACKAGES) {
    const { metafile } = await build({
      ...COMMON,
      conditions: CONDITIONS,
      stdin: { contents: `export * from '${name}'`, resolveDir: root },
      bundle: true,
      external: NATIVE,
      write: false,
      metafile: true,
    })
    names.set(
      name,
      Object.values(metafile.outputs).flatMap((output) => output.exports),
    )
  }
  return names
}
