import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { planNames } from '../../src/accounts/plans'
import { ROOT, SENTENCES, type Sentence } from '../support/docs-figures'

const read = (page: string) => fs.readFileSync(path.join(ROOT, page), 'utf8')
const pages = [...new Set(SENTENCES.map(({ page }) => page))]

/** Where a sentence may have figures. */
const HOLE = '([^|\\n]{1,80}?)'

function patternOf({ parts }: Sentence): RegExp {
  return new RegExp(parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join(HOLE), 'g')
}

function written({ parts, values }: Sentence): string {
  return parts.map((part, at) => part + (values[at] ?? '')).join('')
}

describe('the docs have the prices and limits of the source (npm run test:unit -- docs-figures -u writes them)', () => {
  it.each(SENTENCES.map((sentence) => [sentence.page, written(sentence).trim(), sentence] as const))(
    '%s has one place for "%s"',
    (page, _, sentence) => {
      expect(read(page).match(patternOf(sentence))).toHaveLength(1)
    },
  )

  it.each(pages)('%s', async (page) => {
    const sentences = SENTENCES.filter((sentence) => sentence.page === page)
    const filled = sentences.reduce(
      (text, sentence) => text.replace(patternOf(sentence), () => written(sentence)),
      read(page),
    )
    await expect(filled).toMatchFileSnapshot(path.join(ROOT, page))
  })
})

/** An amount of credits, of bytes, of time or of pixels, an addition to a price, or the name of a plan. */
const NUMBER = String.raw`(?:\+|\b)(?!0 )(?:\d[\d,.]*|one|two|three|four|five|ten|thirty|sixty|hundred)`
const UNIT = 'credits?|KB|MB|GB|bytes|characters|seconds|s|ms|minutes|min|hours|h|days|megapixels|redirects'
const FIGURE = new RegExp(
  String.raw`${NUMBER}[ -](?:${UNIT})\b|(?<=\| )\+\d+\b|\bthe (?:${planNames.join('|')}) plan\b`,
  'g',
)

/** What looks like a price or a limit and is none, or none of ours. */
const NO_LIMITS: Readonly<Record<string, readonly string[]>> = {
  // Measured.
  'README.md': ['(a minute, 1 GB)', 'a demo key with 1,000 credits', 'an invoice in five minutes'],
  'clients/cli/README.md': ['That takes some ten seconds each time'],
  'docs/guide/integrations.md': ['The image is 1.1 GB larger than its base'],
  'studio/home/index.html': ['An invoice in five minutes'],
  'docs/guide/first-invoice.md': ['An invoice in five minutes'],
  // `client-package.test.ts` measures it.
  'clients/typescript/README.md': ['Under 5 KB'],
  'docs/reference/accounts.md': [
    'then 62 characters',
    'the maximum of the Max plan',
    'took 2 ms (p50), a call that holds ten 3 ms, ten held and settled through HTTP 36 ms',
    'took 3.9 ms each alone and 0.4 ms each',
  ],
  // What the caller waits in these examples, and so on.
  'docs/guide/async.md': ['after 20 s at the latest'],
  'docs/guide/retries.md': ['Pause 1 s, 2 s, 4 s and so on'],
  'docs/guide/factur-x.md': ['381 credit note'],
  // The standard's.
  'docs/guide/finishing.md': [
    'names longer than 127 bytes',
    'beyond about 400 megapixels',
    'beyond about 35 MB',
  ],
  'docs/reference/refused-pdfs.md': [
    'Longer than 32,767 bytes',
    'is longer than 127 bytes',
    'in the first 8 KB',
  ],
  'docs/guide/print-optimisation.md': ['the first 30 characters of headings'],
  // An example.
  'docs/guide/templates.md': ['how many rows of 30 characters'],
}

describe('no price or limit stands in the docs by hand', () => {
  const all = [
    'README.md',
    'studio/home/index.html',
    ...fs.globSync('{docs/{guide,reference,move},clients/*}/*.md', { cwd: ROOT }),
  ]

  it.each(all)('%s', (page) => {
    const text = SENTENCES.filter((sentence) => sentence.page === page).reduce(
      (rest, sentence) => rest.replace(patternOf(sentence), '\n'),
      read(page).replace(/^```.*?^```$/gms, ''),
    )
    const known = (NO_LIMITS[page] ?? []).reduce((rest, each) => rest.replaceAll(each, ''), text)
    expect(known.match(FIGURE) ?? []).toEqual([])
    expect((NO_LIMITS[page] ?? []).filter((each) => !text.includes(each))).toEqual([])
  })
})
