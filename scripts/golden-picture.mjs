/** The stored picture of a page (`test/goldens`), and how much of another differs from it. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './browser.mjs'
import { decodePng } from './picture.mjs'

export const goldens = path.join(root, 'test', 'goldens')
/** Width of a golden in pixels. Two pages show what repeats. */
export const WIDTH = 640
export const PAGES = 2
/** A pixel differs from 48 of 255 on in any channel: less is antialiasing. So many pixels of a page may. */
const CHANNEL_TOLERANCE = 48
export const SHARE_TOLERANCE = 0.0005

/** The name of the golden of a template's page, counted from 0. */
export function goldenName({ id }, page) {
  return `${id.replace('/', '-')}-${page + 1}.png`
}

/** The share of a page's pixels that differ from its golden, 0 to 1; undefined if there is none. */
export function differenceFromGolden(template, page, picture) {
  const file = path.join(goldens, goldenName(template, page))
  return fs.existsSync(file) ? differingShare(decodePng(fs.readFileSync(file)), picture) : undefined
}

function differingShare(a, b) {
  if (a.width !== b.width || a.height !== b.height) return 1
  let differing = 0
  for (let at = 0; at < a.data.length; at += 4) {
    const far = [0, 1, 2].some(
      (channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) >= CHANNEL_TOLERANCE,
    )
    if (far) differing++
  }
  return differing / (a.width * a.height)
}
