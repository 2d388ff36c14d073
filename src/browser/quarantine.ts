/** Names of the pool objects that print for accounts with strikes (`accounts/strikes.ts`), each in a browser of its own. */
const PREFIX = 'quarantine:'

export function quarantineName(index: number): string {
  return `${PREFIX}${index}`
}

/** Whether a pool object of this name is one for accounts with strikes. */
export function isQuarantine(name: string | undefined): boolean {
  return name?.startsWith(PREFIX) ?? false
}
