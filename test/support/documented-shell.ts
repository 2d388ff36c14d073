/** A shell for commands of the documentation, in which the line of `npm start` was pasted. */
import { spawnSync } from 'node:child_process'
import { expect, inject } from 'vitest'

/** Runs commands in a folder, which is the home. Warnings of a document count as an error if `.curlrc` there says so. */
export function shellIn(folder: string, commands: string) {
  const [line = ''] = /export URL=\S+ KEY=\S+/.exec(inject('service').output) ?? []
  expect(line).not.toBe('')
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-e', '-o', 'pipefail', '-c', `${line}\nexport PLATEN_URL=$URL PLATEN_KEY=$KEY\n${commands}`],
    {
      cwd: folder,
      env: {
        PATH: `${folder}/bin:${process.env.PATH}`,
        HOME: folder,
        CURL_HOME: folder,
        // Where `npm install -g` puts programs.
        npm_config_prefix: folder,
        npm_config_audit: 'false',
      },
      encoding: 'utf8',
    },
  )
  return { status, output: `${stdout}${stderr}`, stdout }
}
