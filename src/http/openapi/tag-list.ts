/** The groups that the operations are shown in, customers' first, and which paths belong to each. */

type Tag = { name: string; description: string; paths: readonly string[] }

const tags: readonly Tag[] = [
  {
    name: 'Documents',
    description: 'PDFs from HTML, templates, your own endpoints, and other PDFs; many at once in a batch.',
    paths: [
      '/v1/transform',
      '/v1/generate',
      '/v1/studio',
      '/v1/preview',
      '/v1/try',
      '/v1/finish',
      '/v1/inspect',
      '/v1/batch',
    ],
  },
  { name: 'QR codes', description: 'PNG or SVG, read back before you get it.', paths: ['/v1/qrcode'] },
  { name: 'Invoices', description: 'E-invoices, checked and read.', paths: ['/v1/invoice'] },
  {
    name: 'Tasks',
    description: 'What is made while you do something else, and what became of it.',
    paths: ['/v1/status', '/v1/tasks', '/v1/batches'],
  },
  { name: 'Templates', description: 'Built-in templates and your own.', paths: ['/v1/templates'] },
  {
    name: 'Endpoints',
    description: 'A template or HTML with stored data and options, called by its slug.',
    paths: ['/v1/endpoints'],
  },
  {
    name: 'Assets',
    description: 'Images and fonts of yours that documents name as `asset:<name>`, and your brand.',
    paths: ['/v1/assets', '/v1/brand'],
  },
  {
    name: 'Webhooks',
    description:
      'What was sent, sending it again, events of your account, and the secret that it is signed with.',
    paths: ['/v1/webhooks'],
  },
  {
    name: 'Account',
    description: 'Keys, credits, and what they were spent on.',
    paths: ['/v1/keys', '/v1/credits', '/v1/usage', '/v1/usage.csv'],
  },
  { name: 'Service', description: 'Whether it works.', paths: ['/health'] },
  {
    name: 'Operator',
    description: 'Accounts, keys and credits. Needs the secret `ADMIN_TOKEN`.',
    paths: ['/admin'],
  },
]

/** The tags as the description lists them, in order. */
export const tagList = tags.map(({ name, description }) => ({ name, description }))

/** Place in `tagList` of what belongs to a path. Throws an Error for a path of no group. */
export function tagIndex(path: string): number {
  const index = tags.findIndex(({ paths }) =>
    paths.some((start) => path === start || path.startsWith(`${start}/`)),
  )
  if (index < 0) throw new Error(`${path} is in no group: add it to one in src/http/openapi/tag-list.ts`)
  return index
}
