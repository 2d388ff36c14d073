/**
 * Makes functions callable by name from the service: `platenLoad.waitUntilReady(…)`. The world is ours alone, or belongs to a
 * document that runs no script; an own property of the global object wins over elements with this id.
 */
export function publish(name: string, functions: object): void {
  Object.defineProperty(globalThis, name, { value: functions })
}
