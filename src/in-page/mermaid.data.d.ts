/** What `scripts/mermaid-library.mjs` makes: a script that sets `platenMermaid`. */
export const mermaidLibrary: string
