/**
 * Other services that print the same document, if they are given: `GOTENBERG` and `JSREPORT` are the origins of running
 * ones, `WEASYPRINT` a Python that has it, which is asked through a small server with a process for each processor.
 */
import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { post } from './light-client.mjs'
import { freePort, pause } from './service.mjs'

/** Those that are given: `print` has a document of A4 printed, as Platen is asked to; `stop` ends what was started here. */
export async function givenPeers() {
  const { GOTENBERG, JSREPORT, WEASYPRINT } = process.env
  const peers = []
  if (GOTENBERG) {
    const version = await (await fetch(`${GOTENBERG}/version`)).text()
    peers.push({ name: `Gotenberg ${version}`, print: (html) => gotenberg(GOTENBERG, html), stop() {} })
  }
  if (JSREPORT) {
    const version = await (await fetch(`${JSREPORT}/api/version`)).text()
    peers.push({ name: `jsreport ${version}`, print: (html) => jsreport(JSREPORT, html), stop() {} })
  }
  if (WEASYPRINT) peers.push(await weasyPrint(WEASYPRINT))
  return peers
}

function gotenberg(origin, html) {
  const boundary = 'b0undary'
  const part = (name, value, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const body = [
    part('files', html, '; filename="index.html"\r\nContent-Type: text/html'),
    part('paperWidth', '8.27'),
    part('paperHeight', '11.69'),
    part('printBackground', 'true'),
    `--${boundary}--\r\n`,
  ].join('')
  const type = `multipart/form-data; boundary=${boundary}`
  return post(`${origin}/forms/chromium/convert/html`, { 'Content-Type': type }, body)
}

function jsreport(origin, html) {
  const chrome = { format: 'A4', printBackground: true }
  const template = { content: html, engine: 'none', recipe: 'chrome-pdf', chrome }
  return post(`${origin}/api/report`, { 'Content-Type': 'application/json' }, JSON.stringify({ template }))
}

async function weasyPrint(python) {
  const port = await freePort()
  const script = path.join(import.meta.dirname, 'weasyprint-server.py')
  const child = spawn(python, [script, String(port), String(os.cpus().length)], { stdio: 'inherit' })
  const origin = `http://127.0.0.1:${port}`
  const ask = async () => (await fetch(origin).catch(() => undefined))?.text()
  let version = await ask()
  for (let tries = 0; !version && tries < 100 && child.exitCode === null; tries++) {
    await pause(100)
    version = await ask()
  }
  if (!version) throw new Error(`WeasyPrint does not start with ${python}`)
  return {
    name: `WeasyPrint ${version}`,
    print: (html) => post(origin, { 'Content-Type': 'text/html' }, html),
    stop: () => child.kill(),
  }
}
