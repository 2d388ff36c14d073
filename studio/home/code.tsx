/** The call that makes the page, in three languages. */
import { useState } from 'preact/hooks'
import { Copy } from '../shell/copy'
import { TEXTS } from '../texts'

type Request = { template_id: string; data: object }

const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const
type Language = keyof typeof LANGUAGES

export function Code({ request }: { request: Request }) {
  const [language, setLanguage] = useState<Language>('curl')
  const code = WRITERS[language](request)
  return (
    <div class="snippet">
      <div class="snippet-head">
        <fieldset class="choices">
          <legend class="unseen">{TEXTS.home.language}</legend>
          {Object.entries(LANGUAGES).map(([name, label]) => (
            <label key={name}>
              <input
                type="radio"
                name="language"
                checked={name === language}
                onChange={() => setLanguage(name as Language)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <Copy text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre class="code" tabIndex={0}>
        {code}
      </pre>
    </div>
  )
}

/** The service's own, which it is told by its visitors' browsers. */
const ORIGIN = globalThis.location?.origin ?? 'http://127.0.0.1:8787'

const WRITERS: Record<Language, (request: Request) => string> = {
  curl: (request) =>
    `curl -sS ${ORIGIN}/v1/generate \\
  -H "X-API-Key: $KEY" -H 'Content-Type: application/json' \\
  -o document.pdf -d '${json(request).replaceAll("'", String.raw`'\''`)}'`,
  typescript: (request) => `import { Platen } from 'platen-client'
import { save } from 'platen-client/node'

const platen = new Platen({ url: '${ORIGIN}', key: process.env.KEY ?? '' })
const document = await platen.generate(${json(request)})
await save(document, 'document.pdf')`,
  python: ({ template_id, data }) => `import json
import os

from platen_client import Platen

platen = Platen("${ORIGIN}", os.environ["KEY"])
data = json.loads(r"""${json(data)}""")
platen.generate(template_id="${template_id}", data=data).save("document.pdf")`,
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
