/**
 * A bundle in ASCII. The engine keeps a script as it stands, and gives each character two bytes if one of them is beyond
 * Latin-1. esbuild writes such letters as escapes in strings, but not in patterns and comments: 250 of 12 million, for
 * which an isolate held 12 MB more.
 */
import fs from 'node:fs'

/** The script with an escape in place of every letter that is not ASCII; what it does is the same. */
export function plainLetters(script) {
  return script.replace(/[\u0080-\uffff]/g, (letter, at) => {
    const code = `u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
    // A letter behind a backslash is itself, and the backslash serves the escape.
    return isEscaped(script, at) ? code : `\\${code}`
  })
}

function isEscaped(script, at) {
  let before = at
  while (script[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

/** Writes the file anew, in ASCII. */
export function writePlainLetters(file) {
  fs.writeFileSync(file, plainLetters(fs.readFileSync(file, 'utf8')))
}
