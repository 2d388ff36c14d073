/**
 * An IndexedDB in the page's own memory, which a document of an opaque origin does not have: empty at first, gone with
 * the document. The interfaces are those of Indexed Database API 3.0, as far as libraries use them. Transactions run one
 * after the other, which their order allows; an index is found by going through its store.
 */

import { compareKeys, KeyRange, toKey } from './indexed-db-keys'
import { Database, type DatabaseData, installInterfaces } from './indexed-db-objects'
import { OpenRequest, VersionChangeEvent } from './indexed-db-requests'

const databases = new Map<string, DatabaseData>()

class Factory {
  open(name: string, version?: number): OpenRequest {
    const request = new OpenRequest()
    if (version !== undefined && !(version >= 1)) throw new TypeError('The version is no positive number.')
    void this.#open(request, String(name), version)
    return request
  }

  deleteDatabase(name: string): OpenRequest {
    const request = new OpenRequest()
    const version = databases.get(String(name))?.version ?? 0
    databases.delete(String(name))
    queueMicrotask(() => request.succeed(undefined, new VersionChangeEvent('success', version, null)))
    return request
  }

  async databases(): Promise<{ name: string; version: number }[]> {
    return [...databases.values()].map(({ name, version }) => ({ name, version }))
  }

  cmp(a: unknown, b: unknown): number {
    return compareKeys(toKey(a), toKey(b))
  }

  async #open(request: OpenRequest, name: string, version: number | undefined): Promise<void> {
    await Promise.resolve()
    const known = databases.get(name) ?? { name, version: 0, stores: new Map() }
    const wanted = version ?? Math.max(1, known.version)
    if (wanted < known.version) {
      return void request.fail(new DOMException('The stored version is higher.', 'VersionError'))
    }
    const isNew = !databases.has(name)
    databases.set(name, known)
    const database = new Database(known)
    if (wanted > known.version && !(await database.upgrade(request, wanted))) {
      if (isNew) databases.delete(name)
      return void request.fail(new DOMException('The upgrade was aborted.', 'AbortError'))
    }
    request.succeed(database)
  }
}

/** Installs `indexedDB` and its interfaces. */
export function installIndexedDb(): void {
  installInterfaces({ IDBFactory: Factory, IDBKeyRange: KeyRange })
  const factory = new Factory()
  Object.defineProperty(globalThis, 'indexedDB', { get: () => factory, configurable: true, enumerable: true })
}
