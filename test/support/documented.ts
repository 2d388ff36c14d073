/** The pages of the documentation, their blocks of code, and the commands within their sentences. */
import fs from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** Every page but CHANGELOG.md, whose commands are those of its time. */
export const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...fs.globSync(['clients/*/README.md', 'docs/**/*.md'], { cwd: ROOT }).sort(),
]

export const textOf = (page: string) => fs.readFileSync(path.join(ROOT, page), 'utf8')

/** `shown` is the block without a language behind it, which is what it prints. */
export type Block = { page: string; language: string; text: string; shown: string }

const FENCED = /^( *)```(\w*)\n(.*?)\n *```$(?:\n\n```\n(.*?)\n```$)?/gms

/** The blocks of a page, those within lists without their indent. */
export function blocksOf(page: string): Block[] {
  return [...textOf(page).matchAll(FENCED)].map(([, indent = '', language = '', text = '', shown = '']) => ({
    page,
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    shown,
  }))
}

/**
 * What looks like a command in sentences and tables: a word in small letters, behind variables that it is given, and more
 * words.
 */
export function inlineCommandsOf(page: string): string[] {
  const sentences = textOf(page).replaceAll(/^ *```.*?^ *```$/gms, '')
  return [...sentences.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => /^(?:[A-Z_]+=\S+ )*[a-z][\w.@/-]* [^{]/.test(code))
}

/** Blocks of `sh` that are not run, by how they begin. */
export const NOT_RUN = {
  'npm ci\nnpm start': 'the service is started by the suite, with a state of its own',
  'export URL=http://127.0.0.1:8787 KEY=plt_live_…':
    'stands for the line that npm start prints, which is run',
  'npm ci            #':
    'installs and serves until it is ended; its other commands are this suite and `unit`',
  'npx wrangler login': 'deploys to an account on Cloudflare',
  'npx wrangler secret put': 'sets secrets in an account on Cloudflare',
  'OLD=… NEW=$(openssl': 'sets secrets in an account on Cloudflare',
  'npx wrangler versions list': 'goes back to a former version in an account on Cloudflare',
  'git pull && npm ci': 'fetches and installs a release from the network, and deploys it',
  'export URL=https://platen.example ADMIN_TOKEN=': 'asks a deployed service, and an account on Cloudflare',
  'export PLATEN_URL=$URL PLATEN_KEY=$KEY\npython3 -m venv':
    'installs httpx from the network; oracles/python-client.test.ts installs the package at the same address',
  'npm run fuzz ': 'takes an hour and a half; CI runs a share of it',
  'docker build':
    'needs the daemon of Docker; exhaustive-e2e/container.test.ts takes the steps of Dockerfile',
}

/** Commands of a block that is run without them, by how they begin. */
export const LEFT_OUT = {
  'platen pdf https://': 'reaches the network; exhaustive-e2e/clients/command-line.ts prints an address',
  'platen dev': 'serves until it is ended; in exhaustive-e2e/clients/command-line.ts',
}
