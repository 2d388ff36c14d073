/** The service that the suites of the clients share. */
export type Running = {
  origin: () => string
  /** Makes an account and returns its key. */
  account: (init: { plan: string; credits: number }) => Promise<string>
}
