/** Mustang on whole folders: starting Java and compiling the schematron cost far more than judging a file. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { java } from './tools'

export type MustangVerdict = {
  valid: boolean
  /** Ids of rules that were broken, warnings and national notices included. */
  rules: string[]
}

/** It takes about as long to start one more Java for them as to judge so many files. */
const FEW = 30

/**
 * Judges XML and PDF files, a PDF as PDF/A-3 too, by the XML's schema and the rules of EN 16931. Takes them by name,
 * writes them to `folder` and answers by name; of many, every processor has its share.
 */
export async function mustang(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<Map<string, MustangVerdict>> {
  const length = Math.min(Math.ceil(files.size / FEW), os.availableParallelism())
  const shares = Array.from({ length }, (_, share) => {
    const part = path.join(folder, String(share + 1))
    fs.mkdirSync(part)
    return part
  })
  for (const [index, [name, content]] of [...files].entries()) {
    fs.writeFileSync(path.join(shares[index % shares.length] ?? folder, name), content)
  }
  const verdicts = await Promise.all(shares.map(judge))
  return new Map(verdicts.flatMap((each) => [...each]))
}

async function judge(folder: string): Promise<Map<string, MustangVerdict>> {
  const options = ['--no-notices', '--disable-file-logging', '--action', 'validateExpectValid', '-d', folder]
  const { stdout, stderr } = await java('Mustang-CLI-2.26.0.jar', options, [0, 1, 255])
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
