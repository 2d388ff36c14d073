/** Verdicts that somebody looked at and found right: `accepted.json` has them by document, each with its reason. */
import fs from 'node:fs'
import path from 'node:path'

/** @typedef {import('./judge.mjs').Verdict} Verdict */

/** @type {{ [name: string]: { verdict: string, what?: string[], like?: string, why: string }[] }} */
const accepted = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'accepted.json'), 'utf8'))

/**
 * The verdicts of a document that nobody accepted, and the reasons of the others. A verdict is accepted with all that it
 * was about, or with a part of that: one word more, and it is to be looked at again. `like` accepts all words of a kind,
 * where a document shows others each time.
 * @param {string} name
 * @param {Verdict[]} verdicts
 */
export function newVerdicts(name, verdicts) {
  const isKnown = (known, one) =>
    known.what?.includes(one) || (known.like && new RegExp(known.like).test(one))
  const reasonOf = ({ verdict, what }) =>
    accepted[name]?.find((known) => known.verdict === verdict && what.every((one) => isKnown(known, one)))
      ?.why
  return {
    verdicts: verdicts.filter((verdict) => !reasonOf(verdict)),
    reasons: [...new Set(verdicts.flatMap((verdict) => reasonOf(verdict) ?? []))],
  }
}
