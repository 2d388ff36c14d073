/** What the Studio and the frame at `/view/` say to each other. */

/** One question at a time is answered, in their order. */
export type ViewRequest =
  | { id: number; open: Uint8Array; password: string | undefined }
  /** `page` counts from 0, `width` is in pixels. */
  | { id: number; draw: number; width: number }
  | { id: number; find: string }

export type ViewAnswer =
  | { ready: true }
  | { id: number; pages: number }
  | { id: number; drawn: ImageBitmap }
  /** Pages that have the text, from 0. */
  | { id: number; found: number[] }
  | { id: number; failed: true }
