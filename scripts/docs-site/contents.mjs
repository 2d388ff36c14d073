/** The order in which a reader meets the pages of the site. A page is named by its file. */

/** Pages of the reference that are made from the OpenAPI description stand behind `reference` in their own order. */
const CONTENTS = [
  {
    title: 'Documents',
    pages: [
      'docs/guide/first-invoice.md',
      'docs/guide/studio.md',
      'docs/guide/templates.md',
      'docs/guide/gallery.md',
      'docs/guide/markdown.md',
      'docs/guide/pages.md',
      'docs/guide/headers-footers.md',
      'docs/guide/contents-lists.md',
      'docs/guide/forms.md',
      'docs/guide/fonts-images.md',
      'docs/guide/print-optimisation.md',
      'docs/guide/qr-codes.md',
    ],
  },
  {
    title: 'Finished files',
    pages: [
      'docs/guide/finishing.md',
      'docs/guide/which-pdf-a.md',
      'docs/guide/e-invoices-by-country.md',
      'docs/guide/factur-x.md',
      'docs/guide/passwords.md',
      'docs/guide/attachments.md',
    ],
  },
  {
    title: 'In production',
    pages: [
      'docs/guide/async.md',
      'docs/guide/webhooks.md',
      'docs/guide/retries.md',
      'docs/guide/credits.md',
      'docs/guide/test-keys.md',
      'docs/reference/accounts.md',
    ],
  },
  {
    title: 'Clients and tools',
    pages: [
      'clients/typescript/README.md',
      'clients/python/README.md',
      'clients/cli/README.md',
      'docs/guide/any-language.md',
      'docs/guide/agents.md',
      'docs/guide/integrations.md',
    ],
  },
  {
    title: 'Moving to Platen',
    pages: ['gotenberg', 'docraptor', 'pdfshift', 'wkhtmltopdf', 'puppeteer', 'cloudflare-pdf'].map(
      (name) => `docs/move/${name}.md`,
    ),
  },
  { title: 'Reference', pages: ['docs/reference/api.md', 'docs/reference/errors.md'], generated: true },
  {
    title: 'Operate',
    pages: [
      'docs/operate/deploy.md',
      'docs/operate/upgrade.md',
      'docs/operate/monitoring.md',
      'docs/operate/alarms.md',
      'docs/operate/operations.md',
      'docs/operate/restore.md',
      'docs/operate/secrets.md',
      'docs/operate/scale.md',
      'docs/operate/security.md',
    ],
  },
  {
    title: 'Project',
    pages: ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/decisions/README.md'],
  },
]

/** Pages that others lead to and that the menu leaves out. */
export const UNLISTED = ['docs/decisions/*.md']

/** The group that has those pages of a folder which are named nowhere, at its end. */
const REST = { 'docs/guide/': 'Documents', 'docs/reference/': 'Reference', 'docs/operate/': 'Operate' }

/** The groups, with every one of `files` (paths of Markdown files under `docs/`). */
export function contentsOf(files) {
  const named = new Set(CONTENTS.flatMap(({ pages }) => pages))
  return CONTENTS.map((group) => {
    const folders = Object.keys(REST).filter((folder) => REST[folder] === group.title)
    const rest = files.filter((file) => !named.has(file) && folders.some((folder) => file.startsWith(folder)))
    return { ...group, pages: [...group.pages, ...rest.sort()] }
  })
}

/** Names in the menu of pages whose own title is too long for it, or says too little beside others. */
export const MENU_NAMES = {
  'docs/guide/headers-footers.md': 'Headers, footers, page numbers',
  'docs/guide/which-pdf-a.md': 'Which PDF/A, when PDF/UA',
  'docs/guide/templates.md': 'Templates',
  'docs/guide/print-optimisation.md': 'goCreditMode',
  'docs/guide/factur-x.md': 'E-invoices: Factur-X',
  'docs/guide/any-language.md': 'PHP, Go, Java, others',
  'docs/guide/async.md': 'Tasks, batches, webhooks',
  'docs/guide/webhooks.md': 'Verifying webhooks',
  'docs/reference/api.md': 'Overview',
  'clients/typescript/README.md': 'TypeScript',
  'clients/python/README.md': 'Python',
  'clients/cli/README.md': 'Command line',
  'docs/decisions/README.md': 'Decisions',
}

/** Where a page stands that does not stand under `docs/`. */
export const MOVED = {
  'clients/typescript/README.md': 'clients/typescript',
  'clients/python/README.md': 'clients/python',
  'clients/cli/README.md': 'clients/command-line',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
}
