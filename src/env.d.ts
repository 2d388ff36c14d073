/** The bindings and settings of `wrangler.toml`. Numbers arrive as strings; `src/settings.ts` parses them. */
interface Env {
  /** Browser Rendering: sessions of a real Chromium. Only `browser/browser-provider.ts` names it. */
  BROWSER: import('@cloudflare/puppeteer').BrowserWorker
  /** One object a shard: a browser, its spare contexts and the places in it. */
  POOL: DurableObjectNamespace<import('./browser/pool').Pool>
  /** One object an account: keys, balance, holds, outbox. The truth about credits. */
  ACCOUNT: DurableObjectNamespace<import('./accounts/account-object').Account>
  /** Starts queued tasks and webhooks with fair shares for all accounts. Stores nothing. */
  DISPATCHER: DurableObjectNamespace<import('./queue/dispatcher').Dispatcher>
  /** One object a slot of a dispatcher: one piece of work at a time. Stores nothing. */
  TASK_RUNNER: DurableObjectNamespace<import('./queue/task-runner').TaskRunner>
  /** Flood guard by key: keeps what no plan admits from the account's object. Never the accountant. */
  LIMIT_KEY: RateLimit
  /** Wrong operator tokens, of all callers together: guesses are slowed. */
  LIMIT_OPERATOR: RateLimit
  /** Visitors without a key, each by its address. */
  LIMIT_VISITOR: RateLimit
  /** Accounts, templates and endpoints, and the tasks and the ledger's projection of accounts of database 0 (`databases.ts`). */
  DB: D1Database
  /** Further databases of tasks, numbered from 1 without a gap. */
  [name: `TASKS_${number}`]: D1Database | undefined
  /** Inputs of queued tasks, and produced files. */
  FILES: R2Bucket
  /** Queued tasks, by id. */
  JOBS: Queue<import('./tasks/messages').JobMessage>
  /** Webhooks to be tried, by id. */
  WEBHOOKS: Queue<import('./tasks/messages').WebhookMessage>

  /** One data point a request, browser event and task (`metrics/points.ts`). */
  METRICS: AnalyticsEngineDataset
  /** The version of the Worker that runs. */
  VERSION: WorkerVersionMetadata

  /** Workers AI, which `goCreditMode` asks for print CSS where it is bound and `MODEL_URL` is empty. Optional. */
  AI?: Ai

  /** Secret: bearer token of `/admin/v1`. */
  ADMIN_TOKEN?: string
  /** Secret: signs file addresses and API keys. */
  SIGNING_SECRET?: string
  /** Secret, only while `SIGNING_SECRET` is being replaced: what the former one signed is still taken. */
  SIGNING_SECRET_FORMER?: string

  /** Origin that the addresses we give out begin with; empty: the request's own. */
  PUBLIC_URL: string
  /** `host:port,…` that outgoing fetches may reach although they are private. For development. */
  ALLOW_HOSTS: string
  /** Origins (`https://app.example.com,…`) whose pages may call `/v1` from a browser; empty: none. */
  CORS_ORIGINS: string
  /** DNS over HTTPS resolver (JSON form) that names are checked with before a fetch. */
  DOH_URL: string
  /** Numbers of the databases that new accounts go to (`0,1`): 0 is `DB`, 1 is `TASKS_1`. */
  NEW_ACCOUNT_DATABASES?: string
  /** How long a signed file address works, in seconds. */
  FILE_URL_TTL_SECONDS: string

  /** `on`: the page at `/` shows strangers what they type as a page, through `POST /v1/try`. `off`: it does not. */
  TRY_WITHOUT_KEY: string

  /** Base address of an OpenAI-compatible endpoint (`…/v1`) that `goCreditMode` asks for print CSS; empty: none. */
  MODEL_URL: string
  /** Model to ask for, of that endpoint or of Workers AI; empty: its default. */
  MODEL_NAME: string
  /** Secret: bearer token of `MODEL_URL`. */
  MODEL_KEY?: string

  /**
   * `on`: the platform itself keeps the browsers off the network, too. `off` if that beta feature stops documents: what
   * intercepts requests (`browser/interception.ts`) still does.
   */
  BROWSER_GUARDRAILS: string
  /** Name of the dataset that `METRICS` writes to, which its binding does not tell. */
  METRICS_DATASET: string
  /**
   * Address of the SQL API of Analytics Engine (`https://api.cloudflare.com/client/v4/accounts/…/analytics_engine/sql`),
   * which rules and `/admin/v1/metrics` read; empty: they know only what D1 says.
   */
  ANALYTICS_URL: string
  /** Secret: an API token that may read the account's analytics. */
  ANALYTICS_TOKEN?: string
  /** Secret: address that alarms are posted to, such as a chat service's incoming webhook; absent: they are only logged. */
  ALARM_URL?: string

  /**
   * Where browsers come from: `rendering` (the binding), `local` (the binding of `npm start`), `container` (beside each pool object),
   * or the address of a server of browsers (`browser/browser-provider.ts`).
   */
  BROWSERS: string
  /** Shards per region. */
  POOL_SHARDS: string
  /** Renders at once in one browser. */
  POOL_RENDERS_IN_FLIGHT: string
  /** Contexts made ready in advance in one browser. */
  POOL_SPARES: string
  /** Renders after which a browser is replaced. */
  POOL_RENDERS_PER_BROWSER: string
  /** Minutes without a render after which a shard closes its browser; 0: never. */
  POOL_IDLE_MINUTES: string
  /** How long the platform keeps a session that nobody talks to, in seconds. */
  POOL_KEEP_ALIVE_SECONDS: string
}

/** `env` of `cloudflare:workers`, and of the tests inside workerd. */
declare namespace Cloudflare {
  interface Env extends globalThis.Env {}
}

declare module '*.wasm' {
  const module: WebAssembly.Module
  export default module
}
