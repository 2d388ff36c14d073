/** WebAssembly that emscripten made, given compiled: workerd compiles none, it imports the modules of the bundle. */

/** Options for an emscripten factory. What C libraries say of damaged files is of no use in our log. */
export function emscriptenOptions(module: WebAssembly.Module) {
  // Decoders construct this browser class for their result.
  const scope = globalThis as { ImageData?: unknown }
  scope.ImageData ??= PlainImageData
  return {
    noInitialRun: true,
    print: () => undefined,
    printErr: () => undefined,
    // Emscripten calls back with an instance, though its types say module.
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: never) => void): WebAssembly.Exports {
      const instance = new WebAssembly.Instance(module, imports)
      done(instance as never)
      return instance.exports
    },
  }
}

class PlainImageData {
  constructor(
    readonly data: Uint8ClampedArray,
    readonly width: number,
    readonly height: number,
  ) {}
}
