/**
 * Markdown of well-known projects, each in one of the three styles: all that another translator says stands on paper. The
 * files stay in `test/out/oracles/markdown`, to be looked at.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseFragment } from 'parse5'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { lacking, solid, wordsOf } from '../../scripts/corpus/measure.mjs'
import { newKey } from '../support/shared-account'
import { outFolder, pdfToText, save } from './tools'

const { origin, corpus } = inject('service')
const folder = outFolder('markdown')
const PROJECTS = [
  ...['katex', 'marked', 'd3', 'cytoscape', 'vite', 'eslint', 'acorn', 'commander', 'semver', 'ws', 'undici'],
  ...['postcss', 'chai', 'minimatch', 'dayjs', 'debug', 'ajv', 'sharp', 'fast-check', 'hono', 'preact'],
  ...['puppeteer-core', 'typescript', 'wrangler', 'zod', 'mermaid', 'liquidjs', 'highlight.js', 'axe-core'],
  ...['pdf-lib', 'fflate', 'css-tree'],
]
const STYLES = ['report', 'letter', 'manual']
/** Pictures elsewhere, which nobody fetches here. */
const ELSEWHERE =
  /https?:\/\/[^\s)"'>\]]*(?:svg|png|jpe?g|gif|webp|badge|shield|codecov|opencollective|snyk|avatar|githubusercontent)[^\s)"'>\]]*/gi

let key: string
beforeAll(async () => {
  key = await newKey({ plan: 'Max', credits: 100 })
})

function readme(project: string): string {
  const home = path.join('node_modules', project)
  const name = fs.readdirSync(home).find((file) => /^readme\.md$/i.test(file)) ?? ''
  return fs.readFileSync(path.join(home, name), 'utf8').replace(ELSEWHERE, `${corpus}/pages/landscape.svg`)
}

/**
 * Whether both translators say a word alike, and every machine has a font for it: no mark of a note (`[!NOTE]`), which becomes
 * its heading, no emphasis within a word, no picture and no script that few fonts have.
 */
const isCompared = (word: string) => /^[\x21-\x7e\xa0-\xff]+$/.test(word) && !/^\[!|_/.test(word)

type Node = { nodeName: string; value?: string; childNodes?: Node[] }

/** What HTML says, but for what nobody sees. */
function textOf({ nodeName, value = '', childNodes = [] }: Node): string {
  if (/^(?:script|style|#comment)$/.test(nodeName)) return ''
  return nodeName === '#text' ? value : ` ${childNodes.map(textOf).join('')} `
}

describe('Markdown of another project', () => {
  it.concurrent.each(PROJECTS.map((project, at) => ({ project, style: STYLES[at % 3] })))(
    '$project in the style $style loses no word',
    async ({ project, style }) => {
      const markdown = readme(project)
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ markdown, style, options: { base_url: `${corpus}/npm/none/` } })
      const send = () => fetch(`${origin}/v1/transform`, { method: 'POST', headers, body })
      let answer = await send()
      // Others print meanwhile: on a busy machine it says when to send again.
      while (answer.status === 503) {
        await sleep(1000 * Number(answer.headers.get('Retry-After')))
        answer = await send()
      }
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect(answer.status, new TextDecoder().decode(bytes.subarray(0, 500))).toBe(200)
      const file = save(folder, `${project}-${style}.pdf`, bytes)
      const { marked } = await import('marked')
      const said = wordsOf(textOf(parseFragment(await marked(markdown)) as Node)).filter(isCompared)
      expect(said.length).toBeGreaterThan(20)
      expect(lacking(said, solid(pdfToText(file)))).toEqual([])
    },
  )
})
