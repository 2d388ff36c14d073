/** A file that the service made, with what its headers say of it. */
export class Document {
  readonly #response: Response

  constructor(response: Response) {
    this.#response = response
  }

  /** The file as it arrives. A file is read once: as this, `bytes` or `blob`. */
  get body(): ReadableStream<Uint8Array> {
    return this.#response.body ?? new ReadableStream({ start: (controller) => controller.close() })
  }

  get contentType(): string {
    return this.#header('content-type') ?? 'application/octet-stream'
  }

  /** `invoice.pdf`, as the service names it. */
  get fileName(): string | undefined {
    return /filename="([^"]*)"/.exec(this.#header('content-disposition') ?? '')?.[1]
  }

  get taskId(): string | undefined {
    return this.#header('x-task-id')
  }

  get requestId(): string | undefined {
    return this.#header('x-request-id')
  }

  get pages(): number | undefined {
    return this.#number('x-page-count')
  }

  get creditsCharged(): number | undefined {
    return this.#number('x-credits-charged')
  }

  get creditsLeft(): number | undefined {
    return this.#number('x-credits-left')
  }

  /** What the document lacks or lost, up to 1 KB; whole in its task. */
  get warnings(): string | undefined {
    return this.#header('x-warnings')
  }

  /** Such as `PDF/A-2b; checks=57`. */
  get conformance(): string | undefined {
    return this.#header('x-conformance')
  }

  /** What `goCreditMode` found and did, such as `score=63>100; pages=3>3; found=split_row:4; repaired=split_row; model=not_configured`. */
  get optimization(): string | undefined {
    return this.#header('x-optimization')
  }

  /** Of a preview with `layout`: margins, and where what prints badly stands on the pages. */
  get layout(): string | undefined {
    return this.#header('x-layout')
  }

  /** Whether an earlier identical request had made it. */
  get isCached(): boolean {
    return this.#header('x-cache') === 'HIT'
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#response.arrayBuffer())
  }

  blob(): Promise<Blob> {
    return this.#response.blob()
  }

  #header(name: string): string | undefined {
    return this.#response.headers.get(name) ?? undefined
  }

  #number(name: string): number | undefined {
    const text = this.#header(name)
    return text === undefined ? undefined : Number(text)
  }
}
