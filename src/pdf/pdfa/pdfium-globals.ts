/** What a start of PDFium leaves behind. */

/**
 * Emscripten's start defines a getter in the global scope for each function that its build lacks. They belong to the first
 * instance and keep it, with a heap of 18 MB and more, for as long as the isolate lives: they are removed.
 */
export async function withoutGlobals<T>(start: () => Promise<T>): Promise<T> {
  const before = new Set(Object.getOwnPropertyNames(globalThis))
  try {
    return await start()
  } finally {
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      const isGetter = Object.getOwnPropertyDescriptor(globalThis, name)?.get !== undefined
      if (isGetter && !before.has(name)) Reflect.deleteProperty(globalThis, name)
    }
  }
}
