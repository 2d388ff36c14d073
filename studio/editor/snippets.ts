/** A request as code: what one copies into a terminal, a program, n8n, Zapier or an agent. The key is never in it. */

export type Call = {
  /** What is called: an operation, or an endpoint by its slug. */
  kind: 'generate' | 'transform' | { endpoint: string }
  body: Record<string, unknown>
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'PHP', 'Go', 'n8n', 'Zapier', 'MCP'] as const
export type SnippetLanguage = (typeof LANGUAGES)[number]

/** Characters, of up to four bytes. */
const MAX_ARGUMENT = 30_000

/** `origin` is the address of the service. */
export function snippetOf(language: SnippetLanguage, call: Call, origin: string): string {
  return WRITERS[language](call, origin)
}

type Writer = (call: Call, origin: string) => string

const WRITERS: Record<SnippetLanguage, Writer> = {
  curl: (call, origin) => {
    const body = json(call.body)
    // An argument of a command has at most 128 KB on Linux.
    const isLarge = body.length > MAX_ARGUMENT
    return [
      `curl -sS ${origin}${pathOf(call)} \\`,
      '  -H "X-API-Key: $PLATEN_KEY" -H \'Content-Type: application/json\' \\',
      `  -o document.pdf -d ${isLarge ? `@- <<'JSON'\n${body}\nJSON` : `'${body.replaceAll("'", String.raw`'\''`)}'`}`,
    ].join('\n')
  },
  TypeScript: (call, origin) =>
    [
      "import { Platen } from 'platen-client'",
      "import { save } from 'platen-client/node'",
      '',
      `const platen = new Platen({ url: ${quote(origin)}, key: process.env.PLATEN_KEY ?? '' })`,
      `const pdf = await platen.${methodOf(call, ['runEndpoint', ', '])}${json(call.body)})`,
      "await save(pdf, 'document.pdf')",
    ].join('\n'),
  Python: (call, origin) =>
    [
      'import os',
      '',
      'from platen_client import Platen',
      '',
      `with Platen(${quote(origin)}, os.environ["PLATEN_KEY"]) as platen:`,
      `    pdf = platen.${methodOf(call, ['run_endpoint', ', '])}${keywords(call.body)})`,
      '    pdf.save("document.pdf")',
    ].join('\n'),
  PHP: (call, origin) =>
    [
      '<?php',
      "$request = <<<'JSON'",
      json(call.body),
      'JSON;',
      `$call = curl_init(${single(origin + pathOf(call))});`,
      'curl_setopt_array($call, [',
      '    CURLOPT_POST => true,',
      '    CURLOPT_POSTFIELDS => $request,',
      '    CURLOPT_RETURNTRANSFER => true,',
      "    CURLOPT_HTTPHEADER => ['X-API-Key: ' . getenv('PLATEN_KEY'), 'Content-Type: application/json'],",
      ']);',
      '$answer = curl_exec($call);',
      'if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) !== 200) {',
      '    throw new RuntimeException((string) ($answer ?: curl_error($call)));',
      '}',
      "file_put_contents('document.pdf', $answer);",
    ].join('\n'),
  Go: (call, origin) =>
    [
      'package main',
      '',
      'import (\n\t"io"\n\t"log"\n\t"net/http"\n\t"os"\n\t"strings"\n)',
      '',
      `const request = ${goText(json(call.body))}`,
      '',
      'func main() {',
      `\tcall, err := http.NewRequest("POST", ${quote(origin + pathOf(call))}, strings.NewReader(request))`,
      '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}',
      '\tcall.Header.Set("X-API-Key", os.Getenv("PLATEN_KEY"))',
      '\tcall.Header.Set("Content-Type", "application/json")',
      '\tanswer, err := http.DefaultClient.Do(call)',
      '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}',
      '\tdefer answer.Body.Close()',
      '\tbody, err := io.ReadAll(answer.Body)',
      '\tif err != nil || answer.StatusCode != http.StatusOK {\n\t\tlog.Fatal(err, string(body))\n\t}',
      '\tif err := os.WriteFile("document.pdf", body, 0o644); err != nil {\n\t\tlog.Fatal(err)\n\t}',
      '}',
    ].join('\n'),
  n8n: (call, origin) =>
    // Pasted into the canvas it becomes a node. The key is a credential of the type Header Auth.
    json({
      nodes: [
        {
          id: 'f1a6e8c2-3b1d-4d65-9d0b-5a9f6a0e0001',
          name: 'Platen',
          type: 'n8n-nodes-base.httpRequest',
          typeVersion: 4.2,
          position: [0, 0],
          parameters: {
            method: 'POST',
            url: origin + pathOf(call),
            authentication: 'genericCredentialType',
            genericAuthType: 'httpHeaderAuth',
            sendBody: true,
            specifyBody: 'json',
            jsonBody: json(call.body),
            options: { response: { response: { responseFormat: 'file', outputPropertyName: 'document' } } },
          },
        },
      ],
      connections: {},
    }),
  Zapier: (call, origin) =>
    [
      'Webhooks by Zapier → Custom Request',
      '',
      'Method: POST',
      `URL: ${origin}${pathOf(call)}`,
      'Data Pass-Through: false',
      'Headers: X-API-Key | your key',
      'Headers: Content-Type | application/json',
      'Data:',
      json({ ...call.body, return_type: 'url' }),
      '',
      'The next steps get "url", a signed address of the file.',
    ].join('\n'),
  MCP: (call, origin) =>
    [
      `claude mcp add --transport http platen ${origin}/mcp --header "Authorization: Bearer $PLATEN_KEY"`,
      '',
      `Then call the tool ${toolOf(call).name} with:`,
      json(toolOf(call).input),
    ].join('\n'),
}

function pathOf({ kind }: Call): string {
  return typeof kind === 'string' ? `/v1/${kind}` : `/v1/studio/${encodeURIComponent(kind.endpoint)}`
}

/** `generate(`, or `runEndpoint("slug", `. */
function methodOf({ kind }: Call, [method, between]: [string, string]): string {
  return typeof kind === 'string' ? `${kind}(` : `${method}(${quote(kind.endpoint)}${between}`
}

/** What an agent calls for it. An endpoint has no tool of its own: it is called as a batch of one. */
function toolOf({ kind, body }: Call): { name: string; input: object } {
  const { goCreditMode, ...rest } = body
  const optimize = goCreditMode === undefined ? {} : { optimize: goCreditMode }
  if (kind === 'generate') return { name: 'fill_template', input: rest }
  if (kind === 'transform') return { name: 'render_html', input: { ...rest, ...optimize } }
  return { name: 'submit_batch', input: { endpoint: kind.endpoint, entries: [body] } }
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}

function quote(text: string): string {
  return JSON.stringify(text)
}

function single(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A raw text of Go, which cannot hold a backtick. */
function goText(text: string): string {
  return `\`${text.replaceAll('`', '` + "`" + `')}\``
}

/** `template_id="a/b", data={…}`, as the Python client takes them. */
function keywords(body: Record<string, unknown>): string {
  const named = Object.entries(body).map(([name, value]) => {
    const argument = name === 'goCreditMode' ? 'go_credit_mode' : name
    return `${argument}=${python(value, 8)}`
  })
  return `\n        ${named.join(',\n        ')},\n    `
}

/** A value as a literal of Python. */
function python(value: unknown, indent: number): string {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const pad = ' '.repeat(indent + 4)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((entry) => python(entry, indent + 4))
    : Object.entries(value).map(([name, field]) => `${quote(name)}: ${python(field, indent + 4)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  return `${open}\n${parts.map((part) => `${pad}${part},\n`).join('')}${' '.repeat(indent)}${close}`
}
