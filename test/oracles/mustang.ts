/** Mustang on whole folders: starting Java and compiling the schematron cost far more than judging a file. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const home = process.env.PLATEN_ORACLES ?? path.resolve(import.meta.dirname, '../../.oracles')

export type MustangVerdict = {
  valid: boolean
  /** Ids of rules that were broken, warnings and national notices included. */
  rules: string[]
}

/** Judges every XML and PDF file of a folder; answers by file name. */
export function mustangFolder(folder: string): Map<string, MustangVerdict> {
  const jar = path.join(home, 'Mustang-CLI-2.26.0.jar')
  const options = ['--no-notices', '--disable-file-logging', '--action', 'validateExpectValid', '-d', folder]
  const { status, stdout, stderr } = spawnSync('java', ['-Xmx1g', '-jar', jar, ...options], {
    maxBuffer: 1 << 29,
    encoding: 'utf8',
  })
  if (status === null) throw new Error(`Mustang did not run: ${stderr}`)
  const verdicts = new Map<string, MustangVerdict>()
  let rules: string[] = []
  for (const line of `${stdout}${stderr}`.split('\n')) {
    rules = /ErrorIDs: \[(.*)\]/.exec(line)?.[1]?.split(',') ?? rules
    const verdict = /Testing file \d+:\s+(valid|invalid) \((.*)\)/.exec(line)
    if (!verdict?.[2]) continue
    verdicts.set(path.basename(verdict[2]), { valid: verdict[1] === 'valid', rules })
    rules = []
  }
  const missing = fs.readdirSync(folder).filter((file) => /\.(xml|pdf)$/.test(file) && !verdicts.has(file))
  if (missing.length) throw new Error(`Mustang judged no ${missing.join(', ')}: ${stderr}`)
  return verdicts
}
