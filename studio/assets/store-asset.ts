/** A file of this machine, stored as an asset under a name of its own. */
import type { Session } from '../shell/session'

/** Returns the name. Throws what the service says. */
export async function storeAsset({ send }: Session, file: File): Promise<string> {
  const name = nameFor(file.name)
  await send({ method: 'PUT', path: `/v1/assets/${encodeURIComponent(name)}`, body: file })
  return name
}

/** A name that an asset may have, of the name of a file. */
function nameFor(file: string): string {
  return file
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .replace(/^[^A-Za-z0-9]/, 'a')
    .slice(-80)
}
