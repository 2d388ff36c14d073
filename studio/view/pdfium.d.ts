/** The part of @hyzyla/pdfium's build for browsers that we use: the package types only its entry. */
declare module '@hyzyla/pdfium/dist/index.esm.browser.js' {
  import type { PDFiumDocument } from '@hyzyla/pdfium'

  export class PDFiumLibrary {
    static init(options: { wasmUrl: string }): Promise<PDFiumLibrary>
    loadDocument(bytes: Uint8Array, password?: string): Promise<PDFiumDocument>
  }
}
