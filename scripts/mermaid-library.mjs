/**
 * Bundles Mermaid into `src/in-page/mermaid.data.js`, as a text that the Worker sends to a page with diagrams. Kinds whose
 * layout needs a library as large as all others together are left out. The file is not kept in git, and made again only for
 * another version.
 */
import fs from 'node:fs'
import path from 'node:path'
import esbuild from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')
const target = path.join(root, 'src/in-page/mermaid.data.js')

/** Their layouts by force, their grammars, or that of formulas in labels would double the whole. Asked for, they do not come. */
const LEFT_OUT = [
  'katex',
  ...[
    ...['mindmap-definition', 'architectureDiagram', 'kanban-definition', 'wardleyDiagram', 'vennDiagram'],
    ...[
      'ishikawaDiagram',
      'swimlanesDiagram',
      'swimlanes',
      'cynefinDiagram',
      'abnfDiagram',
      'ebnfDiagram',
      'pegDiagram',
    ],
    ...[
      'railroadDiagram',
      'cose-bilkent',
      'c4Diagram',
      'blockDiagram',
      'sankeyDiagram',
      'requirementDiagram',
    ],
  ].flatMap((name) => [`./chunks/mermaid.core/${name}-*`, `./${name}-*`]),
]

/** Returns the size of the script in bytes. */
export function bundleMermaid() {
  const { version } = JSON.parse(
    fs.readFileSync(path.join(root, 'node_modules/mermaid/package.json'), 'utf8'),
  )
  const mark = `// Mermaid ${version}, made by scripts/mermaid-library.mjs without ${LEFT_OUT.join(' ')}.\n`
  const made = fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : ''
  if (made.startsWith(mark)) return Buffer.byteLength(made)
  const source = `${mark}export const mermaidLibrary = ${JSON.stringify(bundle())}\n`
  fs.writeFileSync(target, source)
  return Buffer.byteLength(source)
}

function bundle() {
  const { outputFiles } = esbuild.buildSync({
    stdin: {
      contents:
        "import mermaid from 'mermaid'; Object.defineProperty(globalThis, 'platenMermaid', { value: mermaid })",
      resolveDir: root,
    },
    external: LEFT_OUT,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'chrome120',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
  })
  return outputFiles[0].text.trim()
}
