/** The first page: what README.md says to those who try Platen, and where to go on. */

/** Its Markdown, from that of README.md. */
export function homePage(readme) {
  const promise = /^\*\*(.+)\*\*$/m.exec(readme)?.[1] ?? ''
  return `# Platen\n\n${promise}\n\n${section(readme, 'Try it')}\n\n${section(readme, 'What it does')}\n`
}

function section(text, title) {
  const found = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${title}\n`))
  if (!found) throw new Error(`README.md has no section "${title}"`)
  return found.trim()
}
