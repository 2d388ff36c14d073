#!/usr/bin/env node
/**
 * `npm run platen -- …`: the operator's command line over `/admin/v1`. Help, parsing and exit codes follow from the table
 * in `platen-commands.mjs`.
 */
import './require-node.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { commands } from './platen-commands.mjs'
import { EXIT, end, fields, refusal } from './platen-output.mjs'

await main(process.argv.slice(2))

async function main(words) {
  const name = [words.slice(0, 2).join(' '), words[0]].find((one) => one && Object.hasOwn(commands, one))
  if (!name) {
    const asked =
      words.length === 0 || words[0] === 'help' || words.includes('--help') || words.includes('-h')
    return end(
      asked ? EXIT.ok : EXIT.usage,
      asked ? help() : `There is no command "${words.join(' ')}".\n\n${help()}`,
    )
  }
  const command = commands[name]
  const { options, given } = parse(name, command, words.slice(name.split(' ').length))
  const { status, body } = await call(options.url, command.request(given, withoutGlobals(options)))
  if (status >= 400)
    return end(status >= 500 ? EXIT.unreachable : EXIT.refused, refusal(status, body, options.json))
  const picked = command.pick ? command.pick(body) : body
  end(EXIT.ok, options.json ? JSON.stringify(picked ?? {}, null, 2) : (command.show ?? fields)(picked))
}

/** @returns {{ options: Record<string, any>, given: Record<string, string> }} */
function parse(name, { takes = [], options = {} }, words) {
  /** @type {import('node:util').ParseArgsOptionsConfig} */
  const known = Object.fromEntries(Object.keys(options).map((option) => [option, { type: 'string' }]))
  /** @type {import('node:util').ParseArgsOptionsConfig} */
  const common = { url: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } }
  try {
    // A negative amount is no option: "-5" is taken as the word it is.
    const negative = words.map((word) => (/^-\d+$/.test(word) ? `\u2212${word.slice(1)}` : word))
    const { values, positionals } = parseArgs({
      args: negative,
      options: { ...known, ...common },
      allowPositionals: true,
    })
    if (values.help) end(EXIT.ok, usageOf(name))
    if (positionals.length !== takes.length)
      throw new Error(`takes ${takes.map((word) => `<${word}>`).join(' ') || 'no words'}`)
    return {
      options: values,
      given: Object.fromEntries(takes.map((word, index) => [word, positionals[index]])),
    }
  } catch (error) {
    return end(EXIT.usage, `${name}: ${error.message}\n\n${usageOf(name)}`)
  }
}

/** @param {Record<string, any>} options */
function withoutGlobals({ url, json, help, ...options }) {
  return options
}

async function call(
  url = process.env.PLATEN_URL || `http://127.0.0.1:${process.env.PORT || 8787}`,
  { method, address, body, headers },
) {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    end(EXIT.usage, `"${url}" is no address of a service, such as https://platen.example.com.`)
  }
  const service = new URL(url)
  const token = process.env.ADMIN_TOKEN || localToken(service)
  if (!token) end(EXIT.usage, 'Set ADMIN_TOKEN to the operator token of the service.')
  try {
    const answer = await fetch(new URL(`/admin/v1${address}`, service), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : undefined }
  } catch (error) {
    return end(
      EXIT.unreachable,
      `${service.origin} does not answer as Platen does: ${error.cause?.message ?? error.message}`,
    )
  }
}

/** The token that `npm start` wrote, for a service on this machine only: it is never sent anywhere else. */
function localToken({ hostname }) {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return undefined
  const file = path.resolve(import.meta.dirname, '..', '.dev.vars')
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  return /^ADMIN_TOKEN\s*=\s*"?([^"\n]*)"?\s*$/m.exec(text)?.[1]
}

function help() {
  const lines = Object.entries(commands).map(([name, { takes = [], about }]) => [
    [name, ...takes.map((word) => `<${word}>`)].join(' '),
    about,
  ])
  const width = Math.max(...lines.map(([line]) => line.length))
  return `Accounts, keys and credits of a Platen service.

  npm run platen -- <command> [options]

${lines.map(([line, about]) => `  ${line.padEnd(width)}  ${about}`).join('\n')}

Every command takes --json, --url and --help.
  --url      the service; default PLATEN_URL, else port PORT (8787) of this machine
  ADMIN_TOKEN  in the environment; for a service on this machine, else the one in .dev.vars
Exit codes: 0 done, 1 refused, 2 used wrongly, 3 not reached or failed.`
}

function usageOf(name) {
  const { takes = [], options = {}, about } = commands[name]
  const width = Math.max(0, ...Object.keys(options).map((option) => option.length))
  const list = Object.entries(options).map(([option, text]) => `\n  --${option.padEnd(width)}  ${text}`)
  return `npm run platen -- ${[name, ...takes.map((word) => `<${word}>`)].join(' ')}\n\n${about}${list.length ? '\n' : ''}${list.join('')}`
}
