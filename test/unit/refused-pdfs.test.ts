/** The page of what refuses a PDF has each sentence of the code, and no other. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

/** Sentences of src/pdf that refuse nothing: warnings, and what is wrong with the service itself. */
const OTHERS = [
  'A component did not load. Nothing was charged: try again, or report the request id.',
  'A hidden annotation or field was removed.',
  '… hidden annotations or fields were removed.',
  '… form fields have a value but no appearance that could be drawn.',
  'The form has fields more than … levels deep, which are not listed.',
  'Buttons of forms no longer lead anywhere: PDF/A does not allow it.',
  'Layers no longer change by themselves, such as on printing: the standard does not allow it.',
  'The font … is not in the file: letters like those of … stand in its place.',
  'The file … …. Send another file or leave it out.',
  'The file … does not fit the requested level. ….… Send another file or leave it out.',
  'An image of the document ….',
  'Finishing … takes too much work: … … of at most …. …',
  'has no page …',
]
/** Reasons without a sentence of their own follow a name; where other texts begin so too, they are looked for in calls. */
const REASON = /^(?:is|has|nests|inflates|packs|makes|would|names|gives|uses|does|cannot|stands) /
const OF_REASONS =
  /^src\/pdf\/(?:import\/(?!losses)|arrange\/|merge\/|find-failing|pdfa\/(?:jpeg2000|coded-image|fonts\/(?:true-type|character-map))|inspect\/verdict)/

it('docs/reference/refused-pdfs.md tells all that refuses a PDF', () => {
  const told = [...read('docs/reference/refused-pdfs.md').matchAll(/^\| (.+?) \|/gm)].map(([, cell]) => cell)
  const heads = ['---', 'reason', 'sentence', 'remedy in the sentence', 'reason or sentence']
  const documented = told.filter((cell) => cell !== undefined && !heads.includes(cell))
  const files = fs
    .globSync('src/pdf/**/*.ts', { cwd: root })
    .filter((file) => !/\.data\.ts$|-options\.ts$/.test(file))
  const said = new Set(files.flatMap((file) => textsOf(file)))
  for (const other of OTHERS) said.delete(other)
  expect([...said].filter((text) => !documented.includes(text))).toEqual([])
  expect(documented.filter((text) => !said.has(text ?? ''))).toEqual([])
})

/** The sentences and reasons of a file, with “…” for what stands between braces. */
function textsOf(file: string): string[] {
  const code = read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\.describe\(\s*(?:'[^']*'|`[^`]*`)/g, '')
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].flatMap(([, plain, template]) => {
    const text = (plain ?? template ?? '')
      .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
      .replace(/…+/g, '…')
      .replace(/\\([`'])/g, '$1')
    const isSentence = /^[A-Z“…].* .*(?:\.(?: …)?|: …)$/.test(text)
    return isSentence || (REASON.test(text) && OF_REASONS.test(file)) ? [text] : []
  })
}
