/** Search, and a button that copies a command. The pages are read without it. */
const root = new URL('.', import.meta.url)
const form = document.querySelector('form[role=search]')
const input = form.querySelector('input')
const found = document.getElementById('found')
const MAX_RESULTS = 12
let index

form.hidden = false
form.addEventListener('submit', (event) => {
  event.preventDefault()
  found.querySelector('a')?.click()
})
input.addEventListener('focus', load, { once: true })
input.addEventListener('input', search)
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    input.focus()
  }
  if (event.key === 'Escape' && isTyping) {
    input.value = ''
    search()
  }
})

async function load() {
  index ??= fetch(new URL('search.json', root))
    .then((response) => response.json())
    .catch((error) => {
      // The next key asks again.
      index = undefined
      throw error
    })
  return await index
}

async function search() {
  const words = input.value.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_/-]*/gu) ?? []
  found.hidden = words.length === 0
  if (words.length === 0) return found.replaceChildren()
  const rows = (await load()).flatMap(([path, title, sections]) =>
    sections.map(([id, heading, text]) => {
      const row = { path, title, id, heading, text }
      return { ...row, score: scoreOf(words, row) }
    }),
  )
  const best = rows
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
  found.replaceChildren(best.length > 0 ? listOf(best) : 'Nothing found.')
}

/**
 * Every word must be there: in the title, the heading, or the text, whole or as its beginning. What is for operators
 * comes later, and what is for those who change Platen last.
 */
function scoreOf(words, { path, title, heading, text }) {
  let score = 0
  for (const word of words) {
    const here =
      8 * hit(word, heading.toLowerCase()) +
      (heading ? 3 : 8) * hit(word, title.toLowerCase()) +
      hit(word, text)
    if (here === 0) return 0
    score += here
  }
  if (/^(changelog|decisions|contributing)/.test(path)) return score / 4
  return path.startsWith('operate/') ? score / 2 : score
}

function hit(word, text) {
  const padded = ` ${text.replaceAll('`', '')} `
  if (padded.includes(` ${word} `)) return 1
  if (padded.includes(` ${word}`)) return 0.6
  // "retry" finds retries, and "margins" a margin.
  const stem = word.replace(/(?:ies|y|s)$/, '')
  return stem.length > 3 && padded.includes(` ${stem}`) ? 0.4 : 0
}

function listOf(rows) {
  const list = document.createElement('ul')
  for (const { path, title, id, heading } of rows) {
    const link = document.createElement('a')
    link.href = new URL(`${path ? `${path}/` : ''}${id ? `#${id}` : ''}`, root).href
    link.textContent = heading || title
    const place = document.createElement('small')
    place.textContent = heading ? title : ''
    const item = document.createElement('li')
    link.append(place)
    item.append(link)
    list.append(item)
  }
  return list
}

for (const block of document.querySelectorAll('main pre')) {
  const frame = document.createElement('div')
  frame.className = 'code'
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
  block.replaceWith(frame)
  frame.append(block, button)
}

// A wide screen shows the menu; a narrow one opens it.
const menu = document.querySelector('.menu')
const wide = matchMedia('(min-width: 60rem)')
const follow = () => {
  menu.open = wide.matches
}
wide.addEventListener('change', follow)
follow()
