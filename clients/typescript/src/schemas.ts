/** What requests and responses hold. Generated from the service's description by `npm run client-types`. */

/** Each operation: where it stands, what it takes, and the JSON that it returns. */
export type Operations = {
  /** A PDF from HTML, Markdown or the address of a page */
  transform: {
    method: 'POST'
    path: '/v1/transform'
    query?: undefined
    body: TransformRequest
    result: DocumentLink | DryRun | AcceptedTask
  }
  /** A PDF from a template */
  generate: {
    method: 'POST'
    path: '/v1/generate'
    query?: undefined
    body: GenerateRequest
    result: DocumentLink | DryRun | AcceptedTask
  }
  /** A PDF from a pre-configured endpoint */
  runEndpoint: {
    method: 'POST'
    path: '/v1/studio/{slug}'
    query?: undefined
    body: StudioRequest
    result: DocumentLink | DryRun | AcceptedTask
  }
  /** How a document will look */
  preview: {
    method: 'POST'
    path: '/v1/preview'
    query?: undefined
    body: PreviewRequest
    result: undefined
  }
  /** A first page, without a key */
  tryOut: {
    method: 'POST'
    path: '/v1/try'
    query?: undefined
    body: TryRequest
    result: undefined
  }
  /** PDFs of yours, merged and finished */
  finish: {
    method: 'POST'
    path: '/v1/finish'
    query?: undefined
    body: FinishRequest
    result: DocumentLink | DryRun | AcceptedTask
  }
  /** What is in a PDF */
  inspect: {
    method: 'POST'
    path: '/v1/inspect'
    query?: undefined
    body: {
      /** A PDF: an address (http, https or data), or an object with one of `url` and `task_id`. */
      file: string | PdfSource
      /** What the file is judged by; what it claims by default. */
      conformance?: (
        | 'PDF/A-1a'
        | 'PDF/A-1b'
        | 'PDF/A-2a'
        | 'PDF/A-2b'
        | 'PDF/A-2u'
        | 'PDF/A-3a'
        | 'PDF/A-3b'
        | 'PDF/A-3u'
        | 'PDF/UA-1'
      )[]
      /** true: 200 with the price by item, warnings and what would refuse the call. Nothing is made, held or charged. */
      dry_run?: boolean
    }
    result: Inspection | DryRun
  }
  /** Many jobs of one endpoint, asynchronously */
  createBatch: {
    method: 'POST'
    path: '/v1/batch'
    query?: undefined
    body: BatchRequest
    result: DryRun | AcceptedBatch
  }
  /** A QR code */
  createQrCode: {
    method: 'POST'
    path: '/v1/qrcode'
    query?: undefined
    body: QrCodeRequest
    result: QrCodeLink | DryRun | AcceptedTask
  }
  /** Check and read an e-invoice */
  checkInvoice: {
    method: 'POST'
    path: '/v1/invoice/check'
    query?: undefined
    body: InvoiceCheckRequest
    result: InvoiceReport | DryRun
  }
  /** How far a batch is */
  getBatch: {
    method: 'GET'
    path: '/v1/batches/{batch_id}'
    query?: undefined
    body?: undefined
    result: Batch
  }
  /** Status of a task */
  getTask: {
    method: 'GET'
    path: '/v1/status/{task_id}'
    query: {
      /** Waits up to this many seconds for the task to end. */
      wait?: number
    }
    body?: undefined
    result: Task
  }
  /** Cancels a task and deletes its input and output */
  deleteTask: {
    method: 'DELETE'
    path: '/v1/status/{task_id}'
    query?: undefined
    body?: undefined
    result: undefined
  }
  /** A page of a task’s PDF as a picture */
  getPagePicture: {
    method: 'GET'
    path: '/v1/status/{task_id}/pages/{page}'
    query: {
      /** Width of the picture in pixels. */
      width?: number
    }
    body?: undefined
    result: undefined
  }
  /** A link that shows the file to somebody without a key */
  createView: {
    method: 'POST'
    path: '/v1/status/{task_id}/view'
    query?: undefined
    body: {
      /** How long it works, in seconds; a week by default. Never for longer than the file is kept. */
      expires_in?: number
    }
    result: View
  }
  /** The links of a task that work */
  listViews: {
    method: 'GET'
    path: '/v1/status/{task_id}/view'
    query?: undefined
    body?: undefined
    result: {
      /** Newest first. */
      views: View[]
    }
  }
  /** Takes a link back */
  deleteView: {
    method: 'DELETE'
    path: '/v1/status/{task_id}/view/{view_id}'
    query?: undefined
    body?: undefined
    result: undefined
  }
  /** The account’s tasks, newest first */
  listTasks: {
    method: 'GET'
    path: '/v1/tasks'
    query: {
      /** The task of this id alone, if it is there and all else that is asked for fits. */
      task_id?: string
      /** Tasks in one state. */
      status?: TaskStatus
      /** Tasks of one kind. */
      kind?: KindOfWork
      /** The first day (UTC), or the time to start from (inclusive). Not later than `to`. */
      from?: string
      /** The last day (UTC, inclusive), or the time to end before (exclusive). */
      to?: string
      /** Tasks whose metadata has this text, number, `true` or `false` in this field: `metadata[order]=17`, or `metadata.order=17`. Found are the first 20 such fields of a task, with names of up to 64 and values of up to 200 characters. */
      metadata?: Record<string, unknown>
      /** Entries per response. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body?: undefined
    result: {
      /** Newest first. */
      tasks: Task[]
      /** `cursor` of the next page; null on the last. */
      next_cursor: string | null
    }
  }
  /** Built-in templates and your own */
  listTemplates: {
    method: 'GET'
    path: '/v1/templates'
    query: {
      /** Templates per response, with `version`, `updated_at` and `preview`. Without it all are listed, without these. */
      limit?: number
      /** Where the page before ended; the `Link` header has the address of the next one. */
      cursor?: string
    }
    body?: undefined
    result: ListedTemplateInPage[]
  }
  /** Variables, sample and preview of a template */
  getTemplate: {
    method: 'GET'
    path: '/v1/templates/{category}/{name}'
    query?: undefined
    body?: undefined
    result: Template
  }
  /** Store a template of your own as a new version */
  putTemplate: {
    method: 'PUT'
    path: '/v1/templates/{category}/{name}'
    query?: undefined
    body: TemplateSource
    result: Template
  }
  /** Delete a template of your own with all its versions */
  deleteTemplate: {
    method: 'DELETE'
    path: '/v1/templates/{category}/{name}'
    query?: undefined
    body?: undefined
    result: undefined
  }
  /** Versions of a template of your own */
  listTemplateVersions: {
    method: 'GET'
    path: '/v1/templates/{category}/{name}/versions'
    query?: undefined
    body?: undefined
    result: {
      /** Newest first. */
      versions: {
        /** Its number. */
        version: number
        /** Name for people. */
        label: string
        /** Size of its source as JSON. */
        bytes: number
        /** ISO 8601, UTC. */
        created_at: string
      }[]
      /** Whether there is a draft. */
      has_draft: boolean
    }
  }
  /** One version of a template of your own */
  getTemplateVersion: {
    method: 'GET'
    path: '/v1/templates/{category}/{name}/versions/{version}'
    query?: undefined
    body?: undefined
    result: Template
  }
  /** Make an earlier version the latest */
  restoreTemplateVersion: {
    method: 'POST'
    path: '/v1/templates/{category}/{name}/versions/{version}/restore'
    query?: undefined
    body: Record<string, unknown>
    result: Template
  }
  /** How two versions of a template of your own differ */
  compareTemplateVersions: {
    method: 'GET'
    path: '/v1/templates/{category}/{name}/diff'
    query: {
      /** Number, or `draft`. The version before `to` by default. */
      from?: string
      /** Number, or `draft`. The latest version by default. */
      to?: string
    }
    body?: undefined
    result: {
      /** The version that is compared. */
      from: number | 'draft'
      /** The version that it is compared with. */
      to: number | 'draft'
      /** Unified diff; empty if both are the same. */
      diff: string
      /** The first page of each as PNG, both with the sample of `to`. They need your key, and are drawn when they are read. */
      pictures: {
        /** Of `from`. */
        from: string
        /** Of `to`. */
        to: string
      }
    }
  }
  /** The draft of a template of your own */
  getTemplateDraft: {
    method: 'GET'
    path: '/v1/templates/{category}/{name}/draft'
    query?: undefined
    body?: undefined
    result: Template
  }
  /** Store the draft of a template of your own */
  putTemplateDraft: {
    method: 'PUT'
    path: '/v1/templates/{category}/{name}/draft'
    query?: undefined
    body: TemplateSource
    result: Template
  }
  /** Delete the draft of a template of your own */
  deleteTemplateDraft: {
    method: 'DELETE'
    path: '/v1/templates/{category}/{name}/draft'
    query?: undefined
    body?: undefined
    result: undefined
  }
  /** Make the draft the next version */
  publishTemplateDraft: {
    method: 'POST'
    path: '/v1/templates/{category}/{name}/draft/publish'
    query?: undefined
    body: Record<string, unknown>
    result: Template
  }
  /** A page of a version of a template of your own, as a picture */
  getVersionPicture: {
    method: 'GET'
    path: '/v1/templates/{category}/{name}/versions/{version}/pages/{page}'
    query: {
      /** Width of the picture in pixels. */
      width?: number
      /** Whose sample is the data: a number, or `draft`. By default the version’s own. */
      sample_of?: string
    }
    body?: undefined
    result: undefined
  }
  /** Pre-configured endpoints */
  listEndpoints: {
    method: 'GET'
    path: '/v1/endpoints'
    query?: undefined
    body?: undefined
    result: ListedEndpoint[]
  }
  /** Create or replace an endpoint */
  putEndpoint: {
    method: 'PUT'
    path: '/v1/endpoints/{slug}'
    query?: undefined
    body: EndpointConfig
    result: Endpoint
  }
  /** Delete an endpoint (starters too) */
  deleteEndpoint: {
    method: 'DELETE'
    path: '/v1/endpoints/{slug}'
    query?: undefined
    body?: undefined
    result: undefined
  }
  /** Your images and fonts */
  listAssets: {
    method: 'GET'
    path: '/v1/assets'
    query?: undefined
    body?: undefined
    result: {
      /** By name. */
      assets: Asset[]
    }
  }
  /** An image or a font of yours */
  getAsset: {
    method: 'GET'
    path: '/v1/assets/{asset}'
    query?: undefined
    body?: undefined
    result: undefined
  }
  /** Store an image or a font */
  putAsset: {
    method: 'PUT'
    path: '/v1/assets/{asset}'
    query?: undefined
    body?: undefined
    result: Asset
  }
  /** Delete an image or a font of yours */
  deleteAsset: {
    method: 'DELETE'
    path: '/v1/assets/{asset}'
    query?: undefined
    body?: undefined
    result: undefined
  }
  /** Your brand */
  getBrand: {
    method: 'GET'
    path: '/v1/brand'
    query: {
      /** true: a 204 without a body, in place of the 404, where there is none. Default false. */
      optional?: 'true' | 'false'
    }
    body?: undefined
    result: Brand | undefined
  }
  /** Set your brand */
  putBrand: {
    method: 'PUT'
    path: '/v1/brand'
    query?: undefined
    body: Brand
    result: Brand
  }
  /** Remove your brand */
  deleteBrand: {
    method: 'DELETE'
    path: '/v1/brand'
    query?: undefined
    body?: undefined
    result: undefined
  }
  /** Webhook deliveries and their results, newest first */
  listDeliveries: {
    method: 'GET'
    path: '/v1/webhooks/deliveries'
    query: {
      /** Deliveries in one state. */
      status?: DeliveryStatus
      /** Deliveries of one task. */
      task?: string
      /** Entries per response. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body?: undefined
    result: {
      /** Newest first. */
      deliveries: Delivery[]
      /** `cursor` of the next page; null on the last. */
      next_cursor: string | null
    }
  }
  /** One webhook with its body */
  getDelivery: {
    method: 'GET'
    path: '/v1/webhooks/deliveries/{delivery_id}'
    query?: undefined
    body?: undefined
    result: {
      /** Its `webhook-id`. */
      delivery_id: string
      /** The task that it is about; absent for `credits.low`. */
      task_id?: string
      /** Of an event of your account; absent for the webhook of a task. */
      event?: EventType
      /** Where it is sent, as the request has it; of an event of your account only the origin, as its address may hold a secret. Absent once its task was deleted. */
      url?: string
      status: DeliveryStatus
      /** How often it was sent. */
      tries: number
      /** ISO 8601, UTC. */
      created_at: string
      /** When it was delivered or given up (ISO 8601, UTC). */
      ended_at?: string
      /** While it is pending (ISO 8601, UTC). */
      next_try_at?: string
      /** The latest 20 tries. */
      attempts: {
        /** ISO 8601, UTC. */
        at: string
        /** How long the receiver took, in milliseconds. */
        ms: number
        /** The receiver’s HTTP status. */
        status?: number
        /** Why there was no response. */
        error?: string
      }[]
      /** What is sent. */
      body?: WebhookEvent | AccountEvent
    }
  }
  /** Sends a webhook again, with the same id and body */
  replayDelivery: {
    method: 'POST'
    path: '/v1/webhooks/deliveries/{delivery_id}/replay'
    query?: undefined
    body: Record<string, unknown>
    result: Delivery
  }
  /** Rotate the webhook secret; the old one signs too for a while */
  rotateWebhookSecret: {
    method: 'POST'
    path: '/v1/webhooks/secret/rotate'
    query?: undefined
    body: {
      /** How long the old secret still signs, in seconds. */
      grace_seconds?: number
    }
    result: {
      /** Shown this once. */
      webhook_secret: string
      /** ISO 8601, UTC. */
      former_secret_expires_at: string
    }
  }
  /** Where events of your account are sent */
  getEventTarget: {
    method: 'GET'
    path: '/v1/webhooks/events'
    query: {
      /** true: a 204 without a body, in place of the 404, where there is none. Default false. */
      optional?: 'true' | 'false'
    }
    body?: undefined
    result: EventTarget | undefined
  }
  /** Set where events of your account are sent */
  putEventTarget: {
    method: 'PUT'
    path: '/v1/webhooks/events'
    query?: undefined
    body: EventTarget
    result: EventTarget
  }
  /** Send no more events of your account */
  deleteEventTarget: {
    method: 'DELETE'
    path: '/v1/webhooks/events'
    query?: undefined
    body?: undefined
    result: undefined
  }
  /** Send a sample of each event, and see how the receiver answers */
  testEventTarget: {
    method: 'POST'
    path: '/v1/webhooks/events/test'
    query?: undefined
    body: Record<string, unknown>
    result: {
      /** Where they were sent. */
      url: string
      /** One for each event. */
      results: {
        event: EventType
        /** The `webhook-id` of the sample. */
        webhook_id: string
        /** Whether the receiver answered with a 2xx. */
        delivered: boolean
        /** The receiver’s HTTP status. */
        status?: number
        /** Why there was no response. */
        error?: string
        /** How long the receiver took, in milliseconds. */
        ms: number
      }[]
    }
  }
  /** The keys of the account */
  listOwnKeys: {
    method: 'GET'
    path: '/v1/keys'
    query?: undefined
    body?: undefined
    result: {
      /** Oldest first. */
      keys: OwnKey[]
    }
  }
  /** Make another key of the account */
  createOwnKey: {
    method: 'POST'
    path: '/v1/keys'
    query?: undefined
    body: {
      /** By default that of the caller’s key. */
      mode?: 'live' | 'test'
      /** By default those of render, read, manage (a test key: render, read). */
      scopes?: ('render' | 'read' | 'manage')[]
    }
    result: MadeKey
  }
  /** Take scopes from a key */
  restrictOwnKey: {
    method: 'PATCH'
    path: '/v1/keys/{key_id}'
    query?: undefined
    body: {
      /** Those that it keeps. */
      scopes: ('render' | 'read' | 'manage')[]
    }
    result: OwnKey
  }
  /** Revoke a key, from its next request on */
  revokeOwnKey: {
    method: 'DELETE'
    path: '/v1/keys/{key_id}'
    query?: undefined
    body?: undefined
    result: undefined
  }
  /** Make a key in place of another, which still works for the grace period */
  rotateOwnKey: {
    method: 'POST'
    path: '/v1/keys/{key_id}/rotate'
    query?: undefined
    body: {
      /** How long the old key still works, to the millisecond; 0 ends it at once. */
      grace_seconds?: number
    }
    result: MadeKey
  }
  /** The credit balance */
  getCredits: {
    method: 'GET'
    path: '/v1/credits'
    query?: undefined
    body?: undefined
    result: {
      /** What can be spent now. */
      credits_left: number
      /** Sets rates, limits and retention. */
      plan: 'Free' | 'Pro' | 'Max'
    }
  }
  /** What was charged */
  getUsage: {
    method: 'GET'
    path: '/v1/usage'
    query: {
      /** One day (UTC), instead of `from` and `to`. */
      day?: string
      /** The first day (UTC), or the time to start from (inclusive). Not later than `to`. */
      from?: string
      /** The last day (UTC, inclusive), or the time to end before (exclusive). */
      to?: string
      /** Entries of one kind of work. */
      kind?: KindOfWork
      /** Entries of one task. */
      task?: string
      /** Entries per response. */
      limit?: number
      /** `next_cursor` of the previous response. */
      cursor?: number
    }
    body?: undefined
    result: {
      /** What can be spent now. */
      credits_left: number
      /** Held for work under way. */
      credits_held: number
      /** Of the whole period. */
      totals: {
        /** What was added. */
        credits_granted: number
        /** What was spent. */
        credits_charged: number
        /** Tasks that made what they were asked for. */
        tasks_completed: number
        /** Tasks that failed; they cost nothing. */
        tasks_failed: number
      }
      /** Sums of each day and kind of work, newest first: at most 366 rows, so ask for long spans in parts. `totals` are of all. */
      by_day: {
        /** UTC. */
        day: string
        /** The kind of work. */
        kind: string
        /** What was spent. */
        credits_charged: number
        /** Tasks that made what they were asked for. */
        tasks_completed: number
        /** Tasks that failed; they cost nothing. */
        tasks_failed: number
      }[]
      /** Newest first. */
      entries: LedgerLine[]
      /** `cursor` of the next page; null on the last. */
      next_cursor: string | null
    }
  }
  /** What was charged, by day and kind, as CSV */
  getUsageTable: {
    method: 'GET'
    path: '/v1/usage.csv'
    query: {
      /** The first day (UTC), or the time to start from (inclusive). Not later than `to`. */
      from?: string
      /** The last day (UTC, inclusive), or the time to end before (exclusive). */
      to?: string
      /** One kind of work. */
      kind?: KindOfWork
    }
    body?: undefined
    result: undefined
  }
  /** Whether the service takes requests */
  getHealth: {
    method: 'GET'
    path: '/health'
    query?: undefined
    body?: undefined
    result: Health
  }
}

export type AcceptedBatch = {
  /** For `/v1/batches/{batch_id}`. */
  batch_id: string
  /** Number of tasks. */
  count: number
  /** In the order of the entries. */
  tasks: AcceptedEntry[]
}

export type AcceptedEntry = {
  /** Place among the entries, from 0. */
  index: number
  /** For `/v1/status/{task_id}`. */
  task_id: string
  /** It waits for its turn. */
  status: 'pending'
  /** Where its status is read. */
  check_status_url: string
}

export type AcceptedTask = {
  /** For `/v1/status/{task_id}`. */
  task_id: string
  /** It waits for its turn. */
  status: 'pending'
  /** Where its status is read. */
  check_status_url: string
}

export type Account = {
  /** Id of the account, for the addresses below `/admin/v1/accounts/`. */
  account_id: string
  /** For people; need not be unique. */
  name: string
  /** The plan, which sets rates and limits. */
  plan: 'Free' | 'Pro' | 'Max'
  /** ISO 8601, UTC. */
  created_at: string
  /** Since when it is suspended; absent if it is not. */
  suspended_at?: string
  /** Credits that can be spent: granted, less settled and held. */
  credits_left: number
  /** All that was ever granted, less what was taken back. */
  credits_granted: number
  /** All that was ever charged. */
  credits_settled: number
  /** Held for work that has not ended. */
  credits_held: number
  /** All keys, those that no longer work too. */
  keys: {
    /** Id of the key, to rotate or revoke it; not the key itself. */
    key_id: string
    /** A test key charges nothing and stamps its documents. */
    mode: 'live' | 'test'
    /** What the key may be used for. */
    scopes: ('render' | 'read' | 'manage')[]
    /** Whether it works now. */
    active: boolean
    /** ISO 8601, UTC. */
    created_at: string
    /** End of the grace period of a rotated key. */
    expires_at?: string
    /** When it was revoked (ISO 8601, UTC). */
    revoked_at?: string
  }[]
}

export type AccountEvent = LowCreditsEvent | FailedTaskEvent

export type Asset = {
  /** What it was stored as. */
  name: string
  /** How documents name it. */
  address: string
  /** By the content of the file. */
  content_type:
    | 'image/svg+xml'
    | 'image/png'
    | 'image/jpeg'
    | 'image/webp'
    | 'font/woff2'
    | 'font/ttf'
    | 'font/otf'
  /** Size as it is stored. */
  bytes: number
  /** SHA-256 of the stored file, in hexadecimal; its `ETag` too. */
  sha256: string
  /** When it was last stored. */
  updated_at: string
}

export type Batch = {
  /** Id of the batch. */
  batch_id: string
  /** ISO 8601, UTC. */
  created_at: string
  /** Number of its tasks. */
  count: number
  /** How many tasks are in each state. */
  counts: {
    /** Tasks that wait. */
    pending: number
    /** Tasks that are being made. */
    processing: number
    /** Tasks that have a file. */
    completed: number
    /** Tasks that failed. */
    failed: number
  }
  /** In the order of the entries. */
  tasks: BatchTask[]
  /** One ZIP of all files, when all tasks are done. */
  download_url?: string
}

export type BatchRequest = {
  /** `generate`, `transform`, `finish`, or the slug of a Studio endpoint. */
  endpoint: string
  /** Requests to the endpoint. */
  entries: (TransformRequest | GenerateRequest | StudioRequest | FinishRequest)[]
  /** May be left out: a batch always runs asynchronously. */
  async_mode?: true
  /** For every entry that has none of its own. */
  webhook_url?: string
  /** true: 200 with the price by item, warnings and what would refuse the call. Nothing is made, held or charged. */
  dry_run?: boolean
}

export type BatchTask = {
  /** Place among the entries, from 0. */
  index: number
  /** Id of the task. */
  task_id: string
  status: TaskStatus
  /** What it makes, such as `transform`. */
  kind: string
  /** ISO 8601, UTC. */
  created_at: string
  /** When work on it began (ISO 8601, UTC). */
  started_at?: string
  /** When it ended, in success or failure (ISO 8601, UTC). */
  completed_at?: string
  /** Signed again in each response, while the file is kept. */
  download_url?: string
  /** When the file is removed. */
  expires_at?: string
  /** 0 until it is completed. */
  credits_charged: number
  /** Pages of the document. */
  pages?: number
  /** Size of the file. */
  bytes?: number
  /** What the document lacks or lost, in full. */
  warnings?: string[]
  /** As it came with the request. */
  metadata?: Record<string, unknown>
  /** The batch that it belongs to. */
  batch_id?: string
  /** Why it failed. */
  error?: TaskError
  /** How the upload to `deliver_to` stands; not in lists. */
  delivery?: TaskDelivery
  /** The conformance that was verified, for archival and accessible files. */
  conformance?: {
    /** Such as `PDF/A-3b and PDF/UA-1`. */
    level: string
    /** Pages, counted from 1, on which a part was converted to an image; text stays text. */
    flattened_pages: number[]
    /** Number of rules the file was checked against. */
    checks: number
  }
  /** What `goCreditMode` found and did (docs/guide/print-optimisation.md has the kinds). */
  optimization?: {
    /** 0 to 100; 100 if nothing was found. */
    score: {
      /** Of the document as it came. */
      before: number
      /** Of the document as it is printed. */
      after: number
    }
    /** Absent if pages differ in size. */
    pages?: {
      /** Of the document as it came. */
      before: number
      /** Of the document as it is printed. */
      after: number
    }
    /** Findings of each kind in the original document. */
    found: Record<string, number>
    /** Kinds of findings of which at least one was repaired. */
    repaired: FindingKind[]
    /** Findings of each kind that are left. */
    left: Record<string, number>
    /** The first 20 texts that are not printed whole, 60 characters of each; absent if all are. */
    cut_texts?: string[]
    /** The first findings. */
    findings: {
      kind: FindingKind
      /** A short CSS path. */
      place: string
      /** From 1; absent if pages differ in size. */
      page?: number
      /** How bad it is, in the unit of its kind. */
      measure: number
    }[]
    /** Number of further findings. */
    more_findings?: number
    /** The print scale that was chosen, if it differs from the requested one. */
    scale?: number
    /** What a language model did: `used` if its style sheet was kept, `rejected` if it made nothing better, `refused` if it was no style sheet, `failed` if none came. */
    model: 'not_configured' | 'not_needed' | 'used' | 'rejected' | 'refused' | 'failed'
  }
  /** Profile of the invoice inside, or `prepared`. */
  factur_x?: string
}

export type Brand = {
  /** Word mark, where there is no logo; the sender’s name otherwise. */
  name?: string
  /** An image of yours, as `asset:<name>`. */
  logo?: string
  /** CSS color. */
  accent?: string
  /** A font of yours, as `asset:<name>`, for the whole document. */
  font?: string
  /** Its bold cut; without one, bold text is thickened. */
  font_bold?: string
  /** One line at the foot of every page. */
  footer?: string
}

export type Code = string | number

export type DecimalNumber = number | string

export type Delivery = {
  /** Its `webhook-id`. */
  delivery_id: string
  /** The task that it is about; absent for `credits.low`. */
  task_id?: string
  /** Of an event of your account; absent for the webhook of a task. */
  event?: EventType
  /** Where it is sent, as the request has it; of an event of your account only the origin, as its address may hold a secret. Absent once its task was deleted. */
  url?: string
  status: DeliveryStatus
  /** How often it was sent. */
  tries: number
  /** ISO 8601, UTC. */
  created_at: string
  /** When it was delivered or given up (ISO 8601, UTC). */
  ended_at?: string
  /** While it is pending (ISO 8601, UTC). */
  next_try_at?: string
  /** The latest 20 tries. */
  attempts: {
    /** ISO 8601, UTC. */
    at: string
    /** How long the receiver took, in milliseconds. */
    ms: number
    /** The receiver’s HTTP status. */
    status?: number
    /** Why there was no response. */
    error?: string
  }[]
}

/** `pending`: it will be sent, or sent again. `failed`: no further try. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

export type DocumentAdjustment = {
  /** Without VAT; from percent where absent (BT-92, BT-99, BT-136, BT-141) */
  amount?: DecimalNumber
  /** What percent is taken of; the line’s amount or the sum of lines where absent (BT-93, BT-100, BT-137, BT-142) */
  base_amount?: DecimalNumber
  /** BT-94, BT-101, BT-138, BT-143 */
  percent?: DecimalNumber
  /** BT-97, BT-104, BT-139, BT-144 */
  reason?: string
  /** UNTDID 5189 for allowances, 7161 for charges (BT-98, BT-105, BT-140, BT-145) */
  reason_code?: Code
  /** Category and rate of this amount (BT-95, BT-96, BT-102, BT-103) */
  vat?: InvoiceVat
}

export type DocumentCharge = {
  /** Without VAT; from percent where absent (BT-92, BT-99, BT-136, BT-141) */
  amount?: DecimalNumber
  /** What percent is taken of; the line’s amount or the sum of lines where absent (BT-93, BT-100, BT-137, BT-142) */
  base_amount?: DecimalNumber
  /** BT-94, BT-101, BT-138, BT-143 */
  percent?: DecimalNumber
  /** BT-97, BT-104, BT-139, BT-144 */
  reason?: string
  /** UNTDID 5189 for allowances, 7161 for charges (BT-98, BT-105, BT-140, BT-145) */
  reason_code?: Code
  /** Category and rate of this amount (BT-95, BT-96, BT-102, BT-103) */
  vat?: InvoiceVat
  /** A logistics service such as freight; for the profile EXTENDED */
  logistics?: boolean
}

export type DocumentLink = {
  /** Signed; needs no key and expires. */
  url: string
  /** What is left of the account’s credits. */
  credits_left: number
  /** How long it took, in milliseconds. */
  response_time_ms: number
}

export type DryRun = {
  /** Nothing was done. */
  dry_run: true
  /** Credits that the work costs, if it is done. */
  price: number
  /** What the price is made of. */
  items: PriceItem[]
  /** Credits that this key would be charged now: none for a test key, nor for a stored result. */
  charge: number
  /** Whether an identical request has a stored result; absent for what has no cache. */
  cached?: boolean
  /** What is odd about the request: data that is not read, fields that have no effect … */
  warnings: string[]
  /** Of a batch: each of its entries. */
  entries?: DryRunEntry[]
  /** What can be spent now. */
  credits_left: number
  /** Why the call would be refused now by what the plan allows a request, or by the balance. Rates and quotas are not looked at. */
  refusals: DryRunRefusal[]
  /** The account’s plan. */
  plan: 'Free' | 'Pro' | 'Max'
  /** What the plan allows. */
  limits: PlanLimits
}

export type DryRunEntry = {
  /** Place among the entries, from 0. */
  index: number
  /** Credits that the work costs, if it is done. */
  price: number
  /** What the price is made of. */
  items: PriceItem[]
  /** Credits that this key would be charged now: none for a test key, nor for a stored result. */
  charge: number
  /** Whether an identical request has a stored result; absent for what has no cache. */
  cached?: boolean
  /** What is odd about the request: data that is not read, fields that have no effect … */
  warnings: string[]
}

export type DryRunRefusal = {
  /** As the problem would have it. */
  code: string
  /** The HTTP status. */
  status: number
  /** What is missing, and the way out. */
  detail: string
}

export type Endpoint = {
  /** Name for people. */
  name: string
  /** For `POST /v1/studio/{slug}`. */
  slug: string
  /** What it renders: a template, or a document of its own. */
  type: 'template' | 'html'
  /** Whether identical input gets the stored file, for 0 credits. */
  express: boolean
  /** Names that the document reads. */
  variables: string[]
  /** Of type `template`: the template. */
  template_id?: string
  /** Of type `html`: the document, with variables in Liquid. */
  html?: string
  /** Of type `html`: extra CSS. */
  css?: string
  /** Stored data; that of a request wins. */
  data?: Record<string, unknown>
  /** Stored options; those of a request win. */
  options?: Record<string, unknown>
  /** Whether it finds and repairs what prints badly, if a request does not say. */
  goCreditMode: boolean
}

export type EndpointConfig = {
  /** Display name */
  name: string
  /** Derived from the fields that are given */
  type?: 'template' | 'html'
  /** The template it renders */
  template_id?: string
  /** The document it renders, in Liquid */
  html?: string
  /** Extra CSS, with `html` */
  css?: string
  /** Default variables; those of a call are merged over them */
  data?: Record<string, unknown>
  /** Rendering options; those of a call are merged over them */
  options?: Options
  /** Finds what prints badly and repairs it; a call may say otherwise */
  goCreditMode?: boolean
  /** An identical request gets the stored file, for 0 credits; with `async_mode` and in a batch, a task gets a copy of that file. Use it only for documents that depend on their input alone. */
  express?: boolean
}

export type EventTarget = {
  /** A public address that gets one POST for each event. */
  url: string
  /** What you are told of. */
  events: EventType[]
  /** Needed for `credits.low`, which is sent once when your credits fall under this, and again after they were above it. Credits that are held for work under way count as there. */
  credits_below?: number
}

/** `credits.low`: your credits have fallen under `credits_below`. `task.failed`: a task has failed, of any kind. */
export type EventType = 'credits.low' | 'task.failed'

/** The task. */
export type FailedTask = {
  /** Id of the task. */
  task_id: string
  /** What it was to make, such as `transform`. */
  kind: string
  /** ISO 8601, UTC. */
  created_at: string
  /** ISO 8601, UTC. */
  failed_at: string
  /** Why it failed. */
  error: TaskError
  /** As it came with the request; `{}` if none did. */
  metadata: Record<string, unknown>
  /** The batch that it belongs to. */
  batch_id?: string
}

export type FailedTaskEvent = {
  /** A task has failed. */
  type: 'task.failed'
  /** ISO 8601, UTC. */
  timestamp: string
  /** Of the task’s key. Credits are live ones. */
  mode: 'live' | 'test'
  /** There if nothing has happened: somebody tries the receiver. */
  sample?: true
  data: FailedTask
}

/** What prints badly (docs/guide/print-optimisation.md). */
export type FindingKind =
  | 'too_wide'
  | 'wide_table'
  | 'wide_code'
  | 'hidden_overflow'
  | 'unrevealed'
  | 'repeated_bar'
  | 'lost_background'
  | 'empty_page'
  | 'small_text'
  | 'split_row'
  | 'split_figure'
  | 'tall_picture'
  | 'stranded_heading'
  | 'missing_repeated_head'
  | 'sparse_last_page'
  | 'missing_title'
  | 'missing_language'
  | 'missing_alt'
  | 'low_resolution_image'
  | 'collapsed'
  | 'unprinted_link'

export type FinishOptions = {
  /** Archival level (ISO 19005). Free. */
  pdf_format?: 'PDF/A-1a' | 'PDF/A-1b' | 'PDF/A-2b' | 'PDF/A-3b'
  /** PDF/UA-1 (ISO 14289-1): tagged, titled, with a language. */
  pdf_ua?: boolean
  /** Opens the file; AES-256. Not on the Free plan. */
  password?: string
  /** Lifts `permissions`; random by default. With `password`. */
  owner_password?: string
  /** What `password` allows. With `password`. */
  permissions?: Permissions
  /** Makes the file smaller. +1 credit. */
  compress?: boolean
  /** Makes a PDF/A-3b that contains the invoice as Factur-X XML, in the profile EN 16931 or in `profile`. +1 credit. */
  factur_x?:
    | boolean
    | {
        /** The profile that the XML is written in and checked by. XML that you send must have it. */
        profile?:
          | 'BASIC'
          | 'EN 16931'
          | 'EXTENDED'
          | 'EXTENDED-CTC-FR'
          | 'XRECHNUNG'
          | 'XRECHNUNG EXTENSION'
          | 'XRECHNUNG CVD'
        /** Applies the rules of a country too: FR, those of the French reform (BR-FR). */
        national_rules?: 'FR'
      }
  /** The invoice, after the business terms of EN 16931 */
  invoice?: Invoice
  /** The invoice as a finished Cross Industry Invoice (XML), of any profile of Factur-X */
  invoice_xml?: string
  /** Files to attach invisibly. +1 credit. */
  embed_files?: string[]
  /** Text across every page, in any script. */
  watermark?: Watermark
  /** Who wrote it, in the file’s properties. */
  author?: string
  /** What it is about, in the file’s properties. */
  subject?: string
  /** For the file’s properties: one text, or a list. */
  keywords?: string | string[]
  /** Title of the document; the first file’s own by default. */
  title?: string
  /** Language of the document (BCP 47); the first file’s own by default. */
  lang?: string
  /** Values of form fields by their full names: texts, true or false, choices. */
  fields?: Record<string, string | boolean | string[]>
  /** Makes form fields a part of their pages. */
  flatten?: boolean
  /** A line at an edge of the pages, above all that they show: a text, or up to four with their places. */
  stamp?: string | Stamp | Stamp[]
  /** Numbers on the pages of the whole. */
  page_numbers?:
    | boolean
    | {
        /** With `{page}` and `{pages}`, in any script; `{page} / {pages}` by default. */
        format?: string
        /** `bottom-center` by default. */
        position?: 'top-left' | 'top-center' | 'top-right' | 'bottom-left' | 'bottom-center' | 'bottom-right'
        /** Points; 10 by default. */
        size?: number
        /** Inches from the edges; 0.4 by default. */
        margin?: number
        /** Number of the first page that has one; 1 by default. */
        first?: number
        /** Pages in front that have none; 0 by default. */
        skip?: number
      }
  /** Several files in a ZIP (at most 200, of 32 MB together): every so many pages, or by ranges. */
  split?:
    | {
        /** Pages of each file. */
        every: number
      }
    | {
        /** The pages of each file. */
        ranges: string[]
      }
  /** File name for downloads; the ending is added if it is missing. */
  filename?: string
  /** A warning (what a file lost, a page that is not there …) becomes a 422. */
  strict?: boolean
}

export type FinishRequest = {
  /** PDFs, put together in this order: an address (http, https or data), or an object with one of `url`, `task_id` and `upload`. Each after the first +1 credit. */
  files: (string | PdfPagesSource)[]
  /** How the file is finished. */
  options?: FinishOptions
  /** true: 202 and a task_id. Default false. */
  async_mode?: boolean
  /** Synchronous mode only: the file itself, or its address. Default binary. */
  return_type?: 'binary' | 'url'
  /** Asynchronous mode only: a public address that gets one POST when the task has ended. */
  webhook_url?: string
  /** Asynchronous mode only: a presigned address that the file is sent to with PUT when it is made. It is stored encrypted and never shown; the task’s `delivery` says how it goes. */
  deliver_to?: string
  /** Returned with the task and in the webhook. At most 8 KB of JSON. */
  metadata?: Record<string, unknown>
  /** true: 200 with the price by item, warnings and what would refuse the call. Nothing is made, held or charged. */
  dry_run?: boolean
}

export type GenerateRequest = {
  /** `<category>/<name>`; with `@3`, version 3 of a template of your own. */
  template_id: string
  /** Template variables. Unknown keys are ignored. */
  data: Record<string, unknown>
  /** How the document is printed and finished. */
  options?: Options
  /** Finds what prints badly and repairs it. Default false. */
  goCreditMode?: boolean
  /** The PDF, or its pages as pictures: one picture, or a ZIP of several. Default `pdf`. */
  output?: 'pdf' | 'png' | 'jpeg' | 'webp'
  /** With a picture as `output`: dots per inch, 150 by default. A picture has at most 4.5 megapixels (A4 at 200 dpi), a PNG 16, and all together at most 24 MB. */
  dpi?: number
  /** With a picture as `output`: the pages to draw, such as `1-3, 5`; all by default, 100 at most. */
  pages?: string
  /** true: 202 and a task_id. Default false. */
  async_mode?: boolean
  /** Synchronous mode only: the file itself, or its address. Default binary. */
  return_type?: 'binary' | 'url'
  /** Asynchronous mode only: a public address that gets one POST when the task has ended. */
  webhook_url?: string
  /** Asynchronous mode only: a presigned address that the file is sent to with PUT when it is made. It is stored encrypted and never shown; the task’s `delivery` says how it goes. */
  deliver_to?: string
  /** Returned with the task and in the webhook. At most 8 KB of JSON. */
  metadata?: Record<string, unknown>
  /** true: 200 with the price by item, warnings and what would refuse the call. Nothing is made, held or charged. */
  dry_run?: boolean
}

export type Health = {
  /** `degraded` if a part is down. */
  status: 'ok' | 'degraded'
  /** Each part by its name. */
  checks: Record<string, 'ok' | 'down'>
}

export type Identifier =
  | string
  | {
      /** The identifier itself */
      id: string
      /** Who issues it: a code of the list that the field names */
      scheme?: Code
    }

export type Inspection = {
  /** Size of the file. */
  bytes: number
  /** Of the header, such as `1.7`. */
  version: string
  /** Number of pages. */
  pages: number
  /** At most 500, as every list here unless it says otherwise. */
  page_sizes: {
    /** First page of a run of pages that are alike, from 1. */
    from: number
    /** Last page of the run. */
    to: number
    /** Points, as a viewer shows the page. */
    width: number
    /** Points, as a viewer shows the page. */
    height: number
    /** Degrees clockwise. */
    rotation: number
    /** The page boundaries that the file states. */
    boxes: {
      /** Left, bottom, right and top in units of the page, before rotation; absent if the page has none. */
      MediaBox?: number[]
      /** Left, bottom, right and top in units of the page, before rotation; absent if the page has none. */
      CropBox?: number[]
      /** Left, bottom, right and top in units of the page, before rotation; absent if the page has none. */
      BleedBox?: number[]
      /** Left, bottom, right and top in units of the page, before rotation; absent if the page has none. */
      TrimBox?: number[]
      /** Left, bottom, right and top in units of the page, before rotation; absent if the page has none. */
      ArtBox?: number[]
    }
    /** Size of a unit of the page in points; 1 if the file does not say. */
    user_unit: number
  }[]
  /** What the file says of itself. */
  properties: {
    /** null if the file does not say. */
    title: string | null
    /** null if the file does not say. */
    author: string | null
    /** null if the file does not say. */
    subject: string | null
    /** null if the file does not say. */
    keywords: string | null
    /** The program that wrote the document; null if the file does not say. */
    creator: string | null
    /** The program that made it a PDF; null if the file does not say. */
    producer: string | null
    /** ISO 8601; null if the file does not say. */
    created: string | null
    /** ISO 8601; null if the file does not say. */
    modified: string | null
  }
  /** Language tag of the document; null if it names none. */
  language: string | null
  /** Character codes that are shown; 0 for scans without text. What is drawn several times counts once. */
  text_length: number
  /** Whether the file has a structure for assistive technology. */
  tagged: boolean
  /** How the file is encrypted; null if it is not. */
  encryption: {
    /** Such as `AES-256`. */
    method: string
    /** What the user password allows. */
    permissions: {
      /** `low`: at low resolution only. */
      print: 'none' | 'low' | 'high'
      /** Copy text and pictures. */
      copy: boolean
      /** Change the contents of pages. */
      modify: boolean
      /** Add and change annotations. */
      annotate: boolean
      /** Fill form fields. */
      fill_forms: boolean
      /** Insert, delete and turn pages. */
      assemble: boolean
    }
  } | null
  /** Each font once. */
  fonts: {
    /** PostScript name, without the prefix of a subset. */
    name: string
    /** Such as `TrueType`, `CIDFontType2`, `Type3`. */
    type: string
    /** Whether its glyphs are in the file. */
    embedded: boolean
    /** Whether only some of its glyphs are. */
    subset: boolean
    /** The first page that shows it; null if none does. */
    first_page: number | null
  }[]
  /** Which standards the file claims, and which it meets. */
  conformance: {
    /** What the metadata say, such as `PDF/A-2u`. */
    claims: string[]
    /** One for each standard that was asked for, or that the file claims. */
    verdicts: {
      /** Such as `PDF/A-2b`. */
      standard: string
      /** null: Platen has no rules for it, or could not judge what `unjudged` names. */
      conforms: boolean | null
      /** Number of rules that were asked. */
      checks: number
      /** Each broken rule by its clause, with its page and what mends it. At most 200. */
      broken: {
        /** Clause of the standard. */
        rule: string
        /** From 1; null if it concerns the whole file. */
        page: number | null
        /** What is wrong, and what mends it. */
        message: string
      }[]
      /** How many more there are. */
      more: number
      /** What may break a rule and could not be judged. At most 200. */
      unjudged: {
        /** Clause of the standard. */
        rule: string
        /** From 1; null if it concerns the whole file. */
        page: number | null
        /** What could not be judged. */
        message: string
      }[]
    }[]
  }
  /** Files inside the file. */
  embedded_files: {
    /** File name. */
    name: string
    /** Media type; null if the file does not say. */
    type: string | null
    /** Size, unpacked; null if the file does not say. */
    bytes: number | null
    /** What it is to the document (AFRelationship), such as `Alternative`; null if unsaid. */
    relationship: string | null
    /** null if the file has none. */
    description: string | null
  }[]
  /** Form fields. */
  fields: {
    /** Full name, as `options.fields` of `POST /v1/finish` takes it. */
    name: string
    /** What kind of field it is. */
    type: 'text' | 'checkbox' | 'radio' | 'button' | 'dropdown' | 'list' | 'signature' | 'unknown'
    /** What is filled in; several choices are a list. null if nothing is. */
    value: string | string[] | null
    /** What may be chosen. At most 100. */
    options: string[]
    /** Whether it must be filled in. */
    required: boolean
    /** Whether it is locked. */
    read_only: boolean
  }[]
  /** As the file says it: nothing is verified. */
  signatures: {
    /** Full name of the form field that holds it. */
    field: string
    /** Who signed; null if it does not say. */
    name: string | null
    /** When, ISO 8601; null if it does not say. */
    date: string | null
    /** Why; null if it does not say. */
    reason: string | null
    /** Such as `ETSI.CAdES.detached`. */
    format: string | null
    /** false: something was added after it was signed. */
    covers_whole_file: boolean
  }[]
  /** Optional content. */
  layers: {
    /** Name of the layer. */
    name: string
    /** Whether it is shown when the file is opened. */
    visible: boolean
  }[]
  /** What is wrong with the file although it can be read. */
  warnings: string[]
  /** What `POST /v1/invoice/check` says of the e-invoice inside; null if there is none. */
  invoice: InvoiceReport | null
}

/** An invoice after EN 16931, written into the document as Factur-X */
export type Invoice = {
  /** Invoice number (BT-1) */
  number?: Code
  /** What the document is called; for the profile EXTENDED (BT-X-2) */
  name?: string
  /** A test, no real invoice; for the profile EXTENDED (BT-X-1) */
  test?: boolean
  /** BT-2 */
  issue_date?: string
  /** UNTDID 1001; 380 (invoice) where absent, 381 is a credit note (BT-3) */
  type_code?: Code
  /** ISO 4217 (BT-5) */
  currency?: string
  /** For the profile EXTENDED */
  exchange_rate?: {
    /** ISO 4217; the currency of the invoice where absent */
    from?: string
    /** ISO 4217; tax_currency where absent */
    to?: string
    /** Units of `to` for one of `from` */
    rate?: DecimalNumber
    /** Day of the rate, YYYY-MM-DD */
    date?: string
  }
  /** Currency the VAT is accounted in, where it is another (BT-6) */
  tax_currency?: string
  /** When VAT falls due (BT-7) */
  tax_point_date?: string
  /** 5 issue, 29 delivery, 72 payment; instead of a date (BT-8) */
  tax_point_code?: Code
  /** BT-9 */
  due_date?: string
  /** Given by the buyer for routing, such as a Leitweg-ID (BT-10) */
  buyer_reference?: string
  /** BT-19 */
  buyer_accounting_reference?: string
  /** BT-23 */
  business_process?: string
  /** BG-1 */
  notes?: InvoiceNote[]
  /** Orders, contracts and other documents (BT-11 to BT-18, BG-3, BG-24) */
  references?: InvoiceReferences
  /** BG-4 */
  seller?: InvoiceSeller
  /** BG-7 */
  buyer?: InvoiceBuyer
  /** BG-10 */
  payee?: InvoicePayee
  /** BG-11 */
  tax_representative?: TaxRepresentative
  /** For the profile EXTENDED */
  other_parties?: OtherParties
  /** BG-13 */
  delivery?: InvoiceDelivery
  /** What the invoice covers (BG-14) */
  period?: Period
  /** BG-16 */
  payment?: InvoicePayment
  /** BG-25 */
  lines?: InvoiceLine[]
  /** BG-20 */
  allowances?: DocumentAdjustment[]
  /** BG-21 */
  charges?: DocumentCharge[]
  /** Already paid (BT-113) */
  prepaid_amount?: DecimalNumber
  /** Added to the amount due (BT-114) */
  rounding_amount?: DecimalNumber
  /** BG-22 */
  totals?: InvoiceTotals
  /** BG-23 */
  vat_breakdown?: VatBreakdown[]
}

export type InvoiceAddress = {
  /** Street and number (BT-35, BT-50, BT-64, BT-75) */
  line1?: string
  /** Additional line (BT-36, BT-51, BT-65, BT-76) */
  line2?: string
  /** Additional line (BT-162, BT-163, BT-164, BT-165) */
  line3?: string
  /** BT-37, BT-52, BT-66, BT-77 */
  city?: string
  /** BT-38, BT-53, BT-67, BT-78 */
  postcode?: Code
  /** Country subdivision (BT-39, BT-54, BT-68, BT-79) */
  region?: string
  /** ISO 3166-1 alpha-2 (BT-40, BT-55, BT-69, BT-80) */
  country?: string
}

export type InvoiceBuyer = {
  /** Registered name (BT-27, BT-44) */
  name?: string
  /** Name it trades under (BT-28, BT-45) */
  trading_name?: string
  /** Register number; scheme of ISO 6523 (BT-30, BT-47) */
  legal_registration?: Identifier
  /** VAT identifier with its country prefix (BT-31, BT-48) */
  vat_id?: string
  /** Where it receives e-invoices; scheme of EAS, EM for e-mail and assumed for it (BT-34, BT-49) */
  electronic_address?: Identifier
  /** Postal address (BG-5, BG-8) */
  address?: InvoiceAddress
  /** Whom to ask (BG-6, BG-9) */
  contact?: InvoiceContact
  /** Customer number; scheme of ISO 6523 (BT-46) */
  id?: Identifier
  /** Further identifiers; for the profile EXTENDED */
  ids?: Identifier[]
  /** Local tax number; for the profile XRECHNUNG */
  tax_registration?: string
}

export type InvoiceCheckRequest = {
  /** The data, as `options.invoice` takes them. */
  invoice?: Invoice
  /** A Cross Industry Invoice as text. */
  invoice_xml?: string
  /** Address (http, https or data) of a PDF with the XML inside, at most 10 MB. */
  pdf?: string
  /** What `invoice` is checked for; EN 16931 by default. */
  profile?:
    | 'BASIC'
    | 'EN 16931'
    | 'EXTENDED'
    | 'EXTENDED-CTC-FR'
    | 'XRECHNUNG'
    | 'XRECHNUNG EXTENSION'
    | 'XRECHNUNG CVD'
  /** Applies the rules of a country too: FR, those of the French reform (BR-FR). */
  national_rules?: 'FR'
  /** true: 200 with the price by item, warnings and what would refuse the call. Nothing is made, held or charged. */
  dry_run?: boolean
}

export type InvoiceContact = {
  /** Person or department (BT-41, BT-56) */
  name?: string
  /** Beside a name; for the profile EXTENDED */
  department?: string
  /** BT-42, BT-57 */
  phone?: string
  /** For the profile EXTENDED */
  fax?: string
  /** BT-43, BT-58 */
  email?: string
}

export type InvoiceDelivery = {
  /** Who receives the goods (BT-70) */
  name?: string
  /** Scheme of ISO 6523 (BT-71) */
  location_id?: Identifier
  /** Day of delivery (BT-72) */
  date?: string
  /** BG-15 */
  address?: InvoiceAddress
  /** For the profile EXTENDED */
  contact?: InvoiceContact
}

export type InvoiceLine = {
  /** Line number; counted from 1 where absent (BT-126) */
  id?: Code
  /** BT-127 */
  note?: string
  /** What is sold (BT-153) */
  name?: string
  /** BT-154 */
  description?: string
  /** BT-129 */
  quantity?: DecimalNumber
  /** UN/ECE Recommendation 20 or 21, C62 (one) where absent (BT-130) */
  unit?: Code
  /** Without VAT; gross_price less its discounts where absent (BT-146) */
  net_price?: DecimalNumber
  /** Before the discount, without VAT (BT-148) */
  gross_price?: DecimalNumber
  /** Taken off the gross price (BT-147) */
  price_discount?: DecimalNumber
  /** How many units the price is for, 1 where absent (BT-149) */
  base_quantity?: DecimalNumber
  /** The same of the gross price; base_quantity where absent */
  gross_base_quantity?: DecimalNumber
  /** Computed where absent, checked where given (BT-131) */
  net_amount?: DecimalNumber
  /** Category and rate of the line (BG-30) */
  vat?: InvoiceVat
  /** BG-27 */
  allowances?: LineAdjustment[]
  /** BG-28 */
  charges?: LineAdjustment[]
  /** BG-26 */
  period?: Period
  /** BT-155 */
  seller_item_id?: string
  /** BT-156 */
  buyer_item_id?: string
  /** Scheme of ISO 6523, 0160 for a GTIN (BT-157) */
  standard_item_id?: Identifier
  /** BT-158 */
  classifications?: {
    /** BT-158 */
    code?: Code
    /** UNTDID 7143, such as STI for CPV or HS */
    list?: string
    /** Version of that list (BT-158-2) */
    version?: string
  }[]
  /** ISO 3166-1 alpha-2 (BT-159) */
  origin_country?: string
  /** BG-32 */
  attributes?: {
    /** BT-160 */
    name?: string
    /** BT-161 */
    value?: string
  }[]
  /** Line of the purchase order (BT-132) */
  order_line?: Code
  /** What the line is about; scheme of UNTDID 1153 (BT-128) */
  object_id?: Identifier
  /** The buyer's account (BT-133) */
  accounting_reference?: string
  /** The `id` of the line that this one belongs to */
  parent_id?: Code
  /** DETAIL, or GROUP and INFORMATION for a line that does not count in the totals */
  status?: string
  /** How many packages */
  package_quantity?: DecimalNumber
  /** Kind of package, UN/ECE Recommendation 21 */
  package_unit?: Code
  /** What makes the net price of the gross price, beside or instead of price_discount */
  price_adjustments?: {
    /** Adds to the gross price instead of taking from it */
    charge?: boolean
    /** Of one unit, without VAT; from percent where absent */
    amount?: DecimalNumber
    /** What percent is taken of; gross_price where absent */
    base_amount?: DecimalNumber
    /** Percentage of base_amount */
    percent?: DecimalNumber
    /** Why, in words */
    reason?: string
    /** UNTDID 5189 for allowances, 7161 for charges */
    reason_code?: Code
  }[]
  /** Beside object_id; scheme of UNTDID 1153 */
  more_objects?: Identifier[]
  /** Who sells this item, if several do */
  seller?: TradeParty
  /** Where this line is delivered to */
  delivery?: TradeParty
  /** Day on which this line is delivered, YYYY-MM-DD */
  delivery_date?: string
  /** Further documents that this line refers to */
  documents?: {
    /** Number of the document */
    id?: string
    /** Line of that document */
    line?: Code
    /** UNTDID 1001 */
    type_code?: Code
    /** What the document is called */
    name?: string
    /** UNTDID 1153 */
    scheme?: Code
  }[]
  /** What a set is made of */
  included_items?: {
    /** Name of the item */
    name?: string
    /** Description of the item */
    description?: string
    /** Scheme of ISO 6523, 0160 for a GTIN */
    ids?: Identifier[]
    /** The seller’s number of the item */
    seller_item_id?: string
    /** The buyer’s number of the item */
    buyer_item_id?: string
    /** How many of it are in one set */
    quantity?: DecimalNumber
    /** UN/ECE Recommendation 20 or 21 */
    unit?: Code
  }[]
  /** The invoice that this line corrects */
  preceding_invoice?: {
    /** Its number */
    number?: Code
    /** Its date, YYYY-MM-DD */
    issue_date?: string
    /** UNTDID 1001 */
    type_code?: Code
  }
  /** Totals of the line, in the currency of the invoice */
  totals?: {
    /** VAT of the line */
    vat?: DecimalNumber
    /** With VAT */
    gross?: DecimalNumber
    /** Allowances and charges of the line together */
    adjustments?: DecimalNumber
  }
}

export type InvoiceNote =
  | string
  | {
      /** The note itself (BT-22) */
      text?: string
      /** UNTDID 4451 (BT-21) */
      subject_code?: Code
      /** Agreed between the parties; for the profile EXTENDED (BT-X-5) */
      content_code?: string
    }

export type InvoicePayee = {
  /** BT-59 */
  name?: string
  /** Scheme of ISO 6523 (BT-60) */
  id?: Identifier
  /** BT-61 */
  legal_registration?: Identifier
  /** For the profile EXTENDED */
  address?: InvoiceAddress
}

export type InvoicePayment = {
  /** UNTDID 4461; 59 for a direct debit, 48 for a card, 58 (EUR) or 30 for an account where absent (BT-81) */
  means_code?: Code
  /** BT-82 */
  means_text?: string
  /** What the payer shall quote (BT-83) */
  reference?: string
  /** Terms of payment (BT-20) */
  terms?: string
  /** What is due under this condition */
  partial_amount?: DecimalNumber
  /** For early payment */
  discount?: PaymentAdjustment
  /** For late payment */
  penalty?: PaymentAdjustment
  /** Beside terms and due_date; for the profile EXTENDED */
  more_conditions?: PaymentCondition[]
  /** BT-84 */
  iban?: string
  /** Account where there is no IBAN (BT-84) */
  account_id?: string
  /** BT-85 */
  account_name?: string
  /** BT-86 */
  bic?: string
  /** Further accounts to choose from, beside or instead of iban (BG-17) */
  accounts?: {
    /** BT-84 */
    iban?: string
    /** Account where there is no IBAN (BT-84) */
    account_id?: string
    /** BT-85 */
    account_name?: string
    /** BT-86 */
    bic?: string
  }[]
  /** BG-18 */
  card?: {
    /** First six and last four digits at most (BT-87) */
    number?: Code
    /** BT-88 */
    holder?: string
  }
  /** BG-19 */
  direct_debit?: {
    /** BT-89 */
    mandate_id?: string
    /** BT-90 */
    creditor_id?: string
    /** BT-91 */
    debtor_iban?: string
  }
}

export type InvoiceReferences = {
  /** The buyer's order (BT-13) */
  purchase_order?: string
  /** This and the other dates for the profile EXTENDED */
  purchase_order_date?: string
  /** The seller's order (BT-14) */
  sales_order?: string
  /** Date of sales_order, YYYY-MM-DD */
  sales_order_date?: string
  /** BT-12 */
  contract?: string
  /** Date of contract, YYYY-MM-DD */
  contract_date?: string
  /** BT-11 */
  project?: string
  /** “Project reference” where absent */
  project_name?: string
  /** Delivery note (BT-16) */
  despatch_advice?: string
  /** Date of despatch_advice, YYYY-MM-DD */
  despatch_advice_date?: string
  /** Beside the despatch advice, for the profile EXTENDED */
  delivery_note?: string
  /** Date of delivery_note, YYYY-MM-DD */
  delivery_note_date?: string
  /** BT-15 */
  receiving_advice?: string
  /** Date of receiving_advice, YYYY-MM-DD */
  receiving_advice_date?: string
  /** BT-17 */
  tender_or_lot?: string
  /** What is invoiced, such as a meter; scheme of UNTDID 1153 (BT-18) */
  object?: Identifier
  /** BG-3 */
  preceding_invoices?: PrecedingInvoice[]
  /** BG-24 */
  supporting_documents?: SupportingDocument[]
}

export type InvoiceReport = {
  /** Whether it conforms to its profile. */
  valid: boolean
  /** What it was checked as; null if the XML names no profile of Factur-X. */
  profile: string | null
  /** At most 200. */
  findings: {
    /** Number of the rule, such as `BR-CO-15`; `XML` or `XSD` for the form. */
    rule: string
    /** An invoice with an error does not conform. */
    severity: 'error' | 'warning'
    /** Business term or group, such as `BT-31`. */
    term?: string
    /** JSON Pointer into `invoice`; empty for the whole. */
    pointer: string
    /** What is wrong, and what mends it. */
    message: string
  }[]
  /** As they follow from the lines, whatever the invoice states. */
  totals: Record<string, string> | null
  /** One entry for each category and rate of VAT. */
  vat_breakdown: {
    /** Code of UNTDID 5305. */
    category: string | null
    /** In percent. */
    rate: string | null
    /** What the VAT is taken of. */
    taxable_amount: string
    /** The VAT. */
    tax_amount: string
  }[]
  /** The data, as `options.invoice` takes them. */
  invoice: Record<string, unknown> | null
}

export type InvoiceSeller = {
  /** Registered name (BT-27, BT-44) */
  name?: string
  /** Name it trades under (BT-28, BT-45) */
  trading_name?: string
  /** Register number; scheme of ISO 6523 (BT-30, BT-47) */
  legal_registration?: Identifier
  /** VAT identifier with its country prefix (BT-31, BT-48) */
  vat_id?: string
  /** Where it receives e-invoices; scheme of EAS, EM for e-mail and assumed for it (BT-34, BT-49) */
  electronic_address?: Identifier
  /** Postal address (BG-5, BG-8) */
  address?: InvoiceAddress
  /** Whom to ask (BG-6, BG-9) */
  contact?: InvoiceContact
  /** Identifiers of the seller; scheme of ISO 6523 (BT-29) */
  ids?: Identifier[]
  /** Local tax number (BT-32) */
  tax_registration?: string
  /** Legal form, capital, register, managers (BT-33) */
  legal_information?: string
}

export type InvoiceTotals = {
  /** BT-106 */
  line_total?: DecimalNumber
  /** BT-107 */
  allowance_total?: DecimalNumber
  /** BT-108 */
  charge_total?: DecimalNumber
  /** Without VAT (BT-109) */
  net?: DecimalNumber
  /** BT-110 */
  vat?: DecimalNumber
  /** Required with tax_currency: it cannot be computed (BT-111) */
  vat_in_tax_currency?: DecimalNumber
  /** With VAT (BT-112) */
  gross?: DecimalNumber
  /** To be paid (BT-115) */
  due?: DecimalNumber
}

export type InvoiceVat = {
  /** S, Z, E, AE, K, G, O, L or M of UNTDID 5305; S where absent and the rate is above 0 (BT-151) */
  category?: string
  /** In percent; 0 where absent, except for S, L, M and O (BT-152) */
  rate?: DecimalNumber
  /** Goes to the VAT breakdown (BT-120) */
  exemption_reason?: string
  /** VATEX code; goes to the VAT breakdown (BT-121) */
  exemption_reason_code?: string
  /** When VAT falls due, as BT-8; for lines of the profile EXTENDED */
  tax_point_code?: Code
}

/** What a task makes. */
export type KindOfWork =
  | 'generate'
  | 'transform'
  | 'studio'
  | 'qrcode'
  | 'finish'
  | 'invoice_check'
  | 'inspect'

export type LedgerLine = {
  /** Number of the entry, rising. */
  seq: number
  /** ISO 8601, UTC. */
  at: string
  /** What happened: granted, held for work, charged, released unused, or a hold ran out. */
  type: 'grant' | 'hold' | 'settle' | 'release' | 'expire'
  /** Granted, held, charged or released. */
  credits: number
  /** Available afterwards. */
  credits_left: number
  /** Id of the task. */
  task_id?: string
  /** The kind of work. */
  kind?: string
  /** Of the key that asked. */
  mode?: 'live' | 'test'
  /** Why credits were granted or taken back. */
  reason?: string
}

export type LineAdjustment = {
  /** Without VAT; from percent where absent (BT-92, BT-99, BT-136, BT-141) */
  amount?: DecimalNumber
  /** What percent is taken of; the line’s amount or the sum of lines where absent (BT-93, BT-100, BT-137, BT-142) */
  base_amount?: DecimalNumber
  /** BT-94, BT-101, BT-138, BT-143 */
  percent?: DecimalNumber
  /** BT-97, BT-104, BT-139, BT-144 */
  reason?: string
  /** UNTDID 5189 for allowances, 7161 for charges (BT-98, BT-105, BT-140, BT-145) */
  reason_code?: Code
}

export type ListedEndpoint = {
  /** Name for people. */
  name: string
  /** For `POST /v1/studio/{slug}`. */
  slug: string
  /** What it renders: a template, or a document of its own. */
  type: 'template' | 'html'
  /** Whether identical input gets the stored file, for 0 credits. */
  express: boolean
  /** Names that the document reads. */
  variables: string[]
}

export type ListedTemplateInPage = {
  /** `<category>/<name>` */
  id: string
  /** Name for people. */
  label: string
  /** First part of the id. */
  category: string
  /** How the page lies. */
  orientation: 'portrait' | 'landscape'
  /** Latest version of one of yours. */
  version?: number
  /** When that version was stored (ISO 8601, UTC). */
  updated_at?: string
  /** PNG of the sample of a built-in one; needs no key. */
  preview?: string
}

/** The credits. */
export type LowCredits = {
  /** What could be spent then; what was held for work under way is not in it. */
  credits_left: number
  /** The mark that you have set. */
  credits_below: number
  /** Your plan. */
  plan: string
}

export type LowCreditsEvent = {
  /** Your credits have fallen under `credits_below`. */
  type: 'credits.low'
  /** ISO 8601, UTC. */
  timestamp: string
  /** Of the task’s key. Credits are live ones. */
  mode: 'live' | 'test'
  /** There if nothing has happened: somebody tries the receiver. */
  sample?: true
  data: LowCredits
}

export type MadeKey = {
  /** Id of the key, to rotate or revoke it; not the key itself. */
  key_id: string
  /** A test key charges nothing and stamps its documents. */
  mode: 'live' | 'test'
  /** What the key may be used for. */
  scopes: ('render' | 'read' | 'manage')[]
  /** Whether it works now. */
  active: boolean
  /** ISO 8601, UTC. */
  created_at: string
  /** End of the grace period of a rotated key. */
  expires_at?: string
  /** When it was revoked (ISO 8601, UTC). */
  revoked_at?: string
  /** Shown this once. */
  api_key: string
  /** After a rotation. */
  old_key_expires_at?: string
}

export type Options = {
  /** Archival level (ISO 19005). Free. */
  pdf_format?: 'PDF/A-1a' | 'PDF/A-1b' | 'PDF/A-2b' | 'PDF/A-3b'
  /** PDF/UA-1 (ISO 14289-1): tagged, titled, with a language. */
  pdf_ua?: boolean
  /** Opens the file; AES-256. Not on the Free plan. */
  password?: string
  /** Lifts `permissions`; random by default. With `password`. */
  owner_password?: string
  /** What `password` allows. With `password`. */
  permissions?: Permissions
  /** Makes the file smaller. +1 credit. */
  compress?: boolean
  /** Makes a PDF/A-3b that contains the invoice as Factur-X XML, in the profile EN 16931 or in `profile`. +1 credit. */
  factur_x?:
    | boolean
    | {
        /** The profile that the XML is written in and checked by. XML that you send must have it. */
        profile?:
          | 'BASIC'
          | 'EN 16931'
          | 'EXTENDED'
          | 'EXTENDED-CTC-FR'
          | 'XRECHNUNG'
          | 'XRECHNUNG EXTENSION'
          | 'XRECHNUNG CVD'
        /** Applies the rules of a country too: FR, those of the French reform (BR-FR). */
        national_rules?: 'FR'
      }
  /** The invoice, after the business terms of EN 16931 */
  invoice?: Invoice
  /** The invoice as a finished Cross Industry Invoice (XML), of any profile of Factur-X */
  invoice_xml?: string
  /** Files to attach invisibly. +1 credit. */
  embed_files?: string[]
  /** Text across every page, in any script. */
  watermark?: Watermark
  /** Who wrote it, in the file’s properties. */
  author?: string
  /** What it is about, in the file’s properties. */
  subject?: string
  /** For the file’s properties: one text, or a list. */
  keywords?: string | string[]
  /** PDFs to append, in order. +1 credit each. */
  attachments?: string[]
  /** Passwords of encrypted `attachments`, in their order; an empty text for one that needs none. */
  attachment_passwords?: string[]
  /** Paper size. Default A4, or the template’s own size. */
  paper?: 'A4' | 'A3' | 'A5' | 'Letter' | 'Legal'
  /** Default portrait. */
  orientation?: 'portrait' | 'landscape'
  /** Zoom factor. Default 1. */
  scale?: number
  /** Inches, or a length with a unit such as `"20mm"`. Default 0.4, or what the document’s `@page` says. */
  margin_top?: number | string
  /** Inches. As `margin_top`. */
  margin_bottom?: number | string
  /** Inches. As `margin_top`. */
  margin_left?: number | string
  /** Inches. As `margin_top`. */
  margin_right?: number | string
  /** HTML in the header of every page, aligned with the page’s side margins; inline styles. The classes `pageNumber`, `totalPages`, `title`, `date` and `url` are filled in. With the footer and all that both refer to, 8 MB at most. */
  header_html?: string
  /** As `header_html`, at the foot of every page. */
  footer_html?: string
  /** Instead of `header_html` on the first page; an empty text leaves it without. Room is left by the highest of all headers. Not with `page_ranges`. */
  header_first_html?: string
  /** As `header_first_html`, instead of `footer_html`. */
  footer_first_html?: string
  /** As `header_first_html`, on the last page. On a single page what is for the first wins. */
  header_last_html?: string
  /** As `header_last_html`, instead of `footer_html`. */
  footer_last_html?: string
  /** Number of the first page in headers and footers; 1 by default. A page 0 shows none. `totalPages` is the number of the last page. Not with `page_ranges`. */
  page_number_start?: number
  /** Leaves out CSS backgrounds. Default false. */
  omit_backgrounds?: boolean
  /** Pages to keep, such as `1-3, 5, 8-`. Default all. Pages that do not exist are a warning; 422 if none of them exists. */
  page_ranges?: string
  /** Inches, or a length with a unit such as `"105mm"`; with `paper_height`, instead of `paper`. */
  paper_width?: number | string
  /** As `paper_width`; with it, instead of `paper`. */
  paper_height?: number | string
  /** Uses the document’s own `@page { size }`. 422 if the margins leave no printable area. If absent, pages larger than the paper are printed smaller on it; `false` lays them out on the paper. */
  prefer_css_page_size?: boolean
  /** The whole document on one sheet, as high as it is (10 metres at most): a receipt of endless paper, or with `viewport` and `media: screen` a page as a screen shows it. As wide as the paper if that is given, else as `viewport`, then without margins unless you set them. Default false. */
  single_page?: boolean
  /** CSS media type. Default print. */
  media?: 'print' | 'screen'
  /** Waits for an element (CSS selector), a JavaScript expression to be true, or a time. Without it too, a document is printed when what it asks for has come (10 s at most), its scripts change nothing more and animations are at their end. */
  wait_for?:
    | string
    | {
        /** JavaScript; printed once its value is true. */
        expression: string
      }
    | {
        /** Milliseconds, fewer than `timeout`. */
        ms: number
      }
  /** The window that the document loads in, such as `{"width": 1280}`: what its scripts measure. On paper it is laid out for the paper. Default the printable area. */
  viewport?: {
    /** CSS pixels. */
    width: number
    /** CSS pixels. Default 800. */
    height?: number
    /** Pixels of the screen for each CSS pixel, by which pages choose pictures. Default 1. */
    device_scale?: number
  }
  /** CSS selectors of what is clicked, in this order, when the document has come to rest: the first element that each finds. One that finds nothing is a warning. A click leads to no other page. */
  click?: string[]
  /** CSS selectors of what is not shown, such as a cookie banner: all elements that each finds, whenever they come. One that finds nothing is a warning. */
  hide?: string[]
  /** Scrolls through a document with scripts before it is printed, at most 100 windows, so that what is loaded or shown on the way is there. Default true with `url`, else false. */
  scroll?: boolean
  /** Seconds for the whole render. Default 30. */
  timeout?: number
  /** Title of the document; overrides its `<title>`. */
  title?: string
  /** Language of the document (BCP 47); overrides its `lang`. */
  lang?: string
  /** Tags the PDF for accessibility. Default false. */
  tagged?: boolean
  /** Bookmarks from the headings; the PDF is then tagged. */
  outline?: boolean
  /** A contents list with page numbers and links, from the headings `h1` to `h3`: in the empty element with the id `toc`, or else on pages of its own at the front. */
  toc?:
    | boolean
    | {
        /** Headings down to which level. Default 3. */
        depth?: number
        /** Its heading. Default “Contents” in the document’s language. */
        title?: string
      }
  /** Text fields, check boxes, radio buttons and menus of the HTML become fields of the PDF that can be filled in, with their names, values and labels. Default false. */
  forms?: boolean
  /** File name for downloads; `.pdf` is added if it is missing. */
  filename?: string
  /** Public http(s) address that relative addresses in the document are resolved against. */
  base_url?: string
  /** Default `account`: a document that can run no script may be printed in a tab that printed such documents of the same account and mode before. `strict`: in a tab that no other document was or will be in. */
  isolation?: 'account' | 'strict'
  /** A warning (a file that did not load or cannot be shown, data that is not read …) becomes a 422. */
  strict?: boolean
}

export type OtherParties = {
  /** Who sold for the seller */
  sales_agent?: TradeParty
  /** Who is liable for the buyer’s VAT */
  buyer_tax_representative?: TradeParty
  /** Who uses what was bought */
  end_user?: TradeParty
  /** Where the goods go in the end */
  final_recipient?: TradeParty
  /** Where the goods come from */
  ship_from?: TradeParty
  /** Who issues the invoice for the seller */
  invoicer?: TradeParty
  /** Who receives the invoice for the buyer */
  invoicee?: TradeParty
  /** Who pays for the buyer */
  payer?: TradeParty
}

export type OwnKey = {
  /** Id of the key, to rotate or revoke it; not the key itself. */
  key_id: string
  /** A test key charges nothing and stamps its documents. */
  mode: 'live' | 'test'
  /** What the key may be used for. */
  scopes: ('render' | 'read' | 'manage')[]
  /** Whether it works now. */
  active: boolean
  /** ISO 8601, UTC. */
  created_at: string
  /** End of the grace period of a rotated key. */
  expires_at?: string
  /** When it was revoked (ISO 8601, UTC). */
  revoked_at?: string
  /** Whether this request was made with it. */
  current: boolean
}

export type PaymentAdjustment = {
  /** What the days are counted from */
  date?: string
  /** How many units from there */
  days?: DecimalNumber
  /** UN/ECE Recommendation 20; DAY where absent */
  unit?: Code
  /** What the percentage is taken of */
  base_amount?: DecimalNumber
  /** Percentage of base_amount */
  percent?: DecimalNumber
  /** The discount or penalty itself, in the currency of the invoice */
  amount?: DecimalNumber
}

export type PaymentCondition = {
  /** Terms of payment, in words */
  terms?: string
  /** Day on which it is due, YYYY-MM-DD */
  due_date?: string
  /** What is due under this condition */
  partial_amount?: DecimalNumber
  /** For early payment */
  discount?: PaymentAdjustment
  /** For late payment */
  penalty?: PaymentAdjustment
}

export type PdfPagesSource = {
  /** An http(s) address, or a data: address. */
  url?: string
  /** A task whose file is the PDF. */
  task_id?: string
  /** In a form: the part’s name, or its file’s. */
  upload?: string
  /** Opens the file, if it is encrypted. */
  password?: string
  /** Pages to take, in this order, such as `1-3, 8, 5-`; one that is named twice stands twice. */
  pages?: string
  /** Degrees clockwise. */
  rotate?: 0 | 90 | 180 | 270
}

export type PdfSource = {
  /** An http(s) address, or a data: address. */
  url?: string
  /** A task whose file is the PDF. */
  task_id?: string
  /** In a form: the part’s name, or its file’s. */
  upload?: string
  /** Opens the file, if it is encrypted. */
  password?: string
}

export type Period = {
  /** First day, YYYY-MM-DD (BT-73, BT-134) */
  start?: string
  /** Last day, YYYY-MM-DD (BT-74, BT-135) */
  end?: string
}

export type Permissions = {
  /** `low`: at low resolution only. */
  print?: 'none' | 'low' | 'high'
  /** Copy text and pictures. */
  copy?: boolean
  /** Change the contents of pages. */
  modify?: boolean
  /** Add and change annotations. */
  annotate?: boolean
  /** Fill form fields. */
  fill_forms?: boolean
  /** Insert, delete and turn pages. */
  assemble?: boolean
}

export type PlanLimits = {
  /** POST requests. */
  posts_per_minute: number
  /** Documents that callers wait for, at once. */
  synchronous_renders: number
  /** Queued tasks that have not ended. */
  outstanding_tasks: number
  /** Live tasks that fail or copy a stored result. */
  uncharged_tasks_per_day: number
  /** Entries of a batch. */
  entries_per_batch: number
  /** How long a file is kept. */
  retention_days: number
  /** Whether `options.password` may be used. */
  password: boolean
}

export type PrecedingInvoice = {
  /** BT-25 */
  number?: Code
  /** BT-26 */
  issue_date?: string
}

export type PreviewRequest = {
  /** `transform`, `generate`, or the slug of a Studio endpoint. */
  endpoint: string
  /** The request to that endpoint. `async_mode`, `return_type`, `webhook_url`, `deliver_to`, `metadata` and `dry_run` are checked and ignored. */
  request: TransformRequest | GenerateRequest | StudioRequest
  /** What this is a preview of, such as an open page. The newest request of a session ends the one before. */
  session?: string
  /** Tells margins and where what prints badly stands on the pages, in `X-Layout`. Default false. */
  layout?: boolean
  /** The pages as PDF or pictures, or the composed document without a browser’s help. By default as the request has it. */
  output?: 'pdf' | 'png' | 'jpeg' | 'webp' | 'html'
  /** With a picture as `output`: dots per inch, 150 by default. A picture has at most 4.5 megapixels (A4 at 200 dpi), a PNG 16, and all together at most 24 MB. */
  dpi?: number
  /** With a picture as `output`: the pages to draw, such as `1-3, 5`; all by default, 100 at most. */
  pages?: string
}

export type PriceItem = {
  /** The work itself, or the field that costs something. */
  item:
    | 'generate'
    | 'studio'
    | 'transform'
    | 'qrcode'
    | 'finish'
    | 'invoice_check'
    | 'inspect'
    | 'files'
    | 'goCreditMode'
    | 'compress'
    | 'factur_x'
    | 'embed_files'
    | 'attachments'
    | 'logo'
  /** How many. */
  count: number
  /** What they cost together. */
  credits: number
}

/** What went wrong (RFC 9457). */
export type Problem = {
  /** Address of what this code means. */
  type: string
  /** The same for every problem of this code. */
  title: string
  /** The HTTP status. */
  status: number
  /** What happened, and what to do about it. */
  detail: string
  /** Stable: what a program decides by. */
  code:
    | 'invalid_request'
    | 'invalid_json'
    | 'unauthorized'
    | 'insufficient_credits'
    | 'forbidden'
    | 'plan_feature'
    | 'account_suspended'
    | 'link_invalid'
    | 'not_found'
    | 'method_not_allowed'
    | 'body_timeout'
    | 'idempotency_in_flight'
    | 'superseded'
    | 'gone'
    | 'precondition_failed'
    | 'body_too_large'
    | 'unsupported_media_type'
    | 'range_not_satisfiable'
    | 'plan_limit'
    | 'idempotency_mismatch'
    | 'asset_failed'
    | 'document_invalid'
    | 'strict_warning'
    | 'rate_limited'
    | 'preview_quota'
    | 'test_quota'
    | 'too_many_tasks'
    | 'too_many_uncharged'
    | 'too_many_renders'
    | 'canceled'
    | 'internal'
    | 'browser_lost'
    | 'pool_full'
    | 'not_configured'
    | 'render_timeout'
  /** The response’s `X-Request-Id`, for questions. */
  request_id: string
  /** Every fault of the request. */
  errors?: {
    /** JSON Pointer into the body; empty: all of it. */
    pointer: string
    /** What is wrong there, and what mends it. */
    message: string
    /** Rule of a standard, such as BR-CO-15. */
    rule?: string
  }[]
}

export type QrCodeLink = {
  /** Signed; needs no key and expires. */
  url: string
  /** What is left of the account’s credits. */
  credits_left: number
  /** Whether an earlier identical request made it; costs nothing. */
  cached: boolean
}

export type QrCodeRequest = {
  /** The value to encode, as given. Not required for wifi, geo and vcard. */
  data?: string
  /** How data is formatted. */
  type?: 'text' | 'url' | 'product' | 'email' | 'tel' | 'sms' | 'wifi' | 'geo' | 'vcard'
  /** 200, 400 or 800 px. */
  size?: 'small' | 'default' | 'big'
  /** How much of the code may be lost; a logo forces high. */
  error_level?: 'low' | 'medium' | 'quartile' | 'high'
  /** Color of the modules: "#RRGGBB" or [r, g, b]. Default black. */
  color?: string | number[]
  /** "#RRGGBB", [r, g, b, a] or "transparent". Default white. a up to 1 is a fraction, above of 255. */
  background?: 'transparent' | string | number[] | [number, number, number, number]
  /** Margin on each side, in pixels; pixels that whole modules leave over are added. Without it 10, and at least 4 modules (ISO/IEC 18004); less than 4 modules is a warning. */
  margin?: number
  /** Form of the modules. */
  style?: 'square'
  /** http, https or data address of a PNG, JPEG or WebP for the centre, or `asset:<name>` of one of yours. +1 credit. */
  logo_url?: string
  /** Width of the logo in pixels. Default: 22 % of the size. */
  logo_width?: number
  /** What the image is. */
  format?: 'png' | 'svg'
  /** email: the subject. */
  subject?: string
  /** email: the text. */
  body?: string
  /** sms: the text. */
  message?: string
  /** wifi: the name of the network. */
  ssid?: string
  /** wifi: the password. */
  password?: string
  /** wifi. Default WPA with a password, else nopass. */
  encryption?: 'WPA' | 'WEP' | 'nopass'
  /** wifi: the network does not announce its name. */
  hidden?: boolean
  /** geo: latitude, -90 to 90. */
  lat?: number | string
  /** geo: longitude, -180 to 180. */
  lng?: number | string
  /** vcard: the full name. */
  name?: string
  /** vcard: the organisation. */
  org?: string
  /** vcard: the telephone number. */
  phone?: string
  /** vcard: the e-mail address. */
  email?: string
  /** vcard: the web address. */
  url?: string
  /** true: 202 and a task_id. Default false. */
  async_mode?: boolean
  /** Synchronous mode only: the file itself, or its address. Default binary. */
  return_type?: 'binary' | 'url'
  /** Asynchronous mode only: a public address that gets one POST when the task has ended. */
  webhook_url?: string
  /** Asynchronous mode only: a presigned address that the file is sent to with PUT when it is made. It is stored encrypted and never shown; the task’s `delivery` says how it goes. */
  deliver_to?: string
  /** Returned with the task and in the webhook. At most 8 KB of JSON. */
  metadata?: Record<string, unknown>
  /** true: 200 with the price by item, warnings and what would refuse the call. Nothing is made, held or charged. */
  dry_run?: boolean
}

export type Stamp = {
  /** What is written, on one line, in any script. */
  text: string
  /** `top-right` by default. */
  position?: 'top-left' | 'top-center' | 'top-right' | 'bottom-left' | 'bottom-center' | 'bottom-right'
  /** Points; 12 by default. */
  size?: number
  /** Inches from the edges; 0.4 by default. */
  margin?: number
  /** `#RRGGBB`; `#000000` by default. */
  color?: string
  /** Such as `1` or `2-`; all by default. */
  pages?: string
}

export type StudioRequest = {
  /** Variables; they override the defaults stored in the endpoint. */
  data?: Record<string, unknown>
  /** How the document is printed and finished. */
  options?: Options
  /** Finds what prints badly and repairs it. By default as the endpoint has it. */
  goCreditMode?: boolean
  /** The PDF, or its pages as pictures: one picture, or a ZIP of several. Default `pdf`. */
  output?: 'pdf' | 'png' | 'jpeg' | 'webp'
  /** With a picture as `output`: dots per inch, 150 by default. A picture has at most 4.5 megapixels (A4 at 200 dpi), a PNG 16, and all together at most 24 MB. */
  dpi?: number
  /** With a picture as `output`: the pages to draw, such as `1-3, 5`; all by default, 100 at most. */
  pages?: string
  /** true: 202 and a task_id. Default false. */
  async_mode?: boolean
  /** Synchronous mode only: the file itself, or its address. Default binary. */
  return_type?: 'binary' | 'url'
  /** Asynchronous mode only: a public address that gets one POST when the task has ended. */
  webhook_url?: string
  /** Asynchronous mode only: a presigned address that the file is sent to with PUT when it is made. It is stored encrypted and never shown; the task’s `delivery` says how it goes. */
  deliver_to?: string
  /** Returned with the task and in the webhook. At most 8 KB of JSON. */
  metadata?: Record<string, unknown>
  /** true: 200 with the price by item, warnings and what would refuse the call. Nothing is made, held or charged. */
  dry_run?: boolean
}

export type SupportingDocument = {
  /** BT-122 */
  id?: string
  /** BT-123 */
  description?: string
  /** Where it can be read (BT-124) */
  url?: string
  /** The document itself, content in base64 (BT-125) */
  file?: {
    /** File name (BT-125-2) */
    name: string
    /** Such as application/pdf (BT-125-1) */
    mime_type: string
    /** The bytes in base64 */
    content: string
  }
}

export type Task = {
  /** Id of the task. */
  task_id: string
  status: TaskStatus
  /** What it makes, such as `transform`. */
  kind: string
  /** ISO 8601, UTC. */
  created_at: string
  /** When work on it began (ISO 8601, UTC). */
  started_at?: string
  /** When it ended, in success or failure (ISO 8601, UTC). */
  completed_at?: string
  /** Signed again in each response, while the file is kept. */
  download_url?: string
  /** When the file is removed. */
  expires_at?: string
  /** 0 until it is completed. */
  credits_charged: number
  /** Pages of the document. */
  pages?: number
  /** Size of the file. */
  bytes?: number
  /** What the document lacks or lost, in full. */
  warnings?: string[]
  /** As it came with the request. */
  metadata?: Record<string, unknown>
  /** The batch that it belongs to. */
  batch_id?: string
  /** Why it failed. */
  error?: TaskError
  /** How the upload to `deliver_to` stands; not in lists. */
  delivery?: TaskDelivery
  /** The conformance that was verified, for archival and accessible files. */
  conformance?: {
    /** Such as `PDF/A-3b and PDF/UA-1`. */
    level: string
    /** Pages, counted from 1, on which a part was converted to an image; text stays text. */
    flattened_pages: number[]
    /** Number of rules the file was checked against. */
    checks: number
  }
  /** What `goCreditMode` found and did (docs/guide/print-optimisation.md has the kinds). */
  optimization?: {
    /** 0 to 100; 100 if nothing was found. */
    score: {
      /** Of the document as it came. */
      before: number
      /** Of the document as it is printed. */
      after: number
    }
    /** Absent if pages differ in size. */
    pages?: {
      /** Of the document as it came. */
      before: number
      /** Of the document as it is printed. */
      after: number
    }
    /** Findings of each kind in the original document. */
    found: Record<string, number>
    /** Kinds of findings of which at least one was repaired. */
    repaired: FindingKind[]
    /** Findings of each kind that are left. */
    left: Record<string, number>
    /** The first 20 texts that are not printed whole, 60 characters of each; absent if all are. */
    cut_texts?: string[]
    /** The first findings. */
    findings: {
      kind: FindingKind
      /** A short CSS path. */
      place: string
      /** From 1; absent if pages differ in size. */
      page?: number
      /** How bad it is, in the unit of its kind. */
      measure: number
    }[]
    /** Number of further findings. */
    more_findings?: number
    /** The print scale that was chosen, if it differs from the requested one. */
    scale?: number
    /** What a language model did: `used` if its style sheet was kept, `rejected` if it made nothing better, `refused` if it was no style sheet, `failed` if none came. */
    model: 'not_configured' | 'not_needed' | 'used' | 'rejected' | 'refused' | 'failed'
  }
  /** Profile of the invoice inside, or `prepared`. */
  factur_x?: string
}

export type TaskDelivery = {
  /** `waiting`: for the end of the task. `pending`: it is sent, or sent again. The others are final. */
  status: 'waiting' | 'pending' | 'delivered' | 'failed'
  /** Host of the address; the rest is never shown. */
  host: string
  /** How often it was sent. */
  tries: number
  /** While it is pending (ISO 8601, UTC). */
  next_try_at?: string
  /** When it was delivered or given up (ISO 8601, UTC). */
  ended_at?: string
  /** Why the last try failed. */
  error?: string
}

export type TaskError = {
  /** The stable code of the problem. */
  code: string
  /** What happened, and what to do about it. */
  message: string
}

/** `pending`: it waits. `completed` and `failed` are final. */
export type TaskStatus = 'pending' | 'processing' | 'completed' | 'failed'

export type TaxRepresentative = {
  /** BT-62 */
  name?: string
  /** BT-63 */
  vat_id?: string
  /** Postal address (BG-12) */
  address?: InvoiceAddress
}

export type Template = {
  /** `<category>/<name>` */
  id: string
  /** Name for people. */
  label: string
  /** First part of the id. */
  category: string
  /** How the page lies. */
  orientation: 'portrait' | 'landscape'
  /** What it is for; absent if its author did not say. */
  description?: string
  /** Of a template of your own; `template_id` may name it as `@3`. */
  version?: number
  /** true: your draft, which `template_id` may name as `@draft`. */
  draft?: boolean
  /** Page size in millimetres, if it is not A4. */
  size?: Record<string, unknown>
  /** JSON Schema of the data, with defaults. */
  variables?: Record<string, unknown>
  /** Variables that a complete document has. */
  essential?: string[]
  /** Data that shows the template at its best. */
  sample?: Record<string, unknown>
  /** Which variable holds which field of `options.invoice`. */
  invoice?: Record<string, unknown>
  /** PNG of the sample, as a data address. */
  preview?: string
  /** Liquid; of a template of your own. */
  page?: string
  /** CSS; of a template of your own. */
  style?: string
}

export type TemplateSource = {
  /** Display name */
  label: string
  /** What it is for, in a sentence */
  description?: string
  /** How the page lies */
  orientation?: 'portrait' | 'landscape'
  /** Page size in millimetres; A4 by default */
  size?: {
    /** Millimetres */
    width: number
    /** Millimetres */
    height: number
  }
  /** JSON Schema of the data, with defaults */
  variables?: Variables
  /** Variables without which a document is not complete, as `number` or `lines.net_price|net_amount` (either). An empty one is a warning. */
  essential?: string[]
  /** Which variable holds which field of `options.invoice`, for Factur-X */
  invoice?: Record<string, string>
  /** Liquid: the content of the body, or a whole document */
  page: string
  /** CSS, after the design system’s */
  style?: string
  /** Data that shows the template at its best */
  sample?: Record<string, unknown>
}

export type TradeParty = {
  /** Registered name */
  name?: string
  /** Name it trades under */
  trading_name?: string
  /** Scheme of ISO 6523 */
  ids?: Identifier[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: Identifier
  /** VAT identifier with its country prefix */
  vat_id?: string
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string
  /** Scheme of EAS */
  electronic_address?: Identifier
  /** Postal address */
  address?: InvoiceAddress
  /** Whom to ask */
  contact?: InvoiceContact
}

export type TransformRequest = {
  /** A complete standalone HTML document. */
  html?: string
  /** Instead of `html`: CommonMark with tables, footnotes, task lists, alerts, coloured code, formulas (`$…$`) and `mermaid` diagrams. Front matter names `title`, `subtitle`, `author`, `date` and `lang`. HTML in it stays HTML, but no script runs. */
  markdown?: string
  /** The look of `markdown`, `report` if it is not given. `css` comes after it. */
  style?: 'report' | 'letter' | 'manual'
  /** Instead of `html`: the address of a page, which is fetched and printed as if it stood there. An answer such as 404 is printed with a warning. */
  url?: string
  /** Headers that the page at `url` and its files of the same origin are asked for with. */
  fetch_headers?: Record<string, string>
  /** Cookies by name, for the origin of `url` only. */
  cookies?: Record<string, string>
  /** HTTP Basic authentication in UTF-8, for the origin of `url` only. */
  basic_auth?: {
    /** Without a colon. */
    username: string
    /** Stored encrypted, and never logged. */
    password: string
  }
  /** Default `Platen/1.0`. The page’s scripts see it too. */
  user_agent?: string
  /** The languages that the page is asked for in, which its scripts see too. */
  accept_language?: string
  /** Extra CSS, added at the end of the head. */
  css?: string
  /** How the document is printed and finished. */
  options?: Options
  /** Finds what prints badly and repairs it. Default true. */
  goCreditMode?: boolean
  /** The PDF, or its pages as pictures: one picture, or a ZIP of several. Default `pdf`. */
  output?: 'pdf' | 'png' | 'jpeg' | 'webp'
  /** With a picture as `output`: dots per inch, 150 by default. A picture has at most 4.5 megapixels (A4 at 200 dpi), a PNG 16, and all together at most 24 MB. */
  dpi?: number
  /** With a picture as `output`: the pages to draw, such as `1-3, 5`; all by default, 100 at most. */
  pages?: string
  /** true: 202 and a task_id. Default false. */
  async_mode?: boolean
  /** Synchronous mode only: the file itself, or its address. Default binary. */
  return_type?: 'binary' | 'url'
  /** Asynchronous mode only: a public address that gets one POST when the task has ended. */
  webhook_url?: string
  /** Asynchronous mode only: a presigned address that the file is sent to with PUT when it is made. It is stored encrypted and never shown; the task’s `delivery` says how it goes. */
  deliver_to?: string
  /** Returned with the task and in the webhook. At most 8 KB of JSON. */
  metadata?: Record<string, unknown>
  /** true: 200 with the price by item, warnings and what would refuse the call. Nothing is made, held or charged. */
  dry_run?: boolean
}

export type TryRequest = {
  /** A template that comes with Platen, such as `invoice/classic`. */
  template_id: string
  /** Template variables. Files that they name by address are not loaded. */
  data: Record<string, unknown>
  /** What this is a page of, such as an open browser tab. The newest request of a session ends the one before. */
  session?: string
}

export type Variables = {
  /** What the variable is; anything if absent */
  type?: 'object' | 'array' | 'string' | 'number' | 'boolean'
  /** Name for people */
  title?: string
  /** What it does */
  description?: string
  /** The values it may have */
  enum?: unknown[]
  /** Of an object: its fields by name */
  properties?: Record<string, Variables>
  /** Of an array: what each entry is */
  items?: Variables
  /** Field that a plain value in the place of the object stands for */
  'x-scalar'?: string
} & Record<string, unknown>

export type VatBreakdown = {
  /** BT-118 */
  category?: string
  /** In percent (BT-119) */
  rate?: DecimalNumber
  /** BT-116 */
  taxable_amount?: DecimalNumber
  /** BT-117 */
  tax_amount?: DecimalNumber
  /** BT-120 */
  exemption_reason?: string
  /** BT-121 */
  exemption_reason_code?: string
  /** Of the lines alone; for the profile EXTENDED (BT-X-262) */
  line_total?: DecimalNumber
  /** Of charges − allowances; for the profile EXTENDED (BT-X-263) */
  adjustment_total?: DecimalNumber
}

export type View = {
  /** Names the link where it is taken back. */
  view_id: string
  /** Signed; needs no key. */
  url: string
  /** ISO 8601, UTC. */
  created_at: string
  /** ISO 8601, UTC. */
  expires_at: string
}

export type Watermark =
  | string
  | {
      /** What is written, on one line. */
      text: string
      /** `#RRGGBB`; `#808080` by default. */
      color?: string
      /** 0 to 1; 0.25 by default. */
      opacity?: number
      /** Degrees counter-clockwise; 45 by default. */
      angle?: number
    }

export type WebhookEvent = {
  /** Id of the task. */
  task_id: string
  /** How it ended. */
  status: 'completed' | 'failed'
  /** Signed; needs no key and expires. null if the task failed. */
  download_url: string | null
  /** As it came with the request; `{}` if none did. */
  metadata: Record<string, unknown>
  /** How the upload to `deliver_to` ended; the call waits for that. Absent without one. */
  delivery?: {
    /** Whether the bucket has the file. */
    status: 'delivered' | 'failed'
    /** Why it has not. */
    error?: string
  }
  /** Why the task failed. */
  error?: TaskError
}

/** The data of each built-in template. Add your own by declaration merging: `interface Templates { 'my/note': … }`. */
export interface Templates {
  'catalog/price-list': {
    subtitle?: string | number
    seller?: string | number | SellerData
    /** YYYY-MM-DD; other text prints as it is */
    valid_from?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    valid_until?: string | number
    /** ISO 4217 */
    currency?: string | number
    /** A line below the title says whether prices include VAT */
    prices_include_vat?: boolean
    /** Text above the groups (Markdown) */
    introduction?: string | number
    groups?: (
      | string
      | number
      | {
          title?: string | number
          /** Markdown */
          text?: string | number
          items?: (
            | string
            | number
            | {
                sku?: string | number
                name?: string | number
                description?: string | number
                /** UN/ECE Recommendation 20 (HUR, DAY, KGM …); other text prints as it is */
                unit?: string | number
                price?: string | number
                /** In the place of a price, such as on request */
                note?: string | number
              }
          )[]
        }
    )[]
    /** Paragraphs; one text will do */
    notes?: (string | number)[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'certificate/classic': {
    /** Line above the name */
    lead?: string | number
    recipient?: string | number
    /** Markdown */
    text?: string | number
    achievement?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    date?: string | number
    place?: string | number
    number?: string | number
    verify_url?: string | number
    issuer?:
      | string
      | number
      | {
          name?: string | number
        }
    signatories?: (
      | string
      | number
      | {
          name?: string | number
          title?: string | number
          /** Address of a signature's image */
          image?: string | number
        }
    )[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'contract/service': {
    number?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    effective_date?: string | number
    parties?: (
      | string
      | number
      | {
          name?: string | number
          /** Short name */
          as?: string | number
          address?: string | number | AddressData
          represented_by?: string | number
          signatory?: string | number
        }
    )[]
    /** Markdown */
    preamble?: string | number
    clauses?: (
      | string
      | number
      | {
          title?: string | number
          /** Markdown */
          text?: string | number
        }
    )[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'event/badge': {
    event?:
      | string
      | number
      | {
          name?: string | number
          /** YYYY-MM-DD; other text prints as it is */
          date?: string | number
          place?: string | number
        }
    attendees?: (
      | string
      | number
      | {
          name?: string | number
          first_name?: string | number
          last_name?: string | number
          title?: string | number
          company?: string | number
          role?: string | number
          /** Printed as a QR code */
          code?: string | number
        }
    )[]
    wifi?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'event/ticket': {
    event?:
      | string
      | number
      | {
          name?: string | number
          subtitle?: string | number
          /** Day and time it begins (ISO 8601); other text prints as it is */
          date?: string | number
          /** Time the doors open, such as 19:00 */
          doors?: string | number
          place?: string | number
          address?: string | number
        }
    tickets?: (
      | string
      | number
      | {
          holder?: string | number
          number?: string | number
          /** Printed as a QR code; the number where absent */
          code?: string | number
          block?: string | number
          row?: string | number
          seat?: string | number
          gate?: string | number
          category?: string | number
          price?: string | number
        }
    )[]
    /** ISO 4217 */
    currency?: string | number
    /** Small print at the foot */
    terms?: string | number
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'invoice/classic': {
    /** ISO 4217 */
    currency?: string | number
    /** In the place of the word for this type of invoice */
    title?: string | number
    /** Text above the lines (Markdown) */
    introduction?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
    /** paid, overdue or draft, shown beside the title; other text prints as it is */
    status?: string | number
    /** Where to pay online: a button, and a QR code if there is no payment code for the currency */
    payment_url?: string | number
    /** Invoice number (BT-1) */
    number?: string | number
    /** What the document is called; for the profile EXTENDED (BT-X-2) */
    name?: string | number
    /** A test, no real invoice; for the profile EXTENDED (BT-X-1) */
    test?: boolean
    /** BT-2 */
    issue_date?: string | number
    /** BT-9 */
    due_date?: string | number
    /** UNTDID 1001; 380 (invoice) where absent, 381 is a credit note (BT-3) */
    type_code?: string | number
    /** For the profile EXTENDED */
    exchange_rate?: ExchangeRateData
    /** Currency the VAT is accounted in, where it is another (BT-6) */
    tax_currency?: string | number
    /** When VAT falls due (BT-7) */
    tax_point_date?: string | number
    /** 5 issue, 29 delivery, 72 payment; instead of a date (BT-8) */
    tax_point_code?: string | number
    /** Given by the buyer for routing, such as a Leitweg-ID (BT-10) */
    buyer_reference?: string | number
    /** BT-19 */
    buyer_accounting_reference?: string | number
    /** BT-23 */
    business_process?: string | number
    /** BG-1 */
    notes?: (string | number | NotesData)[]
    /** Orders, contracts and other documents (BT-11 to BT-18, BG-3, BG-24) */
    references?: string | number | ReferencesData
    /** BG-4 */
    seller?: string | number | SellerData2
    /** BG-7 */
    buyer?: string | number | BuyerData
    /** BG-10 */
    payee?: string | number | PayeeData
    /** BG-11 */
    tax_representative?: string | number | TaxRepresentativeData
    /** For the profile EXTENDED */
    other_parties?: OtherPartiesData
    /** BG-13 */
    delivery?: string | number | DeliveryData
    /** What the invoice covers (BG-14) */
    period?: PeriodData
    /** BG-16 */
    payment?: string | number | PaymentData
    /** BG-25 */
    lines?: (string | number | LinesData)[]
    /** BG-20 */
    allowances?: AllowancesData2[]
    /** BG-21 */
    charges?: ChargesData[]
    /** Already paid (BT-113) */
    prepaid_amount?: string | number
    /** Added to the amount due (BT-114) */
    rounding_amount?: string | number
    /** BG-22 */
    totals?: TotalsData2
    /** BG-23 */
    vat_breakdown?: VatBreakdownData[]
  }
  'invoice/credit-note': {
    /** ISO 4217 */
    currency?: string | number
    /** In the place of the word for this type of invoice */
    title?: string | number
    /** Text above the lines (Markdown) */
    introduction?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
    /** paid, overdue or draft, shown beside the title; other text prints as it is */
    status?: string | number
    /** Where to pay online: a button, and a QR code if there is no payment code for the currency */
    payment_url?: string | number
    /** UNTDID 1001; 381 is a credit note */
    type_code?: string | number
    /** Invoice number (BT-1) */
    number?: string | number
    /** What the document is called; for the profile EXTENDED (BT-X-2) */
    name?: string | number
    /** A test, no real invoice; for the profile EXTENDED (BT-X-1) */
    test?: boolean
    /** BT-2 */
    issue_date?: string | number
    /** BT-9 */
    due_date?: string | number
    /** For the profile EXTENDED */
    exchange_rate?: ExchangeRateData
    /** Currency the VAT is accounted in, where it is another (BT-6) */
    tax_currency?: string | number
    /** When VAT falls due (BT-7) */
    tax_point_date?: string | number
    /** 5 issue, 29 delivery, 72 payment; instead of a date (BT-8) */
    tax_point_code?: string | number
    /** Given by the buyer for routing, such as a Leitweg-ID (BT-10) */
    buyer_reference?: string | number
    /** BT-19 */
    buyer_accounting_reference?: string | number
    /** BT-23 */
    business_process?: string | number
    /** BG-1 */
    notes?: (string | number | NotesData)[]
    /** Orders, contracts and other documents (BT-11 to BT-18, BG-3, BG-24) */
    references?: string | number | ReferencesData
    /** BG-4 */
    seller?: string | number | SellerData2
    /** BG-7 */
    buyer?: string | number | BuyerData
    /** BG-10 */
    payee?: string | number | PayeeData
    /** BG-11 */
    tax_representative?: string | number | TaxRepresentativeData
    /** For the profile EXTENDED */
    other_parties?: OtherPartiesData
    /** BG-13 */
    delivery?: string | number | DeliveryData
    /** What the invoice covers (BG-14) */
    period?: PeriodData
    /** BG-16 */
    payment?: string | number | PaymentData
    /** BG-25 */
    lines?: (string | number | LinesData)[]
    /** BG-20 */
    allowances?: AllowancesData2[]
    /** BG-21 */
    charges?: ChargesData[]
    /** Already paid (BT-113) */
    prepaid_amount?: string | number
    /** Added to the amount due (BT-114) */
    rounding_amount?: string | number
    /** BG-22 */
    totals?: TotalsData2
    /** BG-23 */
    vat_breakdown?: VatBreakdownData[]
  }
  'invoice/letterhead': {
    /** ISO 4217 */
    currency?: string | number
    /** In the place of the word for this type of invoice */
    title?: string | number
    /** Text above the lines (Markdown) */
    introduction?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
    /** paid, overdue or draft, shown beside the title; other text prints as it is */
    status?: string | number
    /** Where to pay online: a button, and a QR code if there is no payment code for the currency */
    payment_url?: string | number
    /** Invoice number (BT-1) */
    number?: string | number
    /** What the document is called; for the profile EXTENDED (BT-X-2) */
    name?: string | number
    /** A test, no real invoice; for the profile EXTENDED (BT-X-1) */
    test?: boolean
    /** BT-2 */
    issue_date?: string | number
    /** BT-9 */
    due_date?: string | number
    /** UNTDID 1001; 380 (invoice) where absent, 381 is a credit note (BT-3) */
    type_code?: string | number
    /** For the profile EXTENDED */
    exchange_rate?: ExchangeRateData
    /** Currency the VAT is accounted in, where it is another (BT-6) */
    tax_currency?: string | number
    /** When VAT falls due (BT-7) */
    tax_point_date?: string | number
    /** 5 issue, 29 delivery, 72 payment; instead of a date (BT-8) */
    tax_point_code?: string | number
    /** Given by the buyer for routing, such as a Leitweg-ID (BT-10) */
    buyer_reference?: string | number
    /** BT-19 */
    buyer_accounting_reference?: string | number
    /** BT-23 */
    business_process?: string | number
    /** BG-1 */
    notes?: (string | number | NotesData)[]
    /** Orders, contracts and other documents (BT-11 to BT-18, BG-3, BG-24) */
    references?: string | number | ReferencesData
    /** BG-4 */
    seller?: string | number | SellerData2
    /** BG-7 */
    buyer?: string | number | BuyerData
    /** BG-10 */
    payee?: string | number | PayeeData
    /** BG-11 */
    tax_representative?: string | number | TaxRepresentativeData
    /** For the profile EXTENDED */
    other_parties?: OtherPartiesData
    /** BG-13 */
    delivery?: string | number | DeliveryData
    /** What the invoice covers (BG-14) */
    period?: PeriodData
    /** BG-16 */
    payment?: string | number | PaymentData
    /** BG-25 */
    lines?: (string | number | LinesData)[]
    /** BG-20 */
    allowances?: AllowancesData2[]
    /** BG-21 */
    charges?: ChargesData[]
    /** Already paid (BT-113) */
    prepaid_amount?: string | number
    /** Added to the amount due (BT-114) */
    rounding_amount?: string | number
    /** BG-22 */
    totals?: TotalsData2
    /** BG-23 */
    vat_breakdown?: VatBreakdownData[]
  }
  'invoice/studio': {
    /** ISO 4217 */
    currency?: string | number
    /** In the place of the word for this type of invoice */
    title?: string | number
    /** Text above the lines (Markdown) */
    introduction?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
    /** paid, overdue or draft, shown beside the title; other text prints as it is */
    status?: string | number
    /** Where to pay online: a button, and a QR code if there is no payment code for the currency */
    payment_url?: string | number
    /** Invoice number (BT-1) */
    number?: string | number
    /** What the document is called; for the profile EXTENDED (BT-X-2) */
    name?: string | number
    /** A test, no real invoice; for the profile EXTENDED (BT-X-1) */
    test?: boolean
    /** BT-2 */
    issue_date?: string | number
    /** BT-9 */
    due_date?: string | number
    /** UNTDID 1001; 380 (invoice) where absent, 381 is a credit note (BT-3) */
    type_code?: string | number
    /** For the profile EXTENDED */
    exchange_rate?: ExchangeRateData
    /** Currency the VAT is accounted in, where it is another (BT-6) */
    tax_currency?: string | number
    /** When VAT falls due (BT-7) */
    tax_point_date?: string | number
    /** 5 issue, 29 delivery, 72 payment; instead of a date (BT-8) */
    tax_point_code?: string | number
    /** Given by the buyer for routing, such as a Leitweg-ID (BT-10) */
    buyer_reference?: string | number
    /** BT-19 */
    buyer_accounting_reference?: string | number
    /** BT-23 */
    business_process?: string | number
    /** BG-1 */
    notes?: (string | number | NotesData)[]
    /** Orders, contracts and other documents (BT-11 to BT-18, BG-3, BG-24) */
    references?: string | number | ReferencesData
    /** BG-4 */
    seller?: string | number | SellerData2
    /** BG-7 */
    buyer?: string | number | BuyerData
    /** BG-10 */
    payee?: string | number | PayeeData
    /** BG-11 */
    tax_representative?: string | number | TaxRepresentativeData
    /** For the profile EXTENDED */
    other_parties?: OtherPartiesData
    /** BG-13 */
    delivery?: string | number | DeliveryData
    /** What the invoice covers (BG-14) */
    period?: PeriodData
    /** BG-16 */
    payment?: string | number | PaymentData
    /** BG-25 */
    lines?: (string | number | LinesData)[]
    /** BG-20 */
    allowances?: AllowancesData2[]
    /** BG-21 */
    charges?: ChargesData[]
    /** Already paid (BT-113) */
    prepaid_amount?: string | number
    /** Added to the amount due (BT-114) */
    rounding_amount?: string | number
    /** BG-22 */
    totals?: TotalsData2
    /** BG-23 */
    vat_breakdown?: VatBreakdownData[]
  }
  'invoice/us-sales-tax': {
    number?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    issue_date?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    due_date?: string | number
    /** paid, overdue or draft, shown beside the title; other text prints as it is */
    status?: string | number
    /** ISO 4217 */
    currency?: string | number
    seller?: string | number | SellerData
    buyer?: string | number | BuyerData2
    delivery?:
      | string
      | number
      | {
          name?: string | number
          address?: string | number | AddressData
          /** YYYY-MM-DD; other text prints as it is */
          date?: string | number
        }
    purchase_order?: string | number
    /** Such as Net 30 */
    terms?: string | number
    ship_via?: string | number
    sales_rep?: string | number
    /** A line's vat is its sales tax in percent; without one it is not taxed */
    lines?: (string | number | LinesData2)[]
    allowances?: AllowancesData4[]
    /** Such as shipping */
    charges?: AllowancesData4[]
    prepaid_amount?: string | number
    /** Where to pay online: a button, and a QR code if there is no payment code for the currency */
    payment_url?: string | number
    payment?: {
      bank?: string | number
      routing_number?: string | number
      account_id?: string | number
      account_name?: string | number
      instructions?: string | number
    }
    /** Paragraphs; one text will do */
    notes?: (string | number)[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'letter/formal': {
    sender?: string | number | SenderData
    recipient?: string | number | RecipientData
    /** YYYY-MM-DD; other text prints as it is */
    date?: string | number
    place?: string | number
    reference?: string | number
    subject?: string | number
    salutation?: string | number
    /** Markdown */
    body?: string | number
    closing?: string | number
    signatory?:
      | string
      | number
      | {
          name?: string | number
          title?: string | number
        }
    signature_image?: string | number
    enclosures?: (string | number)[]
    copy_to?: (string | number)[]
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'order/purchase': {
    number?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    issue_date?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    required_by?: string | number
    ship_via?: string | number
    incoterms?: string | number
    /** ISO 4217 */
    currency?: string | number
    /** The supplier */
    seller?:
      | string
      | number
      | {
          name?: string | number
          trading_name?: string | number
          address?: string | number | AddressData
          vat_id?: string | number
          tax_registration?: string | number
          legal_registration?: string | number | LegalRegistrationData
          legal_information?: string | number
          electronic_address?: string | number | ElectronicAddressData
          contact?: string | number | ContactData
        }
    /** Who orders */
    buyer?:
      | string
      | number
      | {
          name?: string | number
          trading_name?: string | number
          address?: string | number | AddressData
          vat_id?: string | number
          tax_registration?: string | number
          legal_registration?: string | number | LegalRegistrationData
          legal_information?: string | number
          electronic_address?: string | number | ElectronicAddressData
          contact?: string | number | ContactData
          /** Customer number */
          id?: string | number | IdData3
        }
    delivery?: DeliveryData3
    payment?: string | number | PaymentData2
    lines?: (string | number | LinesData2)[]
    allowances?: AllowancesData4[]
    charges?: AllowancesData4[]
    authorised_by?: string | number
    /** Paragraphs; one text will do */
    notes?: (string | number)[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'payslip/monthly': {
    employer?:
      | string
      | number
      | {
          name?: string | number
          trading_name?: string | number
          address?: string | number | AddressData
          vat_id?: string | number
          tax_registration?: string | number
          legal_registration?: string | number | LegalRegistrationData
          legal_information?: string | number
          electronic_address?: string | number | ElectronicAddressData
          contact?: string | number | ContactData
        }
    employee?:
      | string
      | number
      | {
          name?: string | number
          address?: string | number | AddressData
          /** Personnel number */
          id?: string | number
          position?: string | number
          social_security_number?: string | number
          tax_class?: string | number
          /** YYYY-MM-DD; other text prints as it is */
          start_date?: string | number
        }
    period?: PeriodData3
    /** YYYY-MM-DD; other text prints as it is */
    pay_date?: string | number
    /** ISO 4217 */
    currency?: string | number
    earnings?: (
      | string
      | number
      | {
          name?: string | number
          quantity?: string | number
          /** UN/ECE Recommendation 20 (HUR, DAY, KGM …); other text prints as it is */
          unit?: string | number
          rate?: string | number
          amount?: string | number
          year_to_date?: string | number
        }
    )[]
    deductions?: (
      | string
      | number
      | {
          name?: string | number
          /** In percent */
          rate?: string | number
          /** What is withheld: positive. If none is positive, negative amounts are withheld */
          amount?: string | number
          year_to_date?: string | number
        }
    )[]
    employer_contributions?: (
      | string
      | number
      | {
          name?: string | number
          /** In percent */
          rate?: string | number
          amount?: string | number
          year_to_date?: string | number
        }
    )[]
    payment?: {
      iban?: string | number
      account_id?: string | number
      account_name?: string | number
    }
    /** Paragraphs; one text will do */
    notes?: (string | number)[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'quote/proposal': {
    /** What is offered; set as the title */
    subject?: string | number
    number?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    issue_date?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    valid_until?: string | number
    /** ISO 4217 */
    currency?: string | number
    seller?: string | number | SellerData
    buyer?: string | number | BuyerData2
    references?: string | number | ReferencesData2
    /** Text above the lines (Markdown) */
    introduction?: string | number
    lines?: (string | number | LinesData2)[]
    allowances?: AllowancesData4[]
    charges?: AllowancesData4[]
    /** Paragraphs; one text will do */
    notes?: (string | number)[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'receipt/simple': {
    number?: string | number
    /** A day with its time (ISO 8601), or a day; other text prints as it is */
    issue_date?: string | number
    /** ISO 4217 */
    currency?: string | number
    seller?: string | number | SellerData
    buyer?: string | number | BuyerData2
    payment?: string | number | PaymentData2
    payment_method?: string | number
    cashier?: string | number
    lines?: (string | number | LinesData2)[]
    allowances?: AllowancesData4[]
    charges?: AllowancesData4[]
    /** Paragraphs; one text will do */
    notes?: (string | number)[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'receipt/till': {
    number?: string | number
    /** Day and time (ISO 8601); other text prints as it is */
    issue_date?: string | number
    /** ISO 4217 */
    currency?: string | number
    seller?: string | number | SellerData
    till?: string | number
    cashier?: string | number
    lines?: (
      | string
      | number
      | {
          name?: string | number
          quantity?: string | number
          /** UN/ECE Recommendation 20 (HUR, DAY, KGM …); other text prints as it is */
          unit?: string | number
          /** Of one unit, with tax */
          price?: string | number
          /** Quantity × price where absent */
          amount?: string | number
          /** In percent, contained in the price */
          vat_rate?: string | number
        }
    )[]
    /** Taken off the sum */
    discount?: string | number
    payments?: (
      | string
      | number
      | {
          method?: string | number
          amount?: string | number
        }
    )[]
    /** Cash given; the change is computed */
    tendered?: string | number
    /** Paragraphs; one text will do */
    notes?: (string | number)[]
    /** Printed as a QR code, such as the receipt online */
    url?: string | number
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'reminder/payment': {
    /** 1 reminds, 2 reminds again, 3 is the last */
    level?: 1 | 2 | 3
    number?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    issue_date?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    pay_by?: string | number
    /** ISO 4217 */
    currency?: string | number
    seller?: string | number | SellerData
    buyer?: string | number | BuyerData2
    invoices?: (
      | string
      | number
      | {
          number?: string | number
          /** YYYY-MM-DD; other text prints as it is */
          issue_date?: string | number
          /** YYYY-MM-DD; other text prints as it is */
          due_date?: string | number
          amount?: string | number
          paid?: string | number
        }
    )[]
    late_fee?: string | number
    interest?: string | number
    /** Text above the invoices (Markdown) */
    introduction?: string | number
    /** Text below the sum (Markdown); a sentence for those who have paid by default */
    closing?: string | number
    payment?: string | number | PaymentData2
    /** Where to pay online: a button, and a QR code if there is no payment code for the currency */
    payment_url?: string | number
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'report/business': {
    subtitle?: string | number
    organisation?: string | number
    author?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    date?: string | number
    classification?: string | number
    /** Markdown */
    summary?: string | number
    figures?: {
      label?: string | number
      /** A number is formatted; other text prints as it is */
      value?: string | number
      unit?: string | number
      change?: string | number
    }[]
    sections?: (
      | string
      | number
      | {
          title?: string | number
          /** Markdown */
          text?: string | number
          chart?: {
            title?: string | number
            unit?: string | number
            source?: string | number
            items?: {
              label?: string | number
              value?: string | number
              highlight?: boolean
            }[]
          }
          table?: {
            title?: string | number
            columns?: (string | number)[]
            rows?: (string | number)[][]
          }
        }
    )[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'shipping/label': {
    sender?: string | number | SenderData
    recipient?: string | number | RecipientData
    carrier?: string | number
    service?: string | number
    reference?: string | number
    weight?: string | number
    /** Which of how many, such as 1/2 */
    package?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    ship_date?: string | number
    /** Sorting code, in large */
    route?: string | number
    /** Printed as Code 128 */
    tracking?: string | number
    /** Printed as a QR code; the tracking number where absent */
    tracking_url?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'shipping/packing-slip': {
    number?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    issue_date?: string | number
    seller?: string | number | SellerData
    buyer?: string | number | BuyerData2
    delivery?: DeliveryData3
    references?: string | number | ReferencesData2
    carrier?: string | number
    tracking?: string | number
    packages?: string | number
    weight?: string | number
    packed_by?: string | number
    lines?: (
      | string
      | number
      | {
          name?: string | number
          description?: string | number
          unit?: string | number
          seller_item_id?: string | number
          /** Ordered */
          quantity?: string | number
          /** In this parcel; all that was ordered where absent */
          shipped?: string | number
        }
    )[]
    /** Paragraphs; one text will do */
    notes?: (string | number)[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'statement/account': {
    number?: string | number
    /** YYYY-MM-DD; other text prints as it is */
    issue_date?: string | number
    period?: PeriodData3
    /** ISO 4217 */
    currency?: string | number
    seller?: string | number | SellerData
    buyer?: string | number | BuyerData2
    opening_balance?: string | number
    entries?: {
      /** YYYY-MM-DD; other text prints as it is */
      date?: string | number
      reference?: string | number
      description?: string | number
      charge?: string | number
      payment?: string | number
    }[]
    aging?: {
      /** A text, or current, days_1_30, days_31_60, days_61_90, days_90 */
      label?: string | number
      amount?: string | number
    }[]
    payment?: string | number | PaymentData2
    /** Where to pay online: a button, and a QR code if there is no payment code for the currency */
    payment_url?: string | number
    /** Paragraphs; one text will do */
    notes?: (string | number)[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
  'timesheet/hours': {
    number?: string | number
    employee?:
      | string
      | number
      | {
          name?: string | number
          /** Personnel number */
          id?: string | number
        }
    company?:
      | string
      | number
      | {
          name?: string | number
          trading_name?: string | number
          address?: string | number | AddressData
          vat_id?: string | number
          tax_registration?: string | number
          legal_registration?: string | number | LegalRegistrationData
          legal_information?: string | number
          electronic_address?: string | number | ElectronicAddressData
          contact?: string | number | ContactData
        }
    client?:
      | string
      | number
      | {
          name?: string | number
          trading_name?: string | number
          address?: string | number | AddressData
          vat_id?: string | number
          tax_registration?: string | number
          legal_registration?: string | number | LegalRegistrationData
          legal_information?: string | number
          electronic_address?: string | number | ElectronicAddressData
          contact?: string | number | ContactData
        }
    project?: string | number
    period?: PeriodData3
    entries?: {
      /** YYYY-MM-DD; other text prints as it is */
      date?: string | number
      /** Time of day, such as 08:30 */
      start?: string | number
      end?: string | number
      /** Such as 0:45 */
      break?: string | number
      task?: string | number
      hours?: string | number
    }[]
    /** Money an hour; without it no amount is printed */
    rate?: string | number
    /** ISO 4217 */
    currency?: string | number
    approved_by?: string | number
    /** Paragraphs; one text will do */
    notes?: (string | number)[]
    /** In the place of the document's own name */
    title?: string | number
    /** BCP 47 tag: language of the document's own words (ar, de, en, es, fr, he, it, nl, pl, pt) and format of its numbers and dates */
    locale?: string | number
    /** Writing direction; follows the locale where absent */
    direction?: 'ltr' | 'rtl'
    /** IANA name; dates with a time are shown there */
    time_zone?: string | number
    /** Own words in the place of the document's, by their key */
    labels?: Record<string, unknown>
    /** What makes the document yours */
    brand?: BrandData
  }
}

type SellerData = {
  name?: string | number
  trading_name?: string | number
  address?: string | number | AddressData
  vat_id?: string | number
  tax_registration?: string | number
  legal_registration?: string | number | LegalRegistrationData
  legal_information?: string | number
  electronic_address?: string | number | ElectronicAddressData
  contact?: string | number | ContactData
}

type AddressData = {
  line1?: string | number
  line2?: string | number
  line3?: string | number
  postcode?: string | number
  city?: string | number
  region?: string | number
  /** ISO 3166-1 alpha-2; printed as a name where it is not the sender's */
  country?: string | number
}

type LegalRegistrationData = {
  id?: string | number
  scheme?: string | number
}

type ElectronicAddressData = {
  id?: string | number
  scheme?: string | number
}

type ContactData = {
  name?: string | number
  phone?: string | number
  email?: string | number
}

type BrandData = {
  /** Word mark, where there is no logo; the sender's name otherwise */
  name?: string | number
  /** Address of an image (asset, https or data), best as SVG or with 600 px width */
  logo?: string | number
  /** CSS colour */
  accent?: string | number
  /** Address of a font (asset, https or data) for the whole document */
  font?: string | number
  /** Its bold cut; without one, bold text is thickened */
  font_bold?: string | number
  /** One line at the foot of every page */
  footer?: string | number
}

type ExchangeRateData = {
  /** ISO 4217; the currency of the invoice where absent */
  from?: string | number
  /** ISO 4217; tax_currency where absent */
  to?: string | number
  /** Units of `to` for one of `from` */
  rate?: string | number
  /** Day of the rate, YYYY-MM-DD */
  date?: string | number
}

type NotesData = {
  /** The note itself (BT-22) */
  text?: string | number
  /** UNTDID 4451 (BT-21) */
  subject_code?: string | number
  /** Agreed between the parties; for the profile EXTENDED (BT-X-5) */
  content_code?: string | number
}

type ReferencesData = {
  /** The buyer's order (BT-13) */
  purchase_order?: string | number
  /** This and the other dates for the profile EXTENDED */
  purchase_order_date?: string | number
  /** The seller's order (BT-14) */
  sales_order?: string | number
  /** Date of sales_order, YYYY-MM-DD */
  sales_order_date?: string | number
  /** BT-12 */
  contract?: string | number
  /** Date of contract, YYYY-MM-DD */
  contract_date?: string | number
  /** BT-11 */
  project?: string | number
  /** “Project reference” where absent */
  project_name?: string | number
  /** Delivery note (BT-16) */
  despatch_advice?: string | number
  /** Date of despatch_advice, YYYY-MM-DD */
  despatch_advice_date?: string | number
  /** Beside the despatch advice, for the profile EXTENDED */
  delivery_note?: string | number
  /** Date of delivery_note, YYYY-MM-DD */
  delivery_note_date?: string | number
  /** BT-15 */
  receiving_advice?: string | number
  /** Date of receiving_advice, YYYY-MM-DD */
  receiving_advice_date?: string | number
  /** BT-17 */
  tender_or_lot?: string | number
  /** What is invoiced, such as a meter; scheme of UNTDID 1153 (BT-18) */
  object?: string | number | ObjectData
  /** BG-3 */
  preceding_invoices?: (string | number | PrecedingInvoicesData)[]
  /** BG-24 */
  supporting_documents?: (string | number | SupportingDocumentsData)[]
}

type ObjectData = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type PrecedingInvoicesData = {
  /** BT-25 */
  number?: string | number
  /** BT-26 */
  issue_date?: string | number
}

type SupportingDocumentsData = {
  /** BT-122 */
  id?: string | number
  /** BT-123 */
  description?: string | number
  /** Where it can be read (BT-124) */
  url?: string | number
  /** The document itself, content in base64 (BT-125) */
  file?: FileData
}

type FileData = {
  /** File name (BT-125-2) */
  name?: string | number
  /** Such as application/pdf (BT-125-1) */
  mime_type?: string | number
  /** The bytes in base64 */
  content?: string | number
}

type SellerData2 = {
  /** Registered name (BT-27, BT-44) */
  name?: string | number
  /** Name it trades under (BT-28, BT-45) */
  trading_name?: string | number
  /** Register number; scheme of ISO 6523 (BT-30, BT-47) */
  legal_registration?: string | number | LegalRegistrationData2
  /** VAT identifier with its country prefix (BT-31, BT-48) */
  vat_id?: string | number
  /** Where it receives e-invoices; scheme of EAS, EM for e-mail and assumed for it (BT-34, BT-49) */
  electronic_address?: string | number | ElectronicAddressData2
  /** Postal address (BG-5, BG-8) */
  address?: string | number | AddressData2
  /** Whom to ask (BG-6, BG-9) */
  contact?: string | number | ContactData2
  /** Identifiers of the seller; scheme of ISO 6523 (BT-29) */
  ids?: (string | number | IdsData)[]
  /** Local tax number (BT-32) */
  tax_registration?: string | number
  /** Legal form, capital, register, managers (BT-33) */
  legal_information?: string | number
}

type LegalRegistrationData2 = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type ElectronicAddressData2 = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type AddressData2 = {
  /** Street and number (BT-35, BT-50, BT-64, BT-75) */
  line1?: string | number
  /** Additional line (BT-36, BT-51, BT-65, BT-76) */
  line2?: string | number
  /** Additional line (BT-162, BT-163, BT-164, BT-165) */
  line3?: string | number
  /** BT-37, BT-52, BT-66, BT-77 */
  city?: string | number
  /** BT-38, BT-53, BT-67, BT-78 */
  postcode?: string | number
  /** Country subdivision (BT-39, BT-54, BT-68, BT-79) */
  region?: string | number
  /** ISO 3166-1 alpha-2 (BT-40, BT-55, BT-69, BT-80) */
  country?: string | number
}

type ContactData2 = {
  /** Person or department (BT-41, BT-56) */
  name?: string | number
  /** Beside a name; for the profile EXTENDED */
  department?: string | number
  /** BT-42, BT-57 */
  phone?: string | number
  /** For the profile EXTENDED */
  fax?: string | number
  /** BT-43, BT-58 */
  email?: string | number
}

type IdsData = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type BuyerData = {
  /** Registered name (BT-27, BT-44) */
  name?: string | number
  /** Name it trades under (BT-28, BT-45) */
  trading_name?: string | number
  /** Register number; scheme of ISO 6523 (BT-30, BT-47) */
  legal_registration?: string | number | LegalRegistrationData2
  /** VAT identifier with its country prefix (BT-31, BT-48) */
  vat_id?: string | number
  /** Where it receives e-invoices; scheme of EAS, EM for e-mail and assumed for it (BT-34, BT-49) */
  electronic_address?: string | number | ElectronicAddressData2
  /** Postal address (BG-5, BG-8) */
  address?: string | number | AddressData2
  /** Whom to ask (BG-6, BG-9) */
  contact?: string | number | ContactData2
  /** Customer number; scheme of ISO 6523 (BT-46) */
  id?: string | number | IdData
  /** Further identifiers; for the profile EXTENDED */
  ids?: (string | number | IdsData)[]
  /** Local tax number; for the profile XRECHNUNG */
  tax_registration?: string | number
}

type IdData = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type PayeeData = {
  /** BT-59 */
  name?: string | number
  /** Scheme of ISO 6523 (BT-60) */
  id?: string | number | IdData2
  /** BT-61 */
  legal_registration?: string | number | LegalRegistrationData3
  /** For the profile EXTENDED */
  address?: string | number | AddressData3
}

type IdData2 = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type LegalRegistrationData3 = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type AddressData3 = {
  /** Street and number (BT-35, BT-50, BT-64, BT-75) */
  line1?: string | number
  /** Additional line (BT-36, BT-51, BT-65, BT-76) */
  line2?: string | number
  /** Additional line (BT-162, BT-163, BT-164, BT-165) */
  line3?: string | number
  /** BT-37, BT-52, BT-66, BT-77 */
  city?: string | number
  /** BT-38, BT-53, BT-67, BT-78 */
  postcode?: string | number
  /** Country subdivision (BT-39, BT-54, BT-68, BT-79) */
  region?: string | number
  /** ISO 3166-1 alpha-2 (BT-40, BT-55, BT-69, BT-80) */
  country?: string | number
}

type TaxRepresentativeData = {
  /** BT-62 */
  name?: string | number
  /** BT-63 */
  vat_id?: string | number
  /** Postal address (BG-12) */
  address?: string | number | AddressData4
}

type AddressData4 = {
  /** Street and number (BT-35, BT-50, BT-64, BT-75) */
  line1?: string | number
  /** Additional line (BT-36, BT-51, BT-65, BT-76) */
  line2?: string | number
  /** Additional line (BT-162, BT-163, BT-164, BT-165) */
  line3?: string | number
  /** BT-37, BT-52, BT-66, BT-77 */
  city?: string | number
  /** BT-38, BT-53, BT-67, BT-78 */
  postcode?: string | number
  /** Country subdivision (BT-39, BT-54, BT-68, BT-79) */
  region?: string | number
  /** ISO 3166-1 alpha-2 (BT-40, BT-55, BT-69, BT-80) */
  country?: string | number
}

type OtherPartiesData = {
  /** Who sold for the seller */
  sales_agent?: SalesAgentData
  /** Who is liable for the buyer’s VAT */
  buyer_tax_representative?: BuyerTaxRepresentativeData
  /** Who uses what was bought */
  end_user?: EndUserData
  /** Where the goods go in the end */
  final_recipient?: FinalRecipientData
  /** Where the goods come from */
  ship_from?: ShipFromData
  /** Who issues the invoice for the seller */
  invoicer?: InvoicerData
  /** Who receives the invoice for the buyer */
  invoicee?: InvoiceeData
  /** Who pays for the buyer */
  payer?: PayerData
}

type SalesAgentData = {
  /** Registered name */
  name?: string | number
  /** Name it trades under */
  trading_name?: string | number
  /** Scheme of ISO 6523 */
  ids?: (string | number | IdsData)[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: string | number | LegalRegistrationData4
  /** VAT identifier with its country prefix */
  vat_id?: string | number
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string | number
  /** Scheme of EAS */
  electronic_address?: string | number | ElectronicAddressData3
  /** Postal address */
  address?: string | number | AddressData5
  /** Whom to ask */
  contact?: string | number | ContactData3
}

type LegalRegistrationData4 = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type ElectronicAddressData3 = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type AddressData5 = {
  /** Street and number (BT-35, BT-50, BT-64, BT-75) */
  line1?: string | number
  /** Additional line (BT-36, BT-51, BT-65, BT-76) */
  line2?: string | number
  /** Additional line (BT-162, BT-163, BT-164, BT-165) */
  line3?: string | number
  /** BT-37, BT-52, BT-66, BT-77 */
  city?: string | number
  /** BT-38, BT-53, BT-67, BT-78 */
  postcode?: string | number
  /** Country subdivision (BT-39, BT-54, BT-68, BT-79) */
  region?: string | number
  /** ISO 3166-1 alpha-2 (BT-40, BT-55, BT-69, BT-80) */
  country?: string | number
}

type ContactData3 = {
  /** Person or department (BT-41, BT-56) */
  name?: string | number
  /** Beside a name; for the profile EXTENDED */
  department?: string | number
  /** BT-42, BT-57 */
  phone?: string | number
  /** For the profile EXTENDED */
  fax?: string | number
  /** BT-43, BT-58 */
  email?: string | number
}

type BuyerTaxRepresentativeData = {
  /** Registered name */
  name?: string | number
  /** Name it trades under */
  trading_name?: string | number
  /** Scheme of ISO 6523 */
  ids?: (string | number | IdsData)[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: string | number | LegalRegistrationData4
  /** VAT identifier with its country prefix */
  vat_id?: string | number
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string | number
  /** Scheme of EAS */
  electronic_address?: string | number | ElectronicAddressData3
  /** Postal address */
  address?: string | number | AddressData5
  /** Whom to ask */
  contact?: string | number | ContactData3
}

type EndUserData = {
  /** Registered name */
  name?: string | number
  /** Name it trades under */
  trading_name?: string | number
  /** Scheme of ISO 6523 */
  ids?: (string | number | IdsData)[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: string | number | LegalRegistrationData4
  /** VAT identifier with its country prefix */
  vat_id?: string | number
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string | number
  /** Scheme of EAS */
  electronic_address?: string | number | ElectronicAddressData3
  /** Postal address */
  address?: string | number | AddressData5
  /** Whom to ask */
  contact?: string | number | ContactData3
}

type FinalRecipientData = {
  /** Registered name */
  name?: string | number
  /** Name it trades under */
  trading_name?: string | number
  /** Scheme of ISO 6523 */
  ids?: (string | number | IdsData)[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: string | number | LegalRegistrationData4
  /** VAT identifier with its country prefix */
  vat_id?: string | number
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string | number
  /** Scheme of EAS */
  electronic_address?: string | number | ElectronicAddressData3
  /** Postal address */
  address?: string | number | AddressData5
  /** Whom to ask */
  contact?: string | number | ContactData3
}

type ShipFromData = {
  /** Registered name */
  name?: string | number
  /** Name it trades under */
  trading_name?: string | number
  /** Scheme of ISO 6523 */
  ids?: (string | number | IdsData)[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: string | number | LegalRegistrationData4
  /** VAT identifier with its country prefix */
  vat_id?: string | number
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string | number
  /** Scheme of EAS */
  electronic_address?: string | number | ElectronicAddressData3
  /** Postal address */
  address?: string | number | AddressData5
  /** Whom to ask */
  contact?: string | number | ContactData3
}

type InvoicerData = {
  /** Registered name */
  name?: string | number
  /** Name it trades under */
  trading_name?: string | number
  /** Scheme of ISO 6523 */
  ids?: (string | number | IdsData)[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: string | number | LegalRegistrationData4
  /** VAT identifier with its country prefix */
  vat_id?: string | number
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string | number
  /** Scheme of EAS */
  electronic_address?: string | number | ElectronicAddressData3
  /** Postal address */
  address?: string | number | AddressData5
  /** Whom to ask */
  contact?: string | number | ContactData3
}

type InvoiceeData = {
  /** Registered name */
  name?: string | number
  /** Name it trades under */
  trading_name?: string | number
  /** Scheme of ISO 6523 */
  ids?: (string | number | IdsData)[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: string | number | LegalRegistrationData4
  /** VAT identifier with its country prefix */
  vat_id?: string | number
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string | number
  /** Scheme of EAS */
  electronic_address?: string | number | ElectronicAddressData3
  /** Postal address */
  address?: string | number | AddressData5
  /** Whom to ask */
  contact?: string | number | ContactData3
}

type PayerData = {
  /** Registered name */
  name?: string | number
  /** Name it trades under */
  trading_name?: string | number
  /** Scheme of ISO 6523 */
  ids?: (string | number | IdsData)[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: string | number | LegalRegistrationData4
  /** VAT identifier with its country prefix */
  vat_id?: string | number
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string | number
  /** Scheme of EAS */
  electronic_address?: string | number | ElectronicAddressData3
  /** Postal address */
  address?: string | number | AddressData5
  /** Whom to ask */
  contact?: string | number | ContactData3
}

type DeliveryData = {
  /** Who receives the goods (BT-70) */
  name?: string | number
  /** Scheme of ISO 6523 (BT-71) */
  location_id?: string | number | LocationIdData
  /** Day of delivery (BT-72) */
  date?: string | number
  /** BG-15 */
  address?: string | number | AddressData6
  /** For the profile EXTENDED */
  contact?: string | number | ContactData4
}

type LocationIdData = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type AddressData6 = {
  /** Street and number (BT-35, BT-50, BT-64, BT-75) */
  line1?: string | number
  /** Additional line (BT-36, BT-51, BT-65, BT-76) */
  line2?: string | number
  /** Additional line (BT-162, BT-163, BT-164, BT-165) */
  line3?: string | number
  /** BT-37, BT-52, BT-66, BT-77 */
  city?: string | number
  /** BT-38, BT-53, BT-67, BT-78 */
  postcode?: string | number
  /** Country subdivision (BT-39, BT-54, BT-68, BT-79) */
  region?: string | number
  /** ISO 3166-1 alpha-2 (BT-40, BT-55, BT-69, BT-80) */
  country?: string | number
}

type ContactData4 = {
  /** Person or department (BT-41, BT-56) */
  name?: string | number
  /** Beside a name; for the profile EXTENDED */
  department?: string | number
  /** BT-42, BT-57 */
  phone?: string | number
  /** For the profile EXTENDED */
  fax?: string | number
  /** BT-43, BT-58 */
  email?: string | number
}

type PeriodData = {
  /** First day, YYYY-MM-DD (BT-73, BT-134) */
  start?: string | number
  /** Last day, YYYY-MM-DD (BT-74, BT-135) */
  end?: string | number
}

type PaymentData = {
  /** UNTDID 4461; 59 for a direct debit, 48 for a card, 58 (EUR) or 30 for an account where absent (BT-81) */
  means_code?: string | number
  /** BT-82 */
  means_text?: string | number
  /** What the payer shall quote (BT-83) */
  reference?: string | number
  /** Terms of payment (BT-20) */
  terms?: string | number
  /** What is due under this condition */
  partial_amount?: string | number
  /** For early payment */
  discount?: DiscountData
  /** For late payment */
  penalty?: PenaltyData
  /** Beside terms and due_date; for the profile EXTENDED */
  more_conditions?: MoreConditionsData[]
  /** BT-84 */
  iban?: string | number
  /** Account where there is no IBAN (BT-84) */
  account_id?: string | number
  /** BT-85 */
  account_name?: string | number
  /** BT-86 */
  bic?: string | number
  /** Further accounts to choose from, beside or instead of iban (BG-17) */
  accounts?: AccountsData[]
  /** BG-18 */
  card?: CardData
  /** BG-19 */
  direct_debit?: DirectDebitData
}

type DiscountData = {
  /** What the days are counted from */
  date?: string | number
  /** How many units from there */
  days?: string | number
  /** UN/ECE Recommendation 20; DAY where absent */
  unit?: string | number
  /** What the percentage is taken of */
  base_amount?: string | number
  /** Percentage of base_amount */
  percent?: string | number
  /** The discount or penalty itself, in the currency of the invoice */
  amount?: string | number
}

type PenaltyData = {
  /** What the days are counted from */
  date?: string | number
  /** How many units from there */
  days?: string | number
  /** UN/ECE Recommendation 20; DAY where absent */
  unit?: string | number
  /** What the percentage is taken of */
  base_amount?: string | number
  /** Percentage of base_amount */
  percent?: string | number
  /** The discount or penalty itself, in the currency of the invoice */
  amount?: string | number
}

type MoreConditionsData = {
  /** Terms of payment, in words */
  terms?: string | number
  /** Day on which it is due, YYYY-MM-DD */
  due_date?: string | number
  /** What is due under this condition */
  partial_amount?: string | number
  /** For early payment */
  discount?: DiscountData
  /** For late payment */
  penalty?: PenaltyData
}

type AccountsData = {
  /** BT-84 */
  iban?: string | number
  /** Account where there is no IBAN (BT-84) */
  account_id?: string | number
  /** BT-85 */
  account_name?: string | number
  /** BT-86 */
  bic?: string | number
}

type CardData = {
  /** First six and last four digits at most (BT-87) */
  number?: string | number
  /** BT-88 */
  holder?: string | number
}

type DirectDebitData = {
  /** BT-89 */
  mandate_id?: string | number
  /** BT-90 */
  creditor_id?: string | number
  /** BT-91 */
  debtor_iban?: string | number
}

type LinesData = {
  /** Line number; counted from 1 where absent (BT-126) */
  id?: string | number
  /** BT-127 */
  note?: string | number
  /** What is sold (BT-153) */
  name?: string | number
  /** BT-154 */
  description?: string | number
  /** BT-129 */
  quantity?: string | number
  /** UN/ECE Recommendation 20 or 21, C62 (one) where absent (BT-130) */
  unit?: string | number
  /** Without VAT; gross_price less its discounts where absent (BT-146) */
  net_price?: string | number
  /** Before the discount, without VAT (BT-148) */
  gross_price?: string | number
  /** Taken off the gross price (BT-147) */
  price_discount?: string | number
  /** How many units the price is for, 1 where absent (BT-149) */
  base_quantity?: string | number
  /** The same of the gross price; base_quantity where absent */
  gross_base_quantity?: string | number
  /** Computed where absent, checked where given (BT-131) */
  net_amount?: string | number
  /** Category and rate of the line (BG-30) */
  vat?: string | number | VatData
  /** BG-27 */
  allowances?: AllowancesData[]
  /** BG-28 */
  charges?: AllowancesData[]
  /** BG-26 */
  period?: PeriodData2
  /** BT-155 */
  seller_item_id?: string | number
  /** BT-156 */
  buyer_item_id?: string | number
  /** Scheme of ISO 6523, 0160 for a GTIN (BT-157) */
  standard_item_id?: string | number | StandardItemIdData
  /** BT-158 */
  classifications?: ClassificationsData[]
  /** ISO 3166-1 alpha-2 (BT-159) */
  origin_country?: string | number
  /** BG-32 */
  attributes?: AttributesData[]
  /** Line of the purchase order (BT-132) */
  order_line?: string | number
  /** What the line is about; scheme of UNTDID 1153 (BT-128) */
  object_id?: string | number | ObjectIdData
  /** The buyer's account (BT-133) */
  accounting_reference?: string | number
  /** The `id` of the line that this one belongs to */
  parent_id?: string | number
  /** DETAIL, or GROUP and INFORMATION for a line that does not count in the totals */
  status?: string | number
  /** How many packages */
  package_quantity?: string | number
  /** Kind of package, UN/ECE Recommendation 21 */
  package_unit?: string | number
  /** What makes the net price of the gross price, beside or instead of price_discount */
  price_adjustments?: PriceAdjustmentsData[]
  /** Beside object_id; scheme of UNTDID 1153 */
  more_objects?: (string | number | IdsData)[]
  /** Who sells this item, if several do */
  seller?: string | number | SellerData3
  /** Where this line is delivered to */
  delivery?: string | number | DeliveryData2
  /** Day on which this line is delivered, YYYY-MM-DD */
  delivery_date?: string | number
  /** Further documents that this line refers to */
  documents?: DocumentsData[]
  /** What a set is made of */
  included_items?: IncludedItemsData[]
  /** The invoice that this line corrects */
  preceding_invoice?: PrecedingInvoiceData
  /** Totals of the line, in the currency of the invoice */
  totals?: TotalsData
}

type VatData = {
  /** S, Z, E, AE, K, G, O, L or M of UNTDID 5305; S where absent and the rate is above 0 (BT-151) */
  category?: string | number
  /** In percent; 0 where absent, except for S, L, M and O (BT-152) */
  rate?: string | number
  /** Goes to the VAT breakdown (BT-120) */
  exemption_reason?: string | number
  /** VATEX code; goes to the VAT breakdown (BT-121) */
  exemption_reason_code?: string | number
  /** When VAT falls due, as BT-8; for lines of the profile EXTENDED */
  tax_point_code?: string | number
}

type AllowancesData = {
  /** Without VAT; from percent where absent (BT-92, BT-99, BT-136, BT-141) */
  amount?: string | number
  /** What percent is taken of; the line’s amount or the sum of lines where absent (BT-93, BT-100, BT-137, BT-142) */
  base_amount?: string | number
  /** BT-94, BT-101, BT-138, BT-143 */
  percent?: string | number
  /** BT-97, BT-104, BT-139, BT-144 */
  reason?: string | number
  /** UNTDID 5189 for allowances, 7161 for charges (BT-98, BT-105, BT-140, BT-145) */
  reason_code?: string | number
}

type PeriodData2 = {
  /** First day, YYYY-MM-DD (BT-73, BT-134) */
  start?: string | number
  /** Last day, YYYY-MM-DD (BT-74, BT-135) */
  end?: string | number
}

type StandardItemIdData = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type ClassificationsData = {
  /** BT-158 */
  code?: string | number
  /** UNTDID 7143, such as STI for CPV or HS */
  list?: string | number
  /** Version of that list (BT-158-2) */
  version?: string | number
}

type AttributesData = {
  /** BT-160 */
  name?: string | number
  /** BT-161 */
  value?: string | number
}

type ObjectIdData = {
  /** The identifier itself */
  id?: string | number
  /** Who issues it: a code of the list that the field names */
  scheme?: string | number
}

type PriceAdjustmentsData = {
  /** Adds to the gross price instead of taking from it */
  charge?: boolean
  /** Of one unit, without VAT; from percent where absent */
  amount?: string | number
  /** What percent is taken of; gross_price where absent */
  base_amount?: string | number
  /** Percentage of base_amount */
  percent?: string | number
  /** Why, in words */
  reason?: string | number
  /** UNTDID 5189 for allowances, 7161 for charges */
  reason_code?: string | number
}

type SellerData3 = {
  /** Registered name */
  name?: string | number
  /** Name it trades under */
  trading_name?: string | number
  /** Scheme of ISO 6523 */
  ids?: (string | number | IdsData)[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: string | number | LegalRegistrationData4
  /** VAT identifier with its country prefix */
  vat_id?: string | number
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string | number
  /** Scheme of EAS */
  electronic_address?: string | number | ElectronicAddressData3
  /** Postal address */
  address?: string | number | AddressData5
  /** Whom to ask */
  contact?: string | number | ContactData3
}

type DeliveryData2 = {
  /** Registered name */
  name?: string | number
  /** Name it trades under */
  trading_name?: string | number
  /** Scheme of ISO 6523 */
  ids?: (string | number | IdsData)[]
  /** Register number; scheme of ISO 6523 */
  legal_registration?: string | number | LegalRegistrationData4
  /** VAT identifier with its country prefix */
  vat_id?: string | number
  /** Local tax number; EXTENDED takes only the seller’s */
  tax_registration?: string | number
  /** Scheme of EAS */
  electronic_address?: string | number | ElectronicAddressData3
  /** Postal address */
  address?: string | number | AddressData5
  /** Whom to ask */
  contact?: string | number | ContactData3
}

type DocumentsData = {
  /** Number of the document */
  id?: string | number
  /** Line of that document */
  line?: string | number
  /** UNTDID 1001 */
  type_code?: string | number
  /** What the document is called */
  name?: string | number
  /** UNTDID 1153 */
  scheme?: string | number
}

type IncludedItemsData = {
  /** Name of the item */
  name?: string | number
  /** Description of the item */
  description?: string | number
  /** Scheme of ISO 6523, 0160 for a GTIN */
  ids?: (string | number | IdsData)[]
  /** The seller’s number of the item */
  seller_item_id?: string | number
  /** The buyer’s number of the item */
  buyer_item_id?: string | number
  /** How many of it are in one set */
  quantity?: string | number
  /** UN/ECE Recommendation 20 or 21 */
  unit?: string | number
}

type PrecedingInvoiceData = {
  /** Its number */
  number?: string | number
  /** Its date, YYYY-MM-DD */
  issue_date?: string | number
  /** UNTDID 1001 */
  type_code?: string | number
}

type TotalsData = {
  /** VAT of the line */
  vat?: string | number
  /** With VAT */
  gross?: string | number
  /** Allowances and charges of the line together */
  adjustments?: string | number
}

type AllowancesData2 = {
  /** Without VAT; from percent where absent (BT-92, BT-99, BT-136, BT-141) */
  amount?: string | number
  /** What percent is taken of; the line’s amount or the sum of lines where absent (BT-93, BT-100, BT-137, BT-142) */
  base_amount?: string | number
  /** BT-94, BT-101, BT-138, BT-143 */
  percent?: string | number
  /** BT-97, BT-104, BT-139, BT-144 */
  reason?: string | number
  /** UNTDID 5189 for allowances, 7161 for charges (BT-98, BT-105, BT-140, BT-145) */
  reason_code?: string | number
  /** Category and rate of this amount (BT-95, BT-96, BT-102, BT-103) */
  vat?: string | number | VatData2
}

type VatData2 = {
  /** S, Z, E, AE, K, G, O, L or M of UNTDID 5305; S where absent and the rate is above 0 (BT-151) */
  category?: string | number
  /** In percent; 0 where absent, except for S, L, M and O (BT-152) */
  rate?: string | number
  /** Goes to the VAT breakdown (BT-120) */
  exemption_reason?: string | number
  /** VATEX code; goes to the VAT breakdown (BT-121) */
  exemption_reason_code?: string | number
  /** When VAT falls due, as BT-8; for lines of the profile EXTENDED */
  tax_point_code?: string | number
}

type ChargesData = {
  /** Without VAT; from percent where absent (BT-92, BT-99, BT-136, BT-141) */
  amount?: string | number
  /** What percent is taken of; the line’s amount or the sum of lines where absent (BT-93, BT-100, BT-137, BT-142) */
  base_amount?: string | number
  /** BT-94, BT-101, BT-138, BT-143 */
  percent?: string | number
  /** BT-97, BT-104, BT-139, BT-144 */
  reason?: string | number
  /** UNTDID 5189 for allowances, 7161 for charges (BT-98, BT-105, BT-140, BT-145) */
  reason_code?: string | number
  /** Category and rate of this amount (BT-95, BT-96, BT-102, BT-103) */
  vat?: string | number | VatData2
  /** A logistics service such as freight; for the profile EXTENDED */
  logistics?: boolean
}

type TotalsData2 = {
  /** BT-106 */
  line_total?: string | number
  /** BT-107 */
  allowance_total?: string | number
  /** BT-108 */
  charge_total?: string | number
  /** Without VAT (BT-109) */
  net?: string | number
  /** BT-110 */
  vat?: string | number
  /** Required with tax_currency: it cannot be computed (BT-111) */
  vat_in_tax_currency?: string | number
  /** With VAT (BT-112) */
  gross?: string | number
  /** To be paid (BT-115) */
  due?: string | number
}

type VatBreakdownData = {
  /** BT-118 */
  category?: string | number
  /** In percent (BT-119) */
  rate?: string | number
  /** BT-116 */
  taxable_amount?: string | number
  /** BT-117 */
  tax_amount?: string | number
  /** BT-120 */
  exemption_reason?: string | number
  /** BT-121 */
  exemption_reason_code?: string | number
  /** Of the lines alone; for the profile EXTENDED (BT-X-262) */
  line_total?: string | number
  /** Of charges − allowances; for the profile EXTENDED (BT-X-263) */
  adjustment_total?: string | number
}

type BuyerData2 = {
  name?: string | number
  trading_name?: string | number
  address?: string | number | AddressData
  vat_id?: string | number
  tax_registration?: string | number
  legal_registration?: string | number | LegalRegistrationData
  legal_information?: string | number
  electronic_address?: string | number | ElectronicAddressData
  contact?: string | number | ContactData
  /** Customer number */
  id?: string | number | IdData3
}

type IdData3 = {
  id?: string | number
  scheme?: string | number
}

type LinesData2 = {
  name?: string | number
  description?: string | number
  quantity?: string | number
  /** UN/ECE Recommendation 20 (HUR, DAY, KGM …); other text prints as it is */
  unit?: string | number
  /** Of one unit, without tax */
  net_price?: string | number
  /** Before its discount, without tax */
  gross_price?: string | number
  price_discount?: string | number
  base_quantity?: string | number
  /** Computed where absent */
  net_amount?: string | number
  vat?: string | number | VatData3
  allowances?: AllowancesData3[]
  charges?: AllowancesData3[]
  /** Article number */
  seller_item_id?: string | number
}

type VatData3 = {
  /** In percent */
  rate?: string | number
  /** UNTDID 5305; S where absent */
  category?: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M'
  exemption_reason?: string | number
  exemption_reason_code?: string | number
}

type AllowancesData3 = {
  reason?: string | number
  amount?: string | number
  percent?: string | number
  base_amount?: string | number
}

type AllowancesData4 = {
  reason?: string | number
  amount?: string | number
  percent?: string | number
  base_amount?: string | number
  vat?: string | number | VatData3
}

type SenderData = {
  name?: string | number
  trading_name?: string | number
  address?: string | number | AddressData
  vat_id?: string | number
  tax_registration?: string | number
  legal_registration?: string | number | LegalRegistrationData
  legal_information?: string | number
  electronic_address?: string | number | ElectronicAddressData
  contact?: string | number | ContactData
}

type RecipientData = {
  name?: string | number
  trading_name?: string | number
  address?: string | number | AddressData
  vat_id?: string | number
  tax_registration?: string | number
  legal_registration?: string | number | LegalRegistrationData
  legal_information?: string | number
  electronic_address?: string | number | ElectronicAddressData
  contact?: string | number | ContactData
}

type DeliveryData3 = {
  name?: string | number
  address?: string | number | AddressData
}

type PaymentData2 = {
  /** With EUR, a European payment QR code is printed */
  iban?: string | number
  bic?: string | number
  account_name?: string | number
  /** Where there is no IBAN */
  account_id?: string | number
  /** What the payer shall quote; the document's number where absent */
  reference?: string | number
  terms?: string | number
}

type PeriodData3 = {
  /** YYYY-MM-DD; other text prints as it is */
  start?: string | number
  /** YYYY-MM-DD; other text prints as it is */
  end?: string | number
}

type ReferencesData2 = {
  purchase_order?: string | number
  sales_order?: string | number
  contract?: string | number
  project?: string | number
}
