/** The documentation as it is served: made by the prepare step from docs/ and the description. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorTable } from '../../src/errors'

const site = path.resolve(import.meta.dirname, '../../studio/dist/docs')
const files = fs.globSync('**/*.html', { cwd: site }).sort()
const pages = new Map(files.map((file) => [file, fs.readFileSync(path.join(site, file), 'utf8')]))
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const studio = fs.readFileSync(path.resolve(import.meta.dirname, '../../studio/routes.ts'), 'utf8')
const idsOf = (text: string) => all(text, / id="([^"]+)"/g)

describe('the documentation site', () => {
  it('has no link or file that leads nowhere', () => {
    const faults = [...pages].flatMap(([file, text]) =>
      all(text, / (?:href|src)="([^"]+)"/g)
        .filter((address) => !/^(https?:|mailto:|data:)|openapi\.json$/.test(address))
        .filter((address) => !(leadsToStudio(address) || isThere(file, address)))
        .map((address) => `${file}: ${address}`),
    )
    expect(faults).toEqual([])
    expect(pages.size).toBeGreaterThan(120)
  })

  it('has each id once, and nothing that its security policy forbids', () => {
    for (const [file, text] of pages) {
      expect(idsOf(text), file).toEqual([...new Set(idsOf(text))])
      expect(text, file).not.toMatch(
        /<script(?! type="module" src=)|<style| style="| on[a-z]+="|src="https?:/,
      )
    }
  })

  it('has a page for each error, with what to do', () => {
    for (const code of Object.keys(errorTable)) {
      const text = fs.readFileSync(path.join(site, 'errors', `${code}.md`), 'utf8')
      const remedy = text.split('\n\n').at(2) ?? ''
      expect(remedy.length, code).toBeGreaterThan(40)
    }
  })

  it('has every page as Markdown, whose links lead to Markdown, and its images', () => {
    for (const file of pages.keys()) {
      const name = file === 'index.html' ? 'index.md' : `${path.dirname(file)}.md`
      const text = fs.readFileSync(path.join(site, name), 'utf8').replace(/```.*?```/gs, '')
      for (const address of all(text, /\]\(((?!https?:|#|mailto:)[^)\s]+)\)/g)) {
        if (leadsToStudio(address)) continue
        const target = path.join(site, path.dirname(name), address.replace(/#.*/, ''))
        expect(fs.existsSync(target), `${name}: ${address}`).toBe(true)
      }
      for (const address of all(text, /^<img src="([^"]+)/gm))
        expect(fs.existsSync(path.join(site, path.dirname(name), address)), `${name}: ${address}`).toBe(true)
    }
  })

  it('leads from an operation to the page of the Studio that does it', () => {
    for (const operation of [
      'transform',
      'generate',
      'createQrCode',
      'inspect',
      'createBatch',
      'putTemplate',
    ])
      expect(pages.get(`reference/${operation}/index.html`), operation).toContain('>Try it in the Studio</a>')
  })

  it('lists in llms.txt every page of the menu', () => {
    const text = fs.readFileSync(path.join(site, 'llms.txt'), 'utf8')
    const listed = all(text, /\]\(\/docs\/([^)]+)\.md\)/g)
    const home = pages.get('index.html') ?? ''
    const menu = all(
      home.slice(home.indexOf('<nav aria-label="Contents">'), home.indexOf('</nav>')),
      /href="\.\/([^"]+)\/"/g,
    )
    expect(listed).toEqual(menu)
    expect(new Set(listed).size).toBe(listed.length)
  })
})

/** Whether an address is a page of the Studio's. */
function leadsToStudio(address: string): boolean {
  const [, page] = /^\/studio\/#\/([a-z]+)/.exec(address) ?? []
  return page !== undefined && studio.includes(`path: '${page}'`)
}

function isThere(from: string, address: string): boolean {
  const [place = '', id] = address.split('#')
  const target = place === '' ? from : path.join(path.dirname(from), place)
  const whole = path.join(site, target)
  const file =
    fs.existsSync(whole) && fs.statSync(whole).isDirectory() ? path.join(target, 'index.html') : target
  if (id === undefined) return fs.existsSync(path.join(site, file))
  return idsOf(pages.get(file) ?? '').includes(decodeURIComponent(id))
}
