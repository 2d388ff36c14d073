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

interface ImportMeta {
  /** Files by a pattern, as Vite bundles them. */
  glob<Content>(
    pattern: string,
    options: { query?: string; import?: string; eager: true },
  ): Record<string, Content>
}

/** Documents printed with and without goCreditMode, outside the service. */
declare module '*/scripts/optimiser.mjs' {
  type Report = import('../src/optimize/summary').OptimizationReport
  export function openOptimiser(): Promise<{
    print(
      html: string,
      options: object,
      goCreditMode: boolean,
    ): Promise<{ pdf: Buffer; text: string; optimised: { report: Report } | undefined }>
    close(): Promise<void>
  }>
}

/** The service that benchmarks and end-to-end tests start for themselves. */
declare module '*/bench/service.mjs' {
  export function launchService(settings?: Record<string, string>): Promise<{
    origin: string
    pid: number
    output(): string
    token: string
    // biome-ignore lint/suspicious/noExplicitAny: the operator's answers, of which each caller knows its own
    admin(address: string, body?: unknown): Promise<any>
    account(init: { plan: string; credits: number }): Promise<string>
    stop(): Promise<void>
  }>
}

/** What a process and those it started hold in memory, in megabytes. */
declare module '*/bench/memory.mjs' {
  export function memoryUnder(
    ancestor: number,
    command?: string,
  ): { resident(): number; proportional(): number; peak(): number; forgetPeak(): void }
}

/** Browsers of this folder whose service was killed. */
declare module '*/scripts/browser.mjs' {
  export function orphanedBrowsers(): number[]
}

/** Priorities and memory of the browser's renderers. */
declare module '*/scripts/secrets.mjs' {
  export function prepareSecrets(file: string): Record<string, string>
}

declare module '*/scripts/renderer-guard.mjs' {
  export function guardRenderers(options?: { maxBytes?: number }): () => void
}

/** The service bundled as for a deployment. */
declare module '*/scripts/local.mjs' {
  export function bundle(folder: string): Promise<void>
}

/** The cheap proof of `npm run lint:patterns`. */
declare module '*/scripts/plain-pattern.mjs' {
  export function isPlainlyLinear(source: string, flags: string): boolean
}

/** What stands between callers and workerd on one machine. */
declare module '*/scripts/relay.mjs' {
  export function relay(options: {
    port: number
    target: number
    limits?: { headMs?: number; bodyMs?: number; idleMs?: number }
  }): Promise<{ port: number; close(): void }>
}
