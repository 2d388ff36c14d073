/** Font programs as the rules look at them: which glyphs they have and how wide these are. */

/** A table of a TrueType program from codes to glyphs; 0 where it has none. `format` is how OpenType numbers its kind. */
export type CharacterMap = {
  platform: number
  encoding: number
  format: number
  glyphOf: (code: number) => number
}

/** Glyphs are numbers, 0 the one that stands for none. */
export type FontProgram = {
  glyphs: number
  /** In thousandths of the size; undefined if it cannot be told. */
  widthOf: (glyph: number) => number | undefined
  /** The same by readers that drop the fractions of numbers a width is computed from; absent if there are none. */
  truncatedWidthOf?: ((glyph: number) => number | undefined) | undefined
  /** Of programs whose glyphs have names: all of them, and the glyph of one. */
  glyphNames?: (() => string[]) | undefined
  glyphNamed?: ((name: string) => number | undefined) | undefined
  /** The names that a TrueType program gives its glyphs. */
  postNamed?: ((name: string) => number | undefined) | undefined
  /** The encoding that the program itself has: the name of a code. */
  nameOfCode?: ((code: number) => string | undefined) | undefined
  /** Of programs whose glyphs are numbered by CIDs. */
  glyphOfCid?: ((cid: number) => number | undefined) | undefined
  maps: CharacterMap[]
}
