/** `platen`, as it is typed in a shell. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Running } from './running'

const cli = path.resolve(import.meta.dirname, '../../../clients/cli')

export function commandLine({ origin, account }: Running) {
  describe('platen', () => {
    let folder: string
    let key: string
    beforeAll(async () => {
      key = await account({ plan: 'Pro', credits: 20 })
      folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-cli-'))
      fs.writeFileSync(path.join(folder, 'page.html'), '<title>T</title><p>Hello')
      const outfile = path.join(folder, 'platen.mjs')
      const entryPoints = [path.join(cli, 'src/platen.ts')]
      await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' })
    })
    afterAll(() => fs.rmSync(folder, { recursive: true }))

    function platen(words: string[], { input = '', env = {} }: { input?: string; env?: object } = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['platen.mjs', ...words], {
        ...{ cwd: folder, input },
        env: { PATH: process.env.PATH, PLATEN_URL: origin(), PLATEN_KEY: key, ...env },
      })
      return { code: status, out: stdout.toString('latin1'), err: stderr.toString() }
    }

    it('prints Markdown, by the name of its file', () => {
      fs.writeFileSync(path.join(folder, 'page.md'), '# Hello\n\n- [x] done\n')
      const { code, err } = platen(['pdf', 'page.md', '-o', 'md.pdf', '--style', 'letter'])
      expect([code, err]).toEqual([0, 'md.pdf, 1 page, 1 credits\n'])
    })

    it('prints files, what comes in, and templates, and says what it made', () => {
      const made = platen(['pdf', 'page.html', '-o', 'a5.pdf', '--paper', 'A5', '--margin', '20mm', '--json'])
      expect([made.code, JSON.parse(made.out)]).toEqual([
        0,
        expect.objectContaining({ file: 'a5.pdf', pages: 1, credits_charged: 1 }),
      ])
      const report = JSON.parse(platen(['check', 'a5.pdf']).out)
      expect(Math.round(report.page_sizes[0].width)).toBe(420)
      const piped = platen(['pdf', '-', '--set', 'pdf_format=PDF/A-2b'], { input: '<title>T</title><p>Hi' })
      expect([piped.code, piped.out.slice(0, 5)]).toEqual([0, '%PDF-'])
      const data = JSON.stringify({ recipient: 'Acme', body: 'Hello' })
      const letter = platen(['pdf', '--template', 'letter/formal', '--data', '-', '-o', 'l.pdf'], {
        input: data,
      })
      expect([letter.code, letter.out]).toEqual([0, ''])
      expect(platen(['qr', 'https://example.com', '-o', 'code.png']).code).toBe(0)
      expect(fs.readFileSync(path.join(folder, 'code.png')).subarray(1, 4).toString()).toBe('PNG')
    })

    it('tells by its exit code what went wrong, and names the field', () => {
      const wrong = platen(['pdf', 'page.html', '-o', 'x.pdf', '--paper', 'A7'])
      expect([wrong.code, wrong.out]).toEqual([1, ''])
      expect(wrong.err).toContain('/options/paper must be one of')
      expect(fs.existsSync(path.join(folder, 'x.pdf'))).toBe(false)
      expect(platen(['check', 'a5.pdf', '--conformance', 'PDF/A-2b']).code).toBe(1)
      for (const words of [['print'], ['pdf'], ['pdf', 'page.html', '--papr', 'A5'], ['qr']])
        expect([words, platen(words).code]).toEqual([words, 2])
      expect(platen(['qr', 'x'], { env: { PLATEN_KEY: '' } }).code).toBe(2)
      expect(platen(['--help']).out).toContain('platen pdf')
    })
  })
}
