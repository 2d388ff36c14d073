/** UTF-8 that was read as Latin-1 or Windows-1252: `Ã¼` for ü, `â‚¬` for €. */
export const MISREAD = /Ã[¤¶¼©¨¡³±§]|â‚¬|â€[™œ“˜]/
