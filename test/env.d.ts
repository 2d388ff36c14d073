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

/** The service that benchmarks and end-to-end tests start for themselves. */
declare module '*/bench/service.mjs' {
  export function launchService(settings?: Record<string, string>): Promise<{
    origin: string
    pid: number
    output(): string
    account(init: { plan: string; credits: number }): Promise<string>
    stop(): Promise<void>
  }>
}
