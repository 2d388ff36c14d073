/** The TypeScript client as it is published. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { triesAll } from '../support/runs'

const root = path.resolve(import.meta.dirname, '../..')
const client = path.join(root, 'clients/typescript')

it('the types of the client are those of the description', async () => {
  const script = `
    import { clientTypes } from ${JSON.stringify(path.join(root, 'scripts/client-types.mjs'))}
    import { describeService } from ${JSON.stringify(path.join(root, 'scripts/describe-api.mjs'))}
    process.stdout.write(clientTypes(await describeService()))`
  const words = ['--input-type=module', '-e', script]
  const made = execFileSync(process.execPath, words, { encoding: 'utf8', maxBuffer: 64 << 20 })
  const kept = fs.readFileSync(path.join(client, 'src/schemas.ts'), 'utf8')
  expect(made === kept, 'run `npm run client-types`').toBe(true)
})

it('each client has the licence of all', () => {
  const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')
  const copies = fs.globSync('clients/*/LICENSE', { cwd: root })
  expect(copies).toHaveLength(fs.globSync('clients/*/', { cwd: root }).length)
  for (const copy of copies) expect(read(copy)).toBe(read('LICENSE'))
})

it('the client is under 5 KB', async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(client, 'src/index.ts')],
    ...{ bundle: true, minify: true, write: false, format: 'esm', target: 'es2022' },
  })
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThan(5000)
})

it.runIf(triesAll)(
  'the package has what it says, and its examples compile against it',
  () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-package-'))
    try {
      fs.cpSync(client, folder, { recursive: true, filter: (file) => !file.includes('node_modules') })
      const modules = path.join(folder, 'node_modules')
      fs.mkdirSync(modules)
      fs.symlinkSync(path.join(root, 'node_modules/@types'), path.join(modules, '@types'))
      fs.symlinkSync(folder, path.join(modules, 'platen-client'))
      const tsc = path.join(root, 'node_modules/.bin/tsc')
      execFileSync(tsc, ['-p', 'tsconfig.build.json'], { cwd: folder })
      const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: folder,
        encoding: 'utf8',
      })
      const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }]
      const names = files.map((file) => file.path)
      for (const name of ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/node.js'])
        expect(names).toContain(name)
      expect(names.filter((name) => name.startsWith('src/'))).toEqual([])
      execFileSync(tsc, ['-p', '.'], { cwd: folder })
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  },
  300_000,
)
