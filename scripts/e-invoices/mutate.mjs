/** Invoices with one thing wrong, or merely different, made from right ones. The same seed makes the same mutants. */

/** Numbers from 0 to `n − 1`, the same after the same seed (a linear congruential generator). */
export function randomBelow(seed) {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) % n
  }
}

const ODD_TEXTS = [
  '',
  ' ',
  'XXX',
  'FRANCE',
  '2018-04-13',
  '-1',
  '1.234',
  'abc',
  '0',
  'QQ',
  '999',
  ' 1.00 ',
  '20260230',
]
const ODD_ATTRIBUTES = ['XX', 'sek', '203', '', '0088', 'EUR']

/**
 * @param {string} xml
 * @param {(n: number) => number} random
 * @returns {{ what: string, xml: string }}
 */
export function mutate(xml, random) {
  const pick = (list) => list[random(list.length)]
  const leaf = pick([...xml.matchAll(/<([a-z]+:\w+)([^>]*)>([^<>]*)<\/\1>/g)])
  const [whole, name, attributes, text] = leaf
  const put = (piece) => xml.slice(0, leaf.index) + piece + xml.slice(leaf.index + whole.length)
  const element = (value, own = attributes) => `<${name}${own}>${value}</${name}>`
  switch (random(7)) {
    case 0:
      return { what: `without ${name}`, xml: put('') }
    case 1:
      return { what: `${name} twice`, xml: put(whole + whole) }
    case 2: {
      const odd = pick(ODD_TEXTS)
      return { what: `${name} is '${odd}'`, xml: put(element(odd)) }
    }
    case 3: {
      const isNumber = /^-?\d+(\.\d+)?$/.test(text)
      const other = isNumber ? (Number(text) + 1 + random(100) / 100).toFixed(2) : `${text.toUpperCase()}X`
      return { what: `${name} is '${other}', was '${text}'`, xml: put(element(other)) }
    }
    case 4: {
      if (!attributes.includes('="')) return { what: `without ${name}`, xml: put('') }
      const other = attributes.replace(/="[^"]*"/, `="${pick(ODD_ATTRIBUTES)}"`)
      return { what: `${name}${other}`, xml: put(element(text, other)) }
    }
    case 5: {
      const other = pick([...xml.matchAll(new RegExp(`<${name}[\\s>][^<]*</${name}>`, 'g'))])[0]
      const value = /<[^>]*>([^<]*)</.exec(other)?.[1] ?? ''
      return { what: `${name} is '${value}', was '${text}'`, xml: put(element(value)) }
    }
    default: {
      const open = pick([...xml.matchAll(/<(ram:\w+)>/g)])
      const end = `</${open[1]}>`
      const after = xml.indexOf(end, open.index) + end.length
      return { what: `without the group ${open[1]}`, xml: xml.slice(0, open.index) + xml.slice(after) }
    }
  }
}
