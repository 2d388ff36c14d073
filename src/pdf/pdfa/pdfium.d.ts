/** The part of @hyzyla/pdfium's build for other places than Node that we use: the package types only its entry. */
declare module '@hyzyla/pdfium/dist/index.esm.browser.js' {
  /** PDFium's C functions (fpdfview.h). Handles are addresses, and 0 where something failed. */
  export type Pdfium = {
    _FPDF_LoadMemDocument(file: number, size: number, password: number): number
    _FPDF_CloseDocument(document: number): void
    _FPDF_LoadPage(document: number, index: number): number
    _FPDF_ClosePage(page: number): void
    _FPDF_GetLastError(): number
    /** Returns a status; `pause` is the address of an `IFSDK_PAUSE`. */
    _FPDF_RenderPageBitmap_Start(
      bitmap: number,
      page: number,
      startX: number,
      startY: number,
      sizeX: number,
      sizeY: number,
      rotate: number,
      flags: number,
      pause: number,
    ): number
    _FPDF_RenderPage_Continue(page: number, pause: number): number
    _FPDF_RenderPage_Close(page: number): void
    _FPDFBitmap_CreateEx(width: number, height: number, format: number, first: number, stride: number): number
    _FPDFBitmap_FillRect(
      bitmap: number,
      left: number,
      top: number,
      width: number,
      height: number,
      argb: number,
    ): void
    _FPDFBitmap_Destroy(bitmap: number): void
    _FPDF_CreateNewDocument(): number
    /** `name` is one of the 14 standard ones. */
    _FPDFText_LoadStandardFont(document: number, name: number): number
    /** Copies a font's program if it fits, and says its size in any case. Returns whether it has one. */
    _FPDFFont_GetFontData(font: number, buffer: number, size: number, sizeOut: number): number
    _FPDFFont_Close(font: number): void
    wasmExports: {
      malloc(size: number): number
      free(address: number): void
      /** What PDFium calls by the address of a function. It has no room for more. */
      __indirect_function_table: WebAssembly.Table
    }
    /** Replaced when the heap grows: read it again after each call. */
    HEAPU8: Uint8Array
  }

  export class PDFiumLibrary {
    static init(options: {
      instantiateWasm(
        imports: WebAssembly.Imports,
        ready: (instance: WebAssembly.Instance) => void,
      ): WebAssembly.Exports
    }): Promise<PDFiumLibrary>
    /** Not public in the package's own types, which offer whole pages only. */
    readonly module: Pdfium
  }
}
