/** The language of a text, if it is plain: by its script, or by words that only that language has so many of. Pure. */

/** Scripts that one language alone is written in, as far as documents go. Kana before Han, which Japanese uses too. */
const scripts: readonly [RegExp, string][] = [
  [/[\u3040-\u30ff]/g, 'ja'],
  [/[\uac00-\ud7af]/g, 'ko'],
  [/[\u4e00-\u9fff]/g, 'zh'],
  [/[\u0370-\u03ff]/g, 'el'],
  [/[\u0590-\u05ff]/g, 'he'],
  [/[\u0e00-\u0e7f]/g, 'th'],
  [/[\u10a0-\u10ff]/g, 'ka'],
  [/[\u0530-\u058f]/g, 'hy'],
]

/** The commonest little words of a language. Those of several languages are in each, and decide nothing alone. */
const words: Readonly<Record<string, string>> = {
  en: 'the of and to in is that it for was on are with as by be this have from or at which not you your we our will',
  de: 'der die das und ist nicht ein eine von mit zu den auf für im dem des sich auch als wird bei oder sind wir Sie nach aus zum zur',
  fr: 'le la les des et est un une dans que pour qui sur pas au par avec ce sont du il elle nous vous ne plus aux cette ou',
  es: 'el la los las de que y en un una es por con para no se del al lo como más su sus este esta pero son hay muy',
  it: 'il lo la gli le di che e un una per con non si del della dei nel alla sono più come questo questa anche dal ed',
  pt: 'o a os as de que e em um uma por com para não se do da dos das no na mais como ao são pelo pela seu sua',
  nl: 'de het een en van in is dat op te met voor niet zijn aan er ook als bij door naar wordt uit deze om maar nog wij',
  sv: 'och att det som en på är av för med till den har inte om ett han men var jag sig från vi så kan när år vid',
  da: 'og at det som en på er af for med til den har ikke om et han men var jeg sig fra vi så kan når år ved der',
  pl: 'i w na z do się nie to że jest po od za jak o dla ale przez są oraz był tym co lub przy które ma ich',
  cs: 'a v na je se že s z do to o za jako pro ale by od po jsou ve k které nebo jsem při tak podle byl',
  tr: 've bir bu için ile de da olarak olan çok daha en gibi kadar sonra ne var ancak değil her veya ise',
  ru: 'и в не на что с по как это из к у за от но для его то или при же бы также был которые мы вы',
  uk: 'і в не на що з та як це до у за від але для його то або при також був які ми ви є про',
}

/** So many little words must be there, and so many times those of the next language; of few words, more. */
const ENOUGH = 5
const MANY = 10
const CLEARLY = { few: 2, many: 1.5 }

/** BCP 47 tag of the language of `text`, or nothing if that is not certain. */
export function languageOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < 40) return undefined
  for (const [script, language] of scripts) {
    const share = (text.match(script)?.length ?? 0) / letters
    // A few kana make a text Japanese; of the others most letters must be.
    if (share > (language === 'ja' ? 0.15 : 0.6)) return language
  }
  const tokens = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const scores = Object.entries(words)
    .map(([language, list]) => {
      const known = new Set(list.toLowerCase().split(' '))
      return { language, hits: tokens.filter((token) => known.has(token)).length }
    })
    .sort((a, b) => b.hits - a.hits)
  const [best, second] = scores
  if (!best || best.hits < ENOUGH || best.hits < tokens.length * 0.12) return undefined
  const clearly = best.hits < MANY ? CLEARLY.few : CLEARLY.many
  return best.hits >= (second?.hits ?? 0) * clearly ? best.language : undefined
}
