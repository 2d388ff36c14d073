/** A file's text, as Vite imports it. */
declare module '*?raw' {
  const text: string
  export default text
}
/** A file's bytes as a `data:` address, as Vite imports it. */
declare module '*?inline' {
  const address: string
  export default address
}

/** The files of `migrations/`, as `vitest.config.ts` binds them. */
declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[]
  }
}

interface ImportMeta {
  /** Files by a pattern, as Vite bundles them. */
  glob<Content>(
    pattern: string,
    options: { query?: string; import?: string; eager: true },
  ): Record<string, Content>
  glob<Content>(pattern: string): Record<string, () => Promise<Content>>
}

/** Documents printed with and without goCreditMode, outside the service. */
declare module '*/scripts/optimizer.mjs' {
  type Report = import('../src/optimize/summary').OptimizationReport
  export function openOptimizer(): Promise<{
    print<Told = undefined>(
      html: string,
      options: object,
      goCreditMode: boolean,
      beforePrint?: (
        page: import('../src/optimize/laid-out').LaidOut & { evaluate(expression: string): Promise<unknown> },
        scale: number,
      ) => Promise<Told>,
      limitMs?: number,
    ): Promise<{ pdf: Buffer; text: string; optimized: { report: Report } | undefined; told: Told }>
    close(): Promise<void>
  }>
}

/** The page on which the audit expects each text, and where the file has it. */
declare module '*/scripts/corpus/boxes.mjs' {
  /** `page` counts from 0. */
  export type ExpectedText = { text: string; page: number | undefined }
  export function textsBeforePrint(): (
    page: import('../src/optimize/laid-out').LaidOut,
    scale: number,
  ) => Promise<ExpectedText[]>
  export function misplaced(texts: readonly ExpectedText[], byPage: readonly string[]): string[]
}

declare module '*/scripts/corpus/measure.mjs' {
  export function wordsOf(text: string): string[]
  export function solid(text: string): string
  export function lacking(words: string[], solidText: string): string[]
}

/** Files of other projects, and the packages that they come with. */
declare module '*/scripts/corpus/files.mjs' {
  export function serveFiles(
    folders: Record<string, string>,
    substitutes: Record<string, string>,
  ): Promise<{ origin: string; port: number; close(): void }>
}
declare module '*/scripts/corpus/packages.mjs' {
  type Packages = Record<string, { version: string; of?: string }>
  export function packageFolders(packages: Packages): Record<string, string>
  export function fetchPackages(packages: Packages): Promise<Record<string, string>>
}

/** The service that benchmarks and end-to-end tests start for themselves. */
declare module '*/bench/service.mjs' {
  export function freePort(): Promise<number>
  export function launchService(
    settings?: Record<string, string>,
    options?: { fresh?: boolean; ownState?: boolean },
  ): Promise<{
    origin: string
    pid: number
    output(): string
    token: string
    /** What the operator's API returns, which each caller knows the shape of. */
    /** The folder of its own state, if it has one. */
    state: string | undefined
    admin<Answer>(address: string, body?: unknown): Promise<Answer>
    account(init: { plan: string; credits: number }): Promise<string>
    stop(): Promise<void>
  }>
}

/** Rate limits on this machine. */
declare module '*/scripts/local-rate-limits.mjs' {
  type Simple = { limit: number; period: number }
  type Config = { config: { env?: Record<string, { type: string; dev: object }> } }
  export function withLocalRateLimits<Options extends { ratelimits?: Record<string, { simple: Simple }> }>(
    options: Options,
  ): Omit<Options, 'ratelimits'> & {
    unsafeBindings: { name: string; type: string; plugin: object; options: Simple }[]
  }
  export const plugins: {
    'memory-rate-limit': {
      getBindings(options: Config): { wrapped: { innerBindings: { name: string; json: string }[] } }[]
      getExtensions(all: { options: Config[] }): Promise<{ modules: { esModule: string }[] }[]>
    }
  }
}

/** The operator's API of a service. */
declare module '*/scripts/platen-commands.mjs' {
  /** By their names of one word or two. */
  export const commands: Record<string, { takes?: readonly string[]; options?: object }>
}

declare module '*/scripts/ask-operator.mjs' {
  export function askOperator<Answer>(
    origin: string,
    token: string,
    address: string,
    body?: unknown,
  ): Promise<Answer>
}

/** A former release, checked out and started. */
declare module '*/scripts/former-release.mjs' {
  export const FORMER_RELEASE: string
  export const TEST_SECRETS: Record<'ADMIN_TOKEN' | 'SIGNING_SECRET', string>
  export function hasRelease(commit: string): boolean
  export function checkOutRelease(commit: string): string
  export function bundleRelease(commit: string): string
  export function startRelease(
    folder: string,
    options: { port: number; settings?: Record<string, string> },
  ): Promise<{ origin: string; output(): string; stop(): Promise<void>; kill(): Promise<void> }>
}

/** What a process and those it started hold in memory, in megabytes. */
declare module '*/bench/memory.mjs' {
  export function memoryUnder(
    ancestor: number,
    command?: string,
  ): { resident(): number; proportional(): number; peak(): number; forgetPeak(): void }
}

/** The browser, and what programs that need it get in their environment. */
declare module '*/scripts/browser.mjs' {
  export function prepareBrowser(): Promise<NodeJS.ProcessEnv>
  export function toolEnvironment(): NodeJS.ProcessEnv
  /** Browsers of this folder whose service was killed. */
  export function orphanedBrowsers(): number[]
}

/** What documents cost and which limit comes first. */
declare module '*/scripts/scale.mjs' {
  export const GATHER_SECONDS: number
  export const PURGED_A_MINUTE: number
  export function costOf(kind: 'synchronous' | 'queued' | 'notified'): number
  export function scaleTables(): string[]
}

/** What a service on this machine is started with. */
declare module '*/scripts/secrets.mjs' {
  export function prepareSecrets(file: string): Record<string, string>
  export function saveSecrets(file: string, values: Record<string, string>): void
}

/** Priorities and memory of the browser's renderers. */
declare module '*/scripts/renderer-guard.mjs' {
  export function guardRenderers(options?: { maxBytes?: number; lowest?: number }): () => void
}

/** The service bundled as for a deployment. */
declare module '*/scripts/local.mjs' {
  export function bundle(folder: string): Promise<void>
  export function modulesIn(folder: string): import('miniflare').V4ModuleDefinition[]
}

/** The database's numbered files. */
declare module '*/scripts/migrations.mjs' {
  export function readMigrations(folder?: string): { name: string; sql: string }[]
  export function applyMigrations(db: unknown): Promise<void>
}

/** What they come to. */
declare module '*/scripts/schema.mjs' {
  export function describeSchema(): string
}

/** The cheap proof of `npm run lint:patterns`. */
declare module '*/scripts/plain-pattern.mjs' {
  export function isPlainlyLinear(source: string, flags: string): boolean
}

declare module '*/scripts/oracle-tools.mjs' {
  /** Folder of CEN's examples in CII. */
  export const ciiExamples: string
}

declare module '*/scripts/e-invoices/express.mjs' {
  /** What of an invoice is left after it became JSON and XML again; `lost` are terms as `/path=value`. */
  export function express(
    service: object,
    xml: string,
    profile: string,
  ): { refused: string | undefined; lost: string[] }
}

/** What stands between callers and workerd on one machine. */
declare module '*/scripts/relay.mjs' {
  export function relay(options: {
    port: number
    target: number
    worker?: number
    limits?: { headMs?: number; bodyMs?: number; idleMs?: number }
    most?: number
  }): Promise<{ port: number; close(): void }>
  export function relayInThread(options: {
    port: number
    target: number
  }): Promise<{ port: number; close(): Promise<void> }>
}

declare module '*/scripts/body-pace.mjs' {
  export class BodyPace {
    see(caller: string, now: number): void
    restAfter(piece: { caller: string; bytes: number; size: number }, now: number): number
  }
  export function callerOf(head: {
    method: string
    target: string
    version: string
    headers: [name: string, value: string][]
  }): string
}

declare module '*/scripts/request-framing.mjs' {
  export function readRequests<Head>(rewrite: (head: Head) => Head): {
    readonly complete: number
    take(piece: Uint8Array): Uint8Array[]
  }
}

/** A deployed service as the smoke test asks it. */
declare module '*/smoke/service.mjs' {
  export function openService(target: {
    url: string
    adminToken: string
  }): Promise<{ close(): Promise<void> }>
}

/** The environments of a deployment. */
declare module '*/deploy/environments.mjs' {
  export type Environment = {
    name: string
    rateLimits: string
    domain: string
    workersDev: boolean
    sourceMaps: boolean
    placement: '' | 'smart'
    location: '' | 'weur' | 'eeur' | 'apac' | 'oc' | 'wnam' | 'enam'
    jurisdiction: '' | 'eu' | 'fedramp'
    vars: Record<string, string>
  }
  export const environments: Record<string, Environment>
  export function environmentNamed(name: string | undefined): Environment
}

/** The sections of wrangler.toml that are made from them. */
declare module '*/deploy/wrangler-config.mjs' {
  type Environment = import('../scripts/deploy/environments.mjs').Environment
  export function withEnvironments(text: string, list?: Record<string, Environment>): string
  export function environmentQueues(environment: Environment): string[]
  export function deploymentConfig(
    text: string,
    deployment: { env: string; databaseIds: Record<string, string> },
  ): string
  export function withBundle(text: string, main: string): string
}

/** Bundles in ASCII. */
declare module '*/scripts/plain-letters.mjs' {
  export function plainLetters(script: string): string
}

/** The steps of a deployment. */
declare module '*/deploy/pipeline.mjs' {
  export class DeploymentFailed extends Error {}
  export function deploy(deployment: {
    env: string
    environment: import('../scripts/deploy/environments.mjs').Environment
    tools: import('../scripts/deploy/tools.mjs').Tools
    watchMinutes: number
  }): Promise<{ candidate: string; stable?: string; url: string }>
}

/** What a deployment reaches outside itself: what tests replace, and how it is closed. */
declare module '*/deploy/tools.mjs' {
  type Ended = { ok: boolean; stdout: string; output: string; events: object[] }
  export type Tools = {
    tryWrangler(words: string[]): Promise<Ended>
    wrangler(words: string[]): Promise<string>
    say(text: string): void
    prepare(): void
    check(): string | undefined
    bundle(): Promise<[name: string, bytes: Uint8Array][]>
    sleep(ms: number): Promise<void>
    smoke(target: {
      url: string
      override?: { worker: string; version: string }
    }): Promise<{ passed: number; failures: string[] }>
    errorRates(deployment: {
      candidate: string
      stable: string
    }): Promise<Record<string, { requests: number; failed: number }> | undefined>
    close(): void
  }
  export function createTools(options: {
    env: string
    environment: import('../scripts/deploy/environments.mjs').Environment
    folder?: string
    tryWrangler?: (words: string[]) => Promise<Ended>
  }): Tools
}

/** The processes of this machine as Linux lists them. */
declare module '*/scripts/processes.mjs' {
  export function descendants(ancestor: number): { pid: number; name: string | undefined; parent: number }[]
  export function ifPresent<Found>(look: () => Found): Found | undefined
}

/** What a fake wrangler does with a command, in the account that a file describes. */
declare module '*/support/fake-wrangler.mjs' {
  export type Ended = { code: number; stdout: string; stderr: string; events: object[] }
  export type FakeAccount = {
    calls: string[]
    databases: { name: string; uuid: string; migrated?: boolean }[]
    buckets: Record<string, string[]>
    queues: string[]
    secrets: string[]
    versions: { id: string; tag?: string; trigger: string }[]
    deployments: { versions: { version_id: string; percentage: number }[] }[]
    triggers: number
    migrationsPending?: boolean
    nextVersion?: string
    previewUrl?: string
    failAt?: { call: number; when: 'before' | 'after' }
  }
  export function emptyAccount(): FakeAccount
  export function runCommand(words: string[], account: FakeAccount): Ended
}

/** A parser of Prometheus text by another project. */
declare module 'parse-prometheus-text-format' {
  export default function parsePrometheusTextFormat(text: string): {
    name: string
    help: string
    type: string
    metrics: { value: string; labels?: Record<string, string> }[]
  }[]
}
