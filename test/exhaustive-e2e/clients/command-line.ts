/** `platen`, as it is typed in a shell. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barOf } from '../../../clients/cli/src/progress'
import type { Running } from './running'

/** A message that calls a tool. */
const callOf = (name: string) =>
  `${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: {} } })}\n`

const cli = path.resolve(import.meta.dirname, '../../../clients/cli')

export function commandLine({ origin, account }: Running) {
  describe('platen', () => {
    let folder: string
    let key: string
    let poor: string
    let rich: string
    beforeAll(async () => {
      // All of them here: a connection that is kept is gone after commands that block this process.
      key = await account({ plan: 'Pro', credits: 40 })
      poor = await account({ plan: 'Pro', credits: 2 })
      rich = await account({ plan: 'Pro', credits: 100 })
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
        env: { PATH: process.env.PATH, HOME: folder, PLATEN_URL: origin(), PLATEN_KEY: key, ...env },
      })
      return { code: status, out: stdout.toString('latin1'), err: stderr.toString() }
    }

    it('prints Markdown, by the name of its file', () => {
      fs.writeFileSync(path.join(folder, 'page.md'), '# Hello\n\n- [x] done\n')
      const { code, err } = platen(['pdf', 'page.md', '-o', 'md.pdf', '--style', 'letter'])
      expect([code, err]).toEqual([0, 'md.pdf, 1 page, 1 credit\n'])
    })

    it('names its command to somebody who knows that of the API', () => {
      const { code, err } = platen(['generate', 'invoice/classic'])
      expect([code, err.split('\n')[0]]).toEqual([
        2,
        'There is no command "generate": it is "platen pdf --template".',
      ])
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
      // The name says what it is, and what could go nowhere is not made.
      expect(platen(['qr', 'https://example.com', '-o', 'code.svg']).code).toBe(0)
      expect(fs.readFileSync(path.join(folder, 'code.svg'), 'utf8')).toMatch(/^<svg/)
      const picture = platen(['pdf', 'page.html', '-o', 'page.png'])
      expect([picture.code, picture.err]).toEqual([0, 'page.png, 1 page, 1 credit\n'])
      expect(fs.readFileSync(path.join(folder, 'page.png')).subarray(1, 4).toString()).toBe('PNG')
      const nowhere = { env: { PLATEN_URL: 'http://127.0.0.1:1' } }
      expect(platen(['pdf', 'page.html', '--json'], nowhere).code).toBe(2)
      expect(platen(['pdf', 'page.html', '-o', 'absent/x.pdf'], nowhere)).toMatchObject({ code: 4 })
    })

    it('prints a page by its address, with the headers that it wants', () => {
      // The service fetches nothing of its own network, so its refusal shows what it was sent.
      const refused = platen(['pdf', 'http://127.0.0.1:1/a', '-o', 'u.pdf', '--header', 'X-A: b'])
      expect([refused.code, refused.out]).toEqual([1, ''])
      expect(refused.err).toMatch(/\/url |url_not_allowed/)
      const idle = platen(['pdf', 'page.html', '-o', 'u.pdf', '--header', 'X-A: b'])
      expect([idle.code, idle.err]).toEqual([2, expect.stringContaining('--header is sent to the address')])
    })

    it('starts the local service for a command that has none, and ends it with the command', () => {
      const unset = { PLATEN_URL: undefined, PLATEN_KEY: undefined }
      const local = {
        ...unset,
        PLATEN_SERVICE: path.resolve(cli, '../..'),
        PLATEN_BUNDLE: process.env.PLATEN_BUNDLE,
        TMPDIR: folder,
      }
      const page = `${origin()}/docs/`
      const made = platen(['pdf', page, '-o', 'local.pdf', '--json'], { env: local })
      expect(made.code, made.err).toBe(0)
      expect(JSON.parse(made.out)).toMatchObject({ file: 'local.pdf', pages: expect.any(Number) })
      expect(made.err).toMatch(
        /^No service is configured .+\nStarting the local service of .+\nIt is up at http/,
      )
      const [, url = ''] = /up at (\S+)/.exec(made.err) ?? []
      expect(spawnSync('curl', ['-s', url]).status).toBe(7)
      expect(fs.readdirSync(folder).filter((name) => name.startsWith('platen-local-'))).toEqual([])

      const absent = platen(['pdf', 'page.html', '-o', 'x.pdf'], {
        env: { ...unset, PLATEN_SERVICE: folder },
      })
      expect([absent.code, absent.out]).toEqual([5, ''])
      expect(absent.err).toContain('is no folder of the service')
    })

    it('makes a document of each row, once, and goes on where it broke off', () => {
      const at = (name: string) => path.join(folder, 'batch', name)
      fs.writeFileSync(path.join(folder, 'common.json'), '{"body": "Hello"}')
      fs.writeFileSync(
        path.join(folder, 'rows.csv'),
        '\uFEFFnumber;recipient.name\n1;"Acme; Ltd"\n2/a;Client\n3;Third\n',
      )
      const words = [
        'batch',
        'rows.csv',
        '--template',
        'letter/formal',
        '-o',
        'batch',
        '--data',
        'common.json',
      ]
      const first = platen([...words, '--name', '{number}', '--json'])
      expect([first.code, first.err]).toEqual([0, '3 of 3 rows done\n'])
      const rows = first.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(rows.map(({ file }) => file).sort()).toEqual(['1.pdf', '2-a.pdf', '3.pdf'])
      const text = JSON.stringify(fs.readFileSync(at('1.pdf'), 'latin1').slice(0, 5))
      expect(text).toBe('"%PDF-"')
      const left = () =>
        JSON.parse(platen(['mcp'], { input: callOf('get_credits') }).out).result.content[0].text
      const before = left()

      // A file that is gone is fetched again, and the last line of a journal that broke off is no fault.
      fs.rmSync(at('3.pdf'))
      fs.appendFileSync(at('.platen-batch.jsonl'), '{"key":"x')
      const again = platen([...words, '--name', '{number}', '--json'])
      expect([again.code, again.out.trim().split('\n').length]).toEqual([0, 1])
      expect(fs.existsSync(at('3.pdf'))).toBe(true)
      expect(left()).toBe(before)

      expect(platen([...words, '--name', 'same']).err).toContain('Rows 1 and 2 would both be same.pdf')
      const failed = platen([...words, '--set', 'page_ranges="9"'])
      expect(failed.code).toBe(1)
      expect(failed.err).toMatch(/row 1 \(1\.pdf\): .+[\s\S]+0 of 3 rows done, 3 failed/)
    })

    it('stops a batch at what every row would meet, says it once, and goes on when it is mended', () => {
      const rows = Array.from({ length: 40 }, (_, at) => `R${at},b`)
      fs.writeFileSync(path.join(folder, 'forty.csv'), `recipient,body\n${rows.join('\n')}\n`)
      const batch = (template: string, more: string[], PLATEN_KEY: string) =>
        platen(['batch', 'forty.csv', '--template', template, '-o', 'common', ...more], {
          env: { PLATEN_KEY },
        })
      for (const [template, more, by, said] of [
        ['letter/formall', [], rich, /^not_found: .+letter\/formal"/m],
        ['letter/formal', ['--set', 'papr=A5'], rich, /^invalid_request: .+papr/m],
        ['letter/formal', [], `${rich.slice(0, -1)}_`, /^unauthorized: /m],
      ] as const) {
        const { code, err } = batch(template, [...more], by)
        expect([code, err.trim().split('\n').length], err).toEqual([1, 2])
        expect(err).toMatch(said)
        expect(err).toContain(
          'stopped after 0 of 40 rows, at what every other row would meet too: run it again',
        )
      }
      const stopped = batch('letter/formal', [], poor)
      expect(stopped.err).toMatch(/stopped after [0-2] of 40 rows[\s\S]+insufficient_credits: /)
      // What is wrong with the data of the first ten rows is told once, and taken for all.
      const lines = '{"seller": "S", "lines": [{"name": "D", "quantity": 1, "net_price": 10}]}'
      const alike = batch('invoice/classic', ['--set', 'factur_x=true', '--data', lines], rich)
      expect(alike.err).toMatch(/row \d+ \(\d+\.pdf\): The invoice cannot[\s\S]+\): as row \d/)
      expect([alike.code, alike.err]).toEqual([
        1,
        expect.stringContaining('as its first 10 failed alike: run it'),
      ])
      // Rows that were made are not made again, by whatever key.
      fs.writeFileSync(path.join(folder, 'forty.csv'), `recipient,body\n${rows.slice(0, 3).join('\n')}\n`)
      expect(batch('letter/formal', [], rich).code).toBe(0)
      // One row that is wrong does not stop the others.
      fs.writeFileSync(
        path.join(folder, 'mixed.json'),
        '[{"lines": [{"net_price": "ten"}]}, {"number": "1"}]',
      )
      const mixed = platen(['batch', 'mixed.json', '--template', 'invoice/classic', '-o', 'mixed'], {
        env: { PLATEN_KEY: rich },
      })
      expect([mixed.code, mixed.err], mixed.err).toEqual([
        1,
        expect.stringContaining('1 of 2 rows done, 1 failed'),
      ])
    })

    it('goes on where a batch was stopped, and makes again what the service no longer has', async () => {
      const at = (name: string) => path.join(folder, 'stopped', name)
      // So many that they are not done before they are stopped.
      const rows = Array.from({ length: 12 }, (_, row) => `R${row},b\n`)
      fs.writeFileSync(path.join(folder, 'stopped.csv'), `recipient,body\n${rows.join('')}`)
      const env = { PLATEN_KEY: rich }
      const words = ['batch', 'stopped.csv', '--template', 'letter/formal', '-o', 'stopped']
      // A terminal of its own, where a bar is drawn.
      const run = ['import pty,sys', 'sys.exit(pty.spawn(sys.argv[1:]) >> 8)'].join('\n')
      const child = spawn('python3', ['-c', run, process.execPath, 'platen.mjs', ...words], {
        ...{ cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] },
        env: { PATH: process.env.PATH, HOME: folder, PLATEN_URL: origin(), ...env },
      })
      let shown = ''
      child.stdout?.on('data', (piece) => {
        // Ctrl-C as soon as it is under way.
        if (shown === '') child.stdin?.write('\u0003')
        shown += piece
      })
      // All that it printed has come by then.
      expect(await once(child, 'close')).toEqual([130, null])
      expect(shown).toMatch(/░+ 0\/12, 0 %[\s\S]*stopped after \d+ of 12 rows: run it again to go on/)
      expect(platen(words, { env }).err).toBe('12 of 12 rows done\n')
      const lines = fs.readFileSync(at('.platen-batch.jsonl'), 'utf8').replaceAll(/tsk_\w+/g, 'tsk_gone')
      fs.writeFileSync(at('.platen-batch.jsonl'), lines)
      fs.rmSync(at('01.pdf'))
      fs.appendFileSync(
        at('.platen-batch.jsonl'),
        lines.split('\n').find((line) => line.includes('tsk_gone')) ?? '',
      )
      expect([platen(words, { env }).code, fs.existsSync(at('01.pdf'))]).toEqual([0, true])
    })

    it('tells a service that fails from one that refuses', async () => {
      const server = http.createServer((_, response) => response.writeHead(504).end())
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as { port: number }
      const child = spawn(process.execPath, ['platen.mjs', 'qr', 'x', '-o', 'x.png'], {
        ...{ cwd: folder, stdio: 'ignore' },
        env: { PLATEN_URL: `http://127.0.0.1:${port}`, PLATEN_KEY: key },
      })
      expect(await once(child, 'exit')).toEqual([3, null])
      server.close()
    })

    it('draws how far it is', () => {
      const count = { done: 9, failed: 1, total: 40 }
      expect(barOf(count, { columns: 65, left: 29_500 })).toBe(
        '█████░░░░░░░░░░░░░░░ 10/40, 25 %, 1 failed, 30 s left',
      )
      expect(barOf({ ...count, failed: 0 }, { columns: 40, left: 600_000 })).toBe('9/40, 22 %, 10 min left')
    })

    it('passes messages of agents on, one a line, and refusals as answers', async () => {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [path.join(folder, 'platen.mjs'), 'mcp'],
        env: { PLATEN_URL: origin(), PLATEN_KEY: key },
      })
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(transport)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain('render_html')
      const made = await client.callTool({
        name: 'render_html',
        arguments: { html: '<title>T</title><p>Hi' },
      })
      expect(made.isError).not.toBe(true)
      await client.close()
      const refused = platen(['mcp'], { input: callOf('get_credits'), env: { PLATEN_KEY: 'plt_live_x' } })
      expect(JSON.parse(refused.out)).toMatchObject({
        id: 7,
        error: { message: expect.stringMatching(/^unauthorized: /) },
      })
    })

    it('stores where the service is, and shows no whole key', () => {
      const env = { XDG_CONFIG_HOME: folder, PLATEN_URL: undefined, PLATEN_KEY: undefined }
      expect(platen(['config', 'url', origin()], { env }).code).toBe(0)
      expect(platen(['config', 'key', key], { env }).code).toBe(0)
      expect(platen(['qr', 'x', '-o', 'x.png'], { env }).code).toBe(0)
      const shown = platen(['config'], { env }).out
      expect(shown).toContain(origin())
      expect(shown).not.toContain(key)
      expect(fs.statSync(path.join(folder, 'platen/config.json')).mode & 0o077).toBe(0)
      for (const shell of ['bash', 'zsh', 'fish'])
        expect(platen(['completion', shell]).out).toMatch(/batch[\s\S]*template/)
      const bash = platen(['completion', 'bash']).out
      const offered = spawnSync('bash', [
        '-c',
        `${bash}\nCOMP_WORDS=(platen ba); COMP_CWORD=1; _platen; echo $COMPREPLY`,
      ])
      expect(offered.stdout.toString()).toBe('batch\n')
    })

    it('shows a template while it is written', async () => {
      const source = path.join(folder, 'my/note')
      fs.mkdirSync(source, { recursive: true })
      fs.writeFileSync(path.join(source, 'page.liquid'), '<h1>{{ title }}</h1>')
      fs.writeFileSync(path.join(source, 'sample.json'), '{"title": "Hello"}')
      const child = spawn(process.execPath, ['platen.mjs', 'dev', 'my/note', '--port', '0'], {
        ...{ cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
        env: { PATH: process.env.PATH, PLATEN_URL: origin(), PLATEN_KEY: key },
      })
      try {
        let said = ''
        child.stderr?.on('data', (piece) => {
          said += piece
        })
        const patient = { timeout: 120_000, interval: 100 }
        await expect.poll(() => said, patient).toMatch(/http:\/\/\S+\n/)
        const [url = ''] = /http:\/\/\S+/.exec(said) ?? []
        const page = await (await fetch(url)).text()
        expect(page).toContain('/document.pdf')
        expect((await (await fetch(`${url}document.pdf`)).text()).slice(0, 5)).toBe('%PDF-')
        fs.writeFileSync(path.join(source, 'page.liquid'), '<h1>{{ title </h1>')
        await expect.poll(() => said, patient).toMatch(/^page\.liquid: .+line 1/m)
        expect(await (await fetch(url)).text()).toMatch(/<pre role="status">/)
      } finally {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
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
      // 504, but the document's fault: who tries again what ends with 3 would wait for nothing.
      const endless = ['--set', 'wait_for=#never', '--set', 'timeout=1']
      const late = platen(['pdf', 'page.html', '-o', 'x.pdf', ...endless])
      expect([late.code, late.err]).toEqual([1, expect.stringMatching(/^render_timeout: /)])
      const unread = platen(['pdf', 'absent.html', '-o', 'x.pdf'])
      expect([unread.code, unread.err]).toEqual([4, expect.stringContaining('absent.html')])
      expect(platen(['pdf', 'page.html', '-o', 'absent/x.pdf', '--json'])).toMatchObject({ code: 4, out: '' })
      expect(platen(['--help']).out).toContain('platen pdf')
      expect(platen(['pfd']).err).toMatch(/^There is no command "pfd": did you mean "platen pdf"\?/)
      expect(platen(['pdf', 'page.html', '--papr', 'A5']).err).toMatch(/^.+ --papr: did you mean --paper\?/)
      expect(platen(['--version']).out).toMatch(/^\d+\.\d+\.\d+\n$/)
    })
  })
}
