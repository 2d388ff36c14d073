/** Pages that keep their renderer, the browser or the service busy (`neighbours.mjs`). */

const inScript = (text) => `<p>Text<script>setTimeout(() => { ${text} }, 20)</script>`
const late = { wait_for: { ms: 500 } }

/** By name, with their options; `seconds` is the length of the attack, which one of them waits out. */
export function hostilePages(seconds) {
  return {
    loop: { html: inScript('for (;;);'), options: late },
    memory: {
      html: inScript('const all = []; for (;;) all.push(new Array(1e6).fill(all.length))'),
      options: late,
    },
    alert: { html: inScript('for (;;) alert(1)'), options: late },
    print: { html: inScript('for (;;) print()'), options: late },
    layout: {
      html: inScript(
        `const p = document.querySelector('p'); for (let n = 0; ; n++) { p.style.width = n % 500 + 'px'; p.offsetHeight }`,
      ),
      options: late,
    },
    blurs: {
      html: `<style>div{width:9000px;height:9000px;box-shadow:0 0 3000px red;filter:blur(200px)}</style>${'<div>x</div>'.repeat(20)}`,
    },
    waiting: { html: '<p>Text', options: { wait_for: { ms: (seconds + 4) * 1000 } } },
    pages: { html: '<p style="break-after:page">x</p>'.repeat(10_000) },
    imports: {
      html: inScript(
        `for (let n = 0; ; n++) document.head.insertAdjacentHTML('beforeend', '<style>@import url(http://nowhere.invalid/' + n + ')</style>')`,
      ),
      options: late,
    },
    images: {
      html: inScript(
        `let n = 0; setInterval(() => { for (let times = 0; times < 3000; times++) new Image().src = 'http://nowhere.invalid/' + n++ })`,
      ),
      options: { wait_for: { ms: Math.min(10, seconds + 4) * 1000 } },
    },
    frames: {
      html: inScript(
        `for (;;) { const frame = document.createElement('iframe'); document.body.append(frame); frame.remove() }`,
      ),
      options: late,
    },
    blobs: {
      html: inScript('const all = []; for (;;) try { all.push(new Blob([new Uint8Array(1e6)])) } catch {}'),
      options: late,
    },
    titles: {
      html: inScript(
        `const title = document.head.appendChild(document.createElement('title')); for (let n = 0; ; n++) title.textContent = n`,
      ),
      options: late,
    },
    nodes: {
      html: `<p>x<script>const box = document.createElement('div')
        for (let n = 0; n < 1e6; n++) box.append(document.createElement('b'))
        document.body.append(box)</script>`,
    },
  }
}
