/** The code of docs/guide/webhooks.md that verifies webhooks, each in its language, on calls that the service signed. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { webhookHeaders } from '../../src/webhooks/sign'
import { outFolder } from './tools'

const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/guide/webhooks.md'), 'utf8')
const folder = outFolder('webhooks')

const SECRET = `whsec_${Buffer.from('a secret of 24 bytes ...').toString('base64')}`
const BODY = '{"task_id":"tsk_1","status":"completed","download_url":"https://a.example/ü","metadata":{}}'
const now = Date.now()
const signed = (at: number, secrets: string[]) =>
  webhookHeaders({ id: 'msg_1', body: BODY, now: at }, secrets)
const former = `whsec_${Buffer.from('the one before').toString('base64')}`
/** Body, headers and secret of calls; the first two are right. */
const calls = [
  [BODY, signed(now, [SECRET])],
  [BODY, signed(now, [former, SECRET])],
  [`${BODY} `, signed(now, [SECRET])],
  [BODY, signed(now - 600_000, [SECRET])],
  [BODY, signed(now, [former])],
] as const
const words = calls.flatMap(([body, headers]) => [
  body,
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name] ?? ''),
])

const HEADERS = (open: string, close: string, at: string, pair: string) =>
  `${open}"webhook-id"${pair}${at}1]), "webhook-timestamp"${pair}${at}2]), "webhook-signature"${pair}${at}3])${close}`

/** By the language of the block: the file, the program around the block, and the command that runs it. */
const programs: Record<string, { file: string; around: (code: string) => string; command: string[] }> = {
  js: {
    file: 'verify.mjs',
    around: (code) => `${code}
const words = process.argv.slice(2)
for (let at = 0; at < words.length; at += 4)
  console.log(verify(words[at], ${HEADERS('{', '}', '(words[at + ', ': ')}, ${JSON.stringify(SECRET)}))`,
    command: [process.execPath],
  },
  python: {
    file: 'verify.py',
    around: (code) => `import sys
${code}
words = sys.argv[1:]
for at in range(0, len(words), 4):
    print(str(verify(words[at].encode(), ${HEADERS('{', '}', '(words[at + ', ': ')}, ${JSON.stringify(SECRET)})).lower())`,
    command: ['python3', '-B'],
  },
  php: {
    file: 'verify.php',
    around: (code) => `<?php
${code}
$words = array_slice($argv, 1);
for ($at = 0; $at < count($words); $at += 4)
    echo var_export(verify($words[$at], ${HEADERS('[', ']', '($words[$at + ', ' => ')}, '${SECRET}'), true), "\\n";`,
    command: ['php'],
  },
  go: {
    file: 'verify.go',
    around: (code) => `package main
import ("crypto/hmac"; "crypto/sha256"; "encoding/base64"; "os"; "strconv"; "strings"; "time")
${code}
func main() {
	words := os.Args[1:]
	for at := 0; at < len(words); at += 4 {
		os.Stdout.WriteString(strconv.FormatBool(verify([]byte(words[at]), words[at+1], words[at+2], words[at+3], ${JSON.stringify(SECRET)})) + "\\n")
	}
}`,
    command: ['go', 'run'],
  },
  java: {
    file: 'Verify.java',
    around: (code) => `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
class Verify {
${code}
    public static void main(String[] words) throws Exception {
        for (int at = 0; at < words.length; at += 4)
            System.out.println(verify(words[at].getBytes(StandardCharsets.UTF_8), words[at + 1], words[at + 2], words[at + 3], ${JSON.stringify(SECRET)}));
    }
}`,
    command: ['java', '-Dfile.encoding=UTF-8', '-Dsun.jnu.encoding=UTF-8'],
  },
}

it.each(Object.keys(programs))('the code in %s accepts what was signed, and nothing else', (language) => {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\`$`, 'ms').exec(page)?.[1] ?? ''
  expect(block).toContain('verify(')
  const { file, around, command } = programs[language] ?? { file: '', around: String, command: [] }
  fs.writeFileSync(path.join(folder, file), around(block))
  const [program = '', ...options] = command
  const { stdout, stderr } = spawnSync(program, [...options, file, ...words], {
    cwd: folder,
    encoding: 'utf8',
    // Without cgo Go has its library compiled: `scripts/oracle-tools.mjs`.
    env: { ...process.env, LC_ALL: 'C.UTF-8', CGO_ENABLED: '0' },
  })
  expect(stdout.trim().split('\n'), stderr).toEqual(['true', 'true', 'false', 'false', 'false'])
})

it('the page has five languages', () => {
  expect(Object.keys(programs)).toHaveLength(5)
})
