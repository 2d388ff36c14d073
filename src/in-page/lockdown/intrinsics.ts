/**
 * How the lockdown replaces what the page calls. Proxies, since they look like what they stand for. Their handlers inherit
 * nothing: a trap that the page put into `Object.prototype` would be handed the original.
 */
const { apply } = Reflect
export const { construct } = Reflect
const { defineProperty, getOwnPropertyDescriptor } = Object

type Method = (self: unknown, values: unknown[]) => unknown
type Constructor = (values: unknown[], target: object) => object

/** A function or class that does `call` or `build` in the place of `real`. */
function replacement<Real extends object>(
  real: Real,
  replaced: { call?: Method; build?: Constructor },
): Real {
  const { call, build } = replaced
  const handler: ProxyHandler<Real> & { __proto__: null } = { __proto__: null }
  if (call) handler.apply = (_, self, values) => call(self, values)
  if (build) handler.construct = (_, values, target) => build(values, target)
  return new Proxy(real, handler)
}

/** A property of `owner` itself; nothing where this browser has none. */
export function propertyOf(owner: object | undefined, name: string): PropertyDescriptor | undefined {
  return owner && getOwnPropertyDescriptor(owner, name)
}

/** Replaces what calling `owner.name` does, or setting it; `real` is what it did. */
export function replaceCalls(
  owner: object | undefined,
  name: string,
  replace: (real: Method) => Method,
): void {
  const property = propertyOf(owner, name)
  if (!owner || !property?.configurable) return
  for (const part of ['value', 'set'] as const) {
    const real: unknown = property[part]
    if (typeof real !== 'function') continue
    property[part] = replacement(real, { call: replace((self, values) => apply(real, self, values)) })
  }
  defineProperty(owner, name, property)
}

/** Replaces a getter. */
export function replaceGetter(owner: object, name: string, replace: (real: Method) => Method): void {
  const property = propertyOf(owner, name)
  const real = property?.get
  if (!property || !real) return
  property.get = replacement(real, { call: replace((self) => apply(real, self, [])) })
  defineProperty(owner, name, property)
}

/** Replaces what `new` does with a global class, and returns the new class. */
export function replaceClass<Name extends 'Blob' | 'File' | 'Request'>(
  name: Name,
  replace: (real: Constructor) => Constructor,
): (typeof globalThis)[Name] {
  const real = globalThis[name]
  const made = replacement(real, {
    build: replace((values, target) => construct(real, values, target as typeof real) as object),
  })
  globalThis[name] = made
  defineProperty(real.prototype, 'constructor', { value: made, writable: true, configurable: true })
  return made
}

/** A list of one value for `new Blob`, which the page's own iterators have no part in. */
export function listOf(value: unknown): object {
  let given = false
  const next = () => {
    if (given) return { __proto__: null, done: true }
    given = true
    return { __proto__: null, done: false, value }
  }
  return { __proto__: null, [Symbol.iterator]: () => ({ __proto__: null, next }) }
}

/** A getter of a prototype, as a function. */
export function getterOf<Value>(prototype: object, name: string): (self: unknown) => Value {
  const get = propertyOf(prototype, name)?.get
  return (self) => (get ? apply(get, self, []) : undefined)
}

/** A method of a prototype, as a function. */
export function methodOf<Value>(
  prototype: object,
  name: string,
): (self: unknown, ...values: unknown[]) => Value {
  const method: unknown = propertyOf(prototype, name)?.value
  if (typeof method !== 'function') throw new Error(`${name} is no method`)
  return (self, ...values) => apply(method, self, values)
}
