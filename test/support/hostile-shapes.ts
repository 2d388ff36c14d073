/** Texts that parsers and patterns may choke on, by name; each is repeated up to a length. */
export type HostileShapes = Record<string, string>

/** By what they attack. The first of each class is tried by `npm test`. */
const CLASSES: HostileShapes[] = [
  { blanks: ' ', tabs: '\t', 'blank lines': '\n \n' },
  {
    'open ranges': '1-         ,',
    commas: ',',
    'digits and points': '1.',
    signs: '-+',
    hyphens: 'a-',
    'colons and semicolons': ':;',
  },
  { 'url(': 'url(', '@font-face': '@font-face{', '@import': '@import "', 'CSS comments': '/*/' },
  { 'open tags': '<a b="', 'HTML comments': '<!--', entities: '&amp' },
  { brackets: '[', braces: '{', 'nested JSON': '{"a":[', backslashes: '\\' },
  {
    // One run: those of a letter each are short.
    'combining marks': '\u0301\u0323',
    'halves of surrogate pairs': '\ud83d',
    'right to left': 'א\u202e',
    nulls: '\0',
  },
  { 'stars and underlines': '*_', headings: '\n# ', 'open links': '[a](http://' },
  { 'open outputs': '{{ a | ', 'open tags of Liquid': '{% if ' },
  { 'at signs': 'a@', 'dots and slashes': '../', 'percent signs': '%2' },
]

/** One shape of each class. */
export const ONE_OF_EACH_CLASS: HostileShapes = Object.fromEntries(
  CLASSES.flatMap((shapes) => Object.entries(shapes).slice(0, 1)),
)

/** The other shapes of each class. */
export const OTHERS_OF_EACH_CLASS: HostileShapes = Object.fromEntries(
  CLASSES.flatMap((shapes) => Object.entries(shapes).slice(1)),
)
