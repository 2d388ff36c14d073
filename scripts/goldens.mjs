/**
 * `npm run goldens`: renders each template's sample and compares it with the stored pictures; what differs is
 * written to `test/out/goldens`. `npm run goldens -- --accept` stores the new pictures, the previews and the
 * contact sheet; name templates to accept only those (`-- --accept invoice/classic`).
 */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './browser.mjs'
import { contactSheet, gallery } from './gallery.mjs'
import {
  differenceFromGolden,
  goldenName,
  goldens,
  PAGES,
  SHARE_TOLERANCE,
  WIDTH,
} from './golden-picture.mjs'
import { decodePng, encodePng, picturesOf } from './picture.mjs'
import { templateRenderer } from './template-renderer.mjs'

const out = path.join(root, 'test', 'out', 'goldens')
/** Width of a preview in pixels. */
const PREVIEW_WIDTH = 420

const [flag, ...names] = process.argv.slice(2)
const accept = flag === '--accept'
const wanted = accept ? names : [flag, ...names].filter(Boolean)
const renderer = await templateRenderer()
const chosen = renderer.templates.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
const differing = []
for (const template of chosen) {
  const pdf = await renderer.pdf(template, template.sample)
  const pictures = await picturesOf(pdf, { width: WIDTH, pages: PAGES })
  const former = formerPages(template, pictures.length)
  if (accept) await store(template, pdf, pictures, former)
  else differing.push(...pictures.flatMap((picture, index) => compare(template, picture, index)))
  if (!accept) differing.push(...former.map((name) => `${name}: there is no such page any more`))
}
await renderer.close()

if (accept) {
  fs.writeFileSync(path.join(root, 'docs/guide/gallery.md'), gallery(renderer.templates))
  fs.writeFileSync(path.join(root, 'docs/guide/gallery.png'), encodePng(contactSheet(previews())))
  console.log(`${chosen.length} templates accepted`)
} else if (differing.length > 0) {
  console.error(
    `${differing.join('\n')}\nLook at ${path.relative(root, out)}; accept with: npm run goldens -- --accept`,
  )
  process.exitCode = 1
} else {
  console.log(`${chosen.length} templates look as they did`)
}

/** Goldens of pages that a template no longer has. */
function formerPages(template, pages) {
  const names = Array.from({ length: PAGES }, (_, page) => goldenName(template, page)).slice(pages)
  return names.filter((name) => fs.existsSync(path.join(goldens, name)))
}

async function store(template, pdf, pictures, former) {
  fs.mkdirSync(goldens, { recursive: true })
  for (const name of former) fs.rmSync(path.join(goldens, name))
  pictures.forEach((picture, index) => {
    fs.writeFileSync(path.join(goldens, goldenName(template, index)), encodePng(picture))
  })
  const [preview] = await picturesOf(pdf, { width: PREVIEW_WIDTH, pages: 1 })
  fs.writeFileSync(path.join(root, 'templates', template.id, 'preview.png'), encodePng(preview))
}

/** What is wrong with a page, as a line for the reader; nothing if it looks as it did. */
function compare(template, picture, index) {
  const name = goldenName(template, index)
  const share = differenceFromGolden(template, index, picture)
  if (share !== undefined && share <= SHARE_TOLERANCE) return []
  fs.mkdirSync(out, { recursive: true })
  fs.writeFileSync(path.join(out, name), encodePng(picture))
  return [
    share !== undefined
      ? `${name}: ${(share * 100).toFixed(2)} % of the page differs`
      : `${name}: there is no such golden`,
  ]
}

function previews() {
  return renderer.templates.map(({ id }) =>
    decodePng(fs.readFileSync(path.join(root, 'templates', id, 'preview.png'))),
  )
}
