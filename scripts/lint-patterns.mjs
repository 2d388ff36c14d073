/**
 * The lint rule `platen/linear-pattern`: every regular expression in src takes time linear in its subject, proved or
 * fuzzed by recheck where it is not plainly so. eslint-plugin-regexp, beside it, finds what recheck takes for harmless
 * and the other way round. A pattern that is put together from anything but constants cannot be checked, so it is
 * refused.
 *
 * What was proved stands in `linear-patterns.txt`, a pattern a line, so that a fresh clone takes five seconds and not
 * forty, and a busy machine refuses none for its time. What is not there is proved when it is met, and kept in
 * `.wrangler`; `PLATEN_PROOFS=keep` writes it into the file, `PLATEN_PROOFS=again` (`npm run fuzz`) proves all.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { getStaticValue } from '@eslint-community/eslint-utils'
import { checkSync } from 'recheck'
import { isPlainlyLinear } from './plain-pattern.mjs'

/**
 * Steps decide, not time: recheck takes an attack that runs into a time-out for a success, so its own time-outs, of 0.1
 * to 1 s, find fault on a busy machine with what is linear. These, in milliseconds, are for what takes no end of steps.
 */
const EFFORT = {
  seedingTimeout: 20_000,
  incubationTimeout: 20_000,
  attackTimeout: 20_000,
  timeout: 300_000,
  randomSeed: 0,
}
/** What recheck found safe, by pattern, for its version: it takes some 0.1 s for each that is not plainly linear. */
const { version } = createRequire(import.meta.url)('recheck/package.json')
const CACHE_DIRECTORY = path.join(import.meta.dirname, '..', '.wrangler', 'lint-patterns')
const CACHE_FILE = path.join(CACHE_DIRECTORY, `recheck-${version}.json`)
const PROOFS_FILE = path.join(import.meta.dirname, 'linear-patterns.txt')
/** What the file begins with: another version proves all anew. */
const HEAD = `recheck ${version}`
const SAFE = { status: 'safe', why: undefined }
const asked = process.env.PLATEN_PROOFS

const results = asked === 'again' ? {} : { ...readProofs(), ...readCache() }

function readProofs() {
  const [head, ...patterns] = readFileSync(PROOFS_FILE, 'utf8').split('\n').filter(Boolean)
  return head === HEAD ? Object.fromEntries(patterns.map((pattern) => [pattern, SAFE])) : {}
}

function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE_FILE, 'utf8'))
  } catch {
    return {}
  }
}

/** @param {import('recheck').Diagnostics} found */
function reasonOf(found) {
  if (found.status === 'vulnerable') return `${found.complexity.summary}, by ${found.attack.pattern}`
  return found.status === 'unknown' ? found.error.kind : undefined
}

/** `safe`, `vulnerable` with the degree and an attack, or `unknown` when the checker gave up. */
function check(source, flags) {
  if (isPlainlyLinear(source, flags)) return SAFE
  const pattern = `/${source}/${flags}`
  if (!results[pattern]) {
    const found = checkSync(source, flags, EFFORT)
    const result = { status: found.status, why: reasonOf(found) }
    if (result.status !== 'safe') return result
    results[pattern] = result
    writeCache()
  }
  if (asked === 'keep') keepProof(pattern)
  return results[pattern]
}

/** Patterns of this run, as the file has them: sorted, so that two branches seldom write the same place. */
const kept = new Set()

function keepProof(pattern) {
  kept.add(pattern)
  writeFileSync(PROOFS_FILE, `${[HEAD, ...[...kept].sort()].join('\n')}\n`)
}

/** Written beside and renamed, so that another check that reads it meanwhile finds it whole. */
function writeCache() {
  mkdirSync(CACHE_DIRECTORY, { recursive: true })
  const draft = `${CACHE_FILE}.${process.pid}`
  writeFileSync(draft, JSON.stringify(results))
  renameSync(draft, CACHE_FILE)
}

const linearPattern = {
  create(context) {
    const report = (node, source, flags) => {
      const { status, why } = check(source, flags)
      if (status === 'safe') return
      const message =
        status === 'vulnerable'
          ? `takes more than linear time (${why}): anchor it, bound its repetitions, or scan by hand`
          : `cannot be checked (${why}): make it simpler`
      context.report({ node, message: `/${source.slice(0, 60)}/${flags} ${message}` })
    }
    const constructed = (node) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
      const scope = context.sourceCode.getScope(node)
      const [source, flags] = node.arguments.map((argument) => getStaticValue(argument, scope)?.value)
      if (typeof source === 'string') report(node, source, typeof flags === 'string' ? flags : '')
      else context.report({ node, message: 'A pattern is made of constants, or nobody can check it.' })
    }
    return {
      Literal: (node) => node.regex && report(node, node.regex.pattern, node.regex.flags),
      NewExpression: constructed,
      CallExpression: constructed,
    }
  },
}

export default { meta: { name: 'platen' }, rules: { 'linear-pattern': linearPattern } }
