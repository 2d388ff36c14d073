import { describe, expect, test } from 'vitest'
import { mayRunScripts } from '../../src/render/page'

/** A document that can run scripts is guarded before it begins; one that is thought not to is not. */
describe('a document', () => {
  test.each([
    '<script>x()</script>',
    '<SCRIPT/src=x>',
    '<svg><script href="x"/></svg>',
    '<img src=x onerror=x()>',
    '<img src=x\fonerror=x()>',
    '<svg/onload=x()>',
    '<svg///onload = x()>',
    '<img src="x"onerror=x()>',
    "<img src='x'onerror=x()>",
    '<body\nONLOAD\n=\nx()>',
    '<details open ontoggle=x()>',
    '<style onload=x()></style>',
    '<iframe srcdoc="&lt;script&gt;x()"></iframe>',
    '<frameset><frame src="java&#115;cript:x()"></frameset>',
    '<frameset><frame src="javascript&colon;x()"></frameset>',
    '<object data="x.svg"></object>',
    '<embed src="x.svg">',
    '<a href="JavaScript:x()">x</a>',
  ])('may run scripts where it says %j', (html) => {
    expect(mayRunScripts({ html, options: {} })).toBe(true)
  })

  test.each([
    '<p>Once upon a time</p>',
    '<p class="on">moon=off</p>',
    '<img src="x.png" alt="only">',
    '<p>Description of frames</p>',
    '<style>p { color: red }</style>',
    '<a href="https://example.com/">x</a>',
  ])('runs none where it says %j', (html) => {
    expect(mayRunScripts({ html, options: {} })).toBe(false)
  })
})
