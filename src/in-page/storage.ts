/**
 * `localStorage`, `sessionStorage` and cookies, which a document of an opaque origin does not have: empty at first, kept
 * in the page's own memory, gone with it.
 */

/** Of one storage, in characters, as browsers have it. */
const MAX_CHARACTERS = 5 << 20
const MAX_COOKIES = 180
const MAX_COOKIE_CHARACTERS = 4096

const contents = new WeakMap<object, Map<string, string>>()

/** Installs both storages and `document.cookie`. */
export function installStorage(): void {
  installMethods()
  for (const name of ['localStorage', 'sessionStorage']) {
    const storage = newStorage()
    Object.defineProperty(globalThis, name, { get: () => storage, configurable: true, enumerable: true })
  }
  installCookies()
}

/** The prototype's methods, which libraries call as they are too (`Storage.prototype.setItem.call(…)`). */
function installMethods(): void {
  const methods = {
    getItem(this: Storage, key: string) {
      return itemsOf(this).get(String(key)) ?? null
    },
    setItem(this: Storage, key: string, value: string) {
      const items = itemsOf(this)
      const text = String(value)
      let characters = String(key).length + text.length
      for (const [known, held] of items) if (known !== String(key)) characters += known.length + held.length
      if (characters > MAX_CHARACTERS) throw new DOMException('The storage is full.', 'QuotaExceededError')
      items.set(String(key), text)
    },
    removeItem(this: Storage, key: string) {
      itemsOf(this).delete(String(key))
    },
    clear(this: Storage) {
      itemsOf(this).clear()
    },
    key(this: Storage, index: number) {
      return [...itemsOf(this).keys()][index] ?? null
    },
  }
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(Storage.prototype, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: true,
    })
  }
  const length = {
    get(this: Storage) {
      return itemsOf(this).size
    },
    configurable: true,
    enumerable: true,
  }
  Object.defineProperty(Storage.prototype, 'length', length)
}

function itemsOf(storage: object): Map<string, string> {
  const items = contents.get(storage)
  if (!items) throw new TypeError('Illegal invocation')
  return items
}

/** Names of the prototype are its own; every other property is an item. */
function newStorage(): Storage {
  const items = new Map<string, string>()
  const isItem = (name: string | symbol): name is string =>
    typeof name === 'string' && !(name in Storage.prototype)
  const storage: Storage = new Proxy(Object.create(Storage.prototype) as Storage, {
    get: (target, name, self) => (isItem(name) ? items.get(name) : Reflect.get(target, name, self)),
    set(_, name, value) {
      if (typeof name === 'string') storage.setItem(name, value)
      return true
    },
    has: (target, name) => (isItem(name) ? items.has(name) : Reflect.has(target, name)),
    deleteProperty(_, name) {
      if (typeof name === 'string') items.delete(name)
      return true
    },
    defineProperty(_, name, { value }) {
      if (typeof name === 'string') storage.setItem(name, value)
      return true
    },
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor(_, name) {
      const value = isItem(name) ? items.get(name) : undefined
      if (value === undefined) return undefined
      return { value, writable: true, configurable: true, enumerable: true }
    },
  })
  contents.set(storage, items)
  return storage
}

function installCookies(): void {
  const cookies = new Map<string, string>()
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => [...cookies].map(([name, value]) => (name ? `${name}=${value}` : value)).join('; '),
    set(text: string) {
      const [pair = '', ...attributes] = String(text).split(';')
      if (pair.length > MAX_COOKIE_CHARACTERS) return
      const at = pair.indexOf('=')
      const name = pair.slice(0, Math.max(at, 0)).trim()
      cookies.delete(name)
      if (attributes.some(isExpired) || cookies.size >= MAX_COOKIES) return
      cookies.set(name, pair.slice(at + 1).trim())
    },
    configurable: true,
    enumerable: true,
  })
}

function isExpired(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=').map((part) => part.trim())
  if (/^max-age$/i.test(name)) return Number(value) <= 0
  return /^expires$/i.test(name) && Date.parse(value) <= Date.now()
}
