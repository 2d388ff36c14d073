/** One weight of a family for one script, as an embedded WOFF2. */
export type FontFace = {
  family: string
  weight: number
  style: string
  subset: string
  /** CSS `unicode-range`. */
  range: string
  /** WOFF2 in base64. */
  data: string
  /** Class of the part of a page that alone is set in this face; else any text may be. */
  neededBy?: string
}

/**
 * Makes the style sheet of a page: the fonts' Latin always, other scripts only if the text has a character of
 * theirs, so that an English invoice does not carry Greek. Static weights, since Chromium embeds variable fonts
 * as Type 3, which readers draw worse and cannot select as well.
 */
export function fontStyles(faces: readonly FontFace[]) {
  const scripts = new Map<string, { needed: RegExp; css: string }>()
  const parts = new Map<string, string>()
  for (const face of faces) {
    if (face.neededBy) {
      parts.set(face.neededBy, (parts.get(face.neededBy) ?? '') + rule(face))
      continue
    }
    const script = scripts.get(face.subset) ?? { needed: characterClass(face.range), css: '' }
    script.css += rule(face)
    scripts.set(face.subset, script)
  }
  return (text: string) => {
    let css = ''
    for (const [subset, script] of scripts) {
      if (subset === 'latin' || script.needed.test(text)) css += script.css
    }
    for (const [name, rules] of parts) {
      if (text.includes(`class="${name}"`)) css += rules
    }
    return css
  }
}

function rule({ family, weight, style, range, data }: FontFace) {
  return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};unicode-range:${range};src:url(data:font/woff2;base64,${data}) format("woff2")}`
}

/** `U+0100-02BA,U+2020` as the regular expression of the characters in it. */
function characterClass(range: string) {
  const parts = range.split(',').map((part) => {
    const [first = '', last = first] = part.trim().slice(2).split('-')
    return `\\u{${first}}-\\u{${last}}`
  })
  // oxlint-disable-next-line platen/linear-pattern -- one character class, from our own fonts
  return new RegExp(`[${parts.join('')}]`, 'u')
}
