/** A page for each error code: its section of `errors.md`, an example, and which operations answer it. */

/**
 * Pages `{ path, title, text }` by the sections of the text of `docs/reference/errors.md`; `errors` has the status and
 * the title of each code.
 */
export function errorPages(text, { api, errors }) {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [name, ...lines] = part.split('\n')
      return errorPage(name.trim(), lines.join('\n').trim(), { api, ...errors[name.trim()] })
    })
}

function errorPage(name, text, { api, status, title }) {
  const example = api.components.examples[name]?.value
  const operations = Object.entries(api.paths).flatMap(([address, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => isAnsweredBy(responses, name))
      .map(([method, { operationId }]) => {
        const page = `${address.startsWith('/admin/') ? 'admin-' : ''}${operationId}`
        return `- [${method.toUpperCase()} ${address}](../reference/${page}.md)`
      }),
  )
  const parts = [
    `# ${name}`,
    `**${status}. ${title}.**`,
    text,
    example ? `## Example\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`` : '',
    operations.length > 0 ? `## Operations that return it\n\n${operations.join('\n')}` : '',
    '[All errors](../reference/errors.md)',
  ]
  return { path: `errors/${name}`, title: name, text: parts.filter(Boolean).join('\n\n') }
}

function isAnsweredBy(responses, name) {
  return Object.values(responses).some(({ content }) =>
    Object.hasOwn(content?.['application/problem+json']?.examples ?? {}, name),
  )
}
