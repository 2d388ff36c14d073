/** Client of Platen. One class has every operation that a key may call. */
import { Document } from './document.js'
import { errorOf, NotFoundError, TaskFailedError } from './errors.js'
import type { Brand, DryRun, Operations, QrCodeRequest, StudioRequest, Templates } from './schemas.js'
import { type Settings, sleep, Transport } from './transport.js'

export { Document } from './document.js'
export * from './errors.js'
export type * from './schemas.js'
export type { Settings } from './transport.js'
export { verifyWebhook, WebhookVerificationError } from './webhook.js'

type Name = keyof Operations
type Body<Operation extends Name> = NonNullable<Operations[Operation]['body']>
type Query<Operation extends Name> = NonNullable<Operations[Operation]['query']>

/** What a call may be given beside its request. */
export type CallOptions = {
  signal?: AbortSignal
  /** Repeats with the same key get the first response; a random one by default, the same for all tries of a call. */
  idempotencyKey?: string
}

/** Fields that say how a result comes back: each has a method of its own here. */
type Delivery = 'async_mode' | 'return_type' | 'dry_run'
type Now<Request> = Omit<Request, Delivery | 'webhook_url' | 'metadata'>
type Later<Request> = Omit<Request, Delivery>

/** Data of a built-in template by its type; of any other, any. */
type DataOf<Id> = Id extends keyof Templates ? Templates[Id] : Record<string, unknown>
type OfTemplate<Id, Request> = Omit<Request, 'template_id' | 'data'> & { template_id: Id; data: DataOf<Id> }
type TemplateId = keyof Templates | (string & {})

type Task = Operations['getTask']['result']
type Batch = Operations['getBatch']['result']
/** What a batch's entries may be requests to, or an endpoint's slug. */
type Batched = { transform: Body<'transform'>; generate: Body<'generate'>; finish: Body<'finish'> }

/** How a task is waited for. */
export type WaitOptions<Progress> = {
  signal?: AbortSignal
  /** Called whenever the state has been asked for, the last time at the end. */
  onProgress?: (progress: Progress) => void
}

/** Seconds that one request waits for a task's end. */
const WAIT_SECONDS = 20
const BATCH_POLL_MS = 2000

/** Work that makes a file: an operation, or one of your endpoints. */
type Kind = keyof typeof PATHS | { endpoint: string }

const PATHS = {
  transform: '/v1/transform',
  generate: '/v1/generate',
  finish: '/v1/finish',
  qrcode: '/v1/qrcode',
} as const

type RequestOf = Pick<Batched, 'transform' | 'finish'> & { qrcode: QrCodeRequest }

export class Platen {
  readonly #transport: Transport
  readonly #fetch: typeof fetch

  constructor(settings: Settings) {
    this.#transport = new Transport(settings)
    this.#fetch = settings.fetch ?? globalThis.fetch
  }

  /** A PDF from HTML. */
  transform(request: Now<Body<'transform'>>, options?: CallOptions): Promise<Document> {
    return this.#make(PATHS.transform, request, options)
  }

  /** A PDF from a template and its data. */
  generate<Id extends TemplateId>(
    request: OfTemplate<Id, Now<Body<'generate'>>>,
    options?: CallOptions,
  ): Promise<Document> {
    return this.#make(PATHS.generate, request, options)
  }

  /** A PDF from one of your endpoints. */
  runEndpoint(slug: string, request: Now<StudioRequest> = {}, options?: CallOptions): Promise<Document> {
    return this.#make(pathOf({ endpoint: slug }), request, options)
  }

  /** PDFs of yours, merged and finished. */
  finish(request: Now<Body<'finish'>>, options?: CallOptions): Promise<Document> {
    return this.#make(PATHS.finish, request, options)
  }

  /** A QR code, as PNG or SVG. */
  qrcode(request: Now<QrCodeRequest>, options?: CallOptions): Promise<Document> {
    return this.#make(PATHS.qrcode, request, options)
  }

  /** How a document will look: costs nothing. */
  preview(request: Body<'preview'>, options?: CallOptions): Promise<Document> {
    return this.#make('/v1/preview', request, options)
  }

  /** Begins work and returns its task, for `waitFor` or a webhook. */
  submit<Of extends keyof RequestOf>(
    kind: Of,
    request: Later<RequestOf[Of]>,
    options?: CallOptions,
  ): Promise<{ task_id: string }>
  submit<Id extends TemplateId>(
    kind: 'generate',
    request: OfTemplate<Id, Later<Body<'generate'>>>,
    options?: CallOptions,
  ): Promise<{ task_id: string }>
  submit(
    kind: { endpoint: string },
    request: Later<StudioRequest>,
    options?: CallOptions,
  ): Promise<{ task_id: string }>
  async submit(kind: Kind, request: object, options: CallOptions = {}): Promise<{ task_id: string }> {
    return await this.#json('POST', pathOf(kind), { body: { ...request, async_mode: true }, ...options })
  }

  /** The task at its end. Throws `TaskFailedError`. */
  async waitFor(
    task: string | { task_id: string },
    { signal, onProgress }: WaitOptions<Task> = {},
  ): Promise<Task> {
    const id = typeof task === 'string' ? task : task.task_id
    for (;;) {
      const found = await this.task(id, { wait: WAIT_SECONDS, signal })
      onProgress?.(found)
      if (found.status === 'completed') return found
      if (found.status === 'failed') throw new TaskFailedError(id, found.error)
      // An account that waits in many calls is answered at once.
      await sleep(500, signal)
    }
  }

  /** The file of a completed task, or of the ZIP of a batch. */
  async download(
    task: { task_id?: string; download_url?: string | null },
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Document> {
    const url = task.download_url ?? (await this.task(task.task_id ?? '')).download_url
    if (!url) throw new NotFoundError({ detail: 'The task has no file.', code: 'not_found' }, 404)
    // The address is signed: the key is not sent along.
    const send = this.#fetch
    const response = await send(url, signal ? { signal } : {})
    if (response.ok) return new Document(response)
    throw await errorOf(response)
  }

  /** Begins many jobs of one kind; all are accepted or none. */
  async submitBatch<Endpoint extends keyof Batched | (string & {})>(
    endpoint: Endpoint,
    entries: readonly Later<Endpoint extends keyof Batched ? Batched[Endpoint] : StudioRequest>[],
    { webhook_url, ...options }: CallOptions & { webhook_url?: string } = {},
  ): Promise<Extract<Operations['createBatch']['result'], { batch_id: string }>> {
    return await this.#json('POST', '/v1/batch', { body: { endpoint, entries, webhook_url }, ...options })
  }

  batch(batchId: string, { signal }: { signal?: AbortSignal } = {}): Promise<Batch> {
    return this.#json('GET', `/v1/batches/${encodeURIComponent(batchId)}`, { signal })
  }

  /** The batch when all its tasks have ended, failed ones included. */
  async waitForBatch(
    batch: string | { batch_id: string },
    { signal, onProgress }: WaitOptions<Batch> = {},
  ): Promise<Batch> {
    const id = typeof batch === 'string' ? batch : batch.batch_id
    for (;;) {
      const found = await this.batch(id, signal ? { signal } : {})
      onProgress?.(found)
      const { pending, processing } = found.counts
      if (pending + processing === 0) return found
      await sleep(BATCH_POLL_MS, signal)
    }
  }

  task(
    taskId: string,
    { signal, ...query }: Query<'getTask'> & { signal?: AbortSignal | undefined } = {},
  ): Promise<Task> {
    return this.#json('GET', `/v1/status/${encodeURIComponent(taskId)}`, { query, signal })
  }

  /** Every task that the filters find, newest first. */
  async *tasks(filters: Omit<Query<'listTasks'>, 'cursor'> = {}): AsyncGenerator<Task> {
    for (let cursor: string | undefined; ; ) {
      const page = await this.#json<Operations['listTasks']['result']>('GET', '/v1/tasks', {
        query: { ...filters, cursor },
      })
      yield* page.tasks
      cursor = page.next_cursor ?? undefined
      if (cursor === undefined) return
    }
  }

  /** Cancels a task that has not ended, and deletes its data. */
  async deleteTask(taskId: string): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: `/v1/status/${encodeURIComponent(taskId)}` })
  }

  /** A page of a task's PDF as PNG. */
  async pagePicture(taskId: string, page: number, query: Query<'getPagePicture'> = {}): Promise<Document> {
    const path = `/v1/status/${encodeURIComponent(taskId)}/pages/${page}.png`
    return new Document(await this.#transport.send({ method: 'GET', path, query }))
  }

  /** A page of a version of one of your templates as PNG: `versionPicture('my/note', 2, 1, { sample_of: '1' })`. */
  async versionPicture(
    id: string,
    version: number | 'draft',
    page: number,
    query: Query<'getVersionPicture'> = {},
  ): Promise<Document> {
    const path = `${templatePath(id)}/versions/${version}/pages/${page}.png`
    return new Document(await this.#transport.send({ method: 'GET', path, query }))
  }

  /** A link that shows a task's file to somebody without a key, for `expires_in` seconds, a week if unsaid. */
  createView(
    taskId: string,
    { expires_in, ...options }: Body<'createView'> & CallOptions = {},
  ): Promise<Operations['createView']['result']> {
    const body = expires_in === undefined ? {} : { expires_in }
    return this.#json('POST', `/v1/status/${encodeURIComponent(taskId)}/view`, { body, ...options })
  }

  /** The links of a task that work, newest first. */
  views(taskId: string): Promise<Operations['listViews']['result']> {
    return this.#json('GET', `/v1/status/${encodeURIComponent(taskId)}/view`)
  }

  /** Takes one link back; the others go on. */
  async deleteView(taskId: string, viewId: string): Promise<void> {
    await this.call('DELETE', `/v1/status/${encodeURIComponent(taskId)}/view/${encodeURIComponent(viewId)}`)
  }

  /** What is in a PDF: its bytes, its address, or the task that made it. */
  async inspect(
    file: Blob | Uint8Array<ArrayBuffer> | Body<'inspect'>['file'],
    { conformance, ...options }: Pick<Body<'inspect'>, 'conformance'> & CallOptions = {},
  ): Promise<Exclude<Operations['inspect']['result'], DryRun>> {
    const isLocal = file instanceof Uint8Array || file instanceof Blob
    const body = isLocal ? formOf(file, conformance) : { file, conformance }
    return await this.#json('POST', '/v1/inspect', { body, ...options })
  }

  /** Whether an e-invoice keeps its rules. */
  checkInvoice(
    body: Body<'checkInvoice'>,
    options: CallOptions = {},
  ): Promise<Exclude<Operations['checkInvoice']['result'], DryRun>> {
    return this.#json('POST', '/v1/invoice/check', { body, ...options })
  }

  templates(): Promise<Operations['listTemplates']['result']> {
    return this.#json('GET', '/v1/templates')
  }

  /** Variables, sample data and preview of a template. */
  template(id: TemplateId): Promise<Operations['getTemplate']['result']> {
    return this.#json('GET', templatePath(id))
  }

  endpoints(): Promise<Operations['listEndpoints']['result']> {
    return this.#json('GET', '/v1/endpoints')
  }

  /** Stores an image or a font, which documents then name as `asset:` and its name. */
  putAsset(
    name: string,
    file: Blob | Uint8Array<ArrayBuffer>,
    options: CallOptions = {},
  ): Promise<Operations['putAsset']['result']> {
    const body = new Blob([file], { type: 'application/octet-stream' })
    return this.#json('PUT', `/v1/assets/${encodeURIComponent(name)}`, { body, ...options })
  }

  /** What templates look like whose data have no `brand`. Throws `NotFoundError` if none is set. */
  brand(): Promise<Brand> {
    return this.#json('GET', '/v1/brand')
  }

  /** Sets the brand as a whole; its files are assets, such as `asset:logo.svg`. */
  putBrand(body: Brand): Promise<Brand> {
    return this.#json('PUT', '/v1/brand', { body })
  }

  deleteBrand(): Promise<void> {
    return this.#json('DELETE', '/v1/brand')
  }

  credits(): Promise<Operations['getCredits']['result']> {
    return this.#json('GET', '/v1/credits')
  }

  usage(query: Query<'getUsage'> = {}): Promise<Operations['getUsage']['result']> {
    return this.#json('GET', '/v1/usage', { query })
  }

  /** The price by item, the warnings, and what would refuse the call. Nothing is made or charged. */
  dryRun(kind: Kind, request: object): Promise<DryRun> {
    return this.#json('POST', pathOf(kind), { body: { ...request, dry_run: true } })
  }

  /** Any other operation: `call<'putEndpoint'>('PUT', '/v1/endpoints/hello', { body })`. */
  call<Operation extends Name>(
    method: Operations[Operation]['method'],
    path: string,
    init: { query?: Operations[Operation]['query']; body?: Operations[Operation]['body'] } & CallOptions = {},
  ): Promise<Operations[Operation]['result']> {
    return this.#json(method, path, init)
  }

  async #make(path: string, body: object, options: CallOptions = {}): Promise<Document> {
    return new Document(await this.#transport.send({ method: 'POST', path, body, ...options }))
  }

  async #json<Result>(
    method: string,
    path: string,
    init: {
      query?: Record<string, unknown> | undefined
      body?: unknown
      signal?: AbortSignal | undefined
    } = {},
  ): Promise<Result> {
    const response = await this.#transport.send({ method, path, ...init })
    return (response.status === 204 ? undefined : await response.json()) as Result
  }
}

function pathOf(kind: Kind): string {
  return typeof kind === 'string' ? PATHS[kind] : `/v1/studio/${encodeURIComponent(kind.endpoint)}`
}

function templatePath(id: string): string {
  return `/v1/templates/${id.split('/').map(encodeURIComponent).join('/')}`
}

function formOf(file: Blob | Uint8Array<ArrayBuffer>, conformance: readonly string[] | undefined): FormData {
  const form = new FormData()
  const name = file instanceof File ? file.name : 'document.pdf'
  form.set('file', new Blob([file], { type: 'application/pdf' }), name)
  if (conformance) form.set('conformance', JSON.stringify(conformance))
  return form
}
