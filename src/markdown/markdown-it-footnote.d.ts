declare module 'markdown-it-footnote' {
  const footnote: (md: import('markdown-it').MarkdownIt) => void
  export default footnote
}
