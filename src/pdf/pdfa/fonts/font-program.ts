/** Font programs as the rules look at them: which glyphs they have and how wide these are. */

/** A table of a TrueType program from codes to glyphs; 0 where it has none. */
export type CharacterMap = { platform: number; encoding: number; glyphOf: (code: number) => number }

/** Glyphs are numbers, 0 the one that stands for none. */
export type FontProgram = {
  glyphs: number
  /** In thousandths of the size; undefined if it cannot be told. */
  widthOf: (glyph: number) => number | undefined
  /** Of programs whose glyphs have names. */
  glyphNamed?: ((name: string) => number | undefined) | undefined
  /** The encoding that the program itself has: the name of a code. */
  nameOfCode?: ((code: number) => string | undefined) | undefined
  /** Of programs whose glyphs are numbered by CIDs. */
  glyphOfCid?: ((cid: number) => number | undefined) | undefined
  maps: CharacterMap[]
}
