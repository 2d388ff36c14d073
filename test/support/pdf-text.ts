import { PDFiumLibrary } from '@hyzyla/pdfium'
import wasm from '@hyzyla/pdfium/pdfium.wasm'

let library: Promise<PDFiumLibrary> | undefined

/** The text of every page as PDFium reads it, which did not make it. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  library ??= PDFiumLibrary.init({ instantiateWasm })
  const document = await (await library).loadDocument(pdf)
  const pages = [...document.pages()].map((page) => page.getText().replace(/\s+/g, ' '))
  document.destroy()
  return pages
}

/** workerd compiles no WebAssembly at run time: the module comes compiled. */
function instantiateWasm(
  imports: WebAssembly.Imports,
  done: (instance: WebAssembly.Instance) => void,
): WebAssembly.Exports {
  const instance = new WebAssembly.Instance(wasm, imports)
  done(instance)
  return instance.exports
}
