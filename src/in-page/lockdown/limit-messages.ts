/**
 * Bounds what each time sends a message to the browser's own process, which a loop of them stops for all documents. What
 * is called too often does nothing any more.
 */
import { spend } from './budget'
import { methodOf, propertyOf, replaceCalls } from './intrinsics'

const { parse: fromJson, stringify: toJson } = JSON
const { floor } = Math
/** So many characters of a text count as a call more. */
const LONG = 8192

/** Bounded, by the global name of whose methods and setters they are; `globalThis` has its own. */
const BOUNDED: Record<string, string[]> = {
  History: ['scrollRestoration'],
  HTMLFormElement: ['submit', 'requestSubmit'],
  Element: ['requestFullscreen', 'webkitRequestFullscreen', 'webkitRequestFullScreen', 'requestPointerLock'],
  HTMLElement: ['focus', 'blur', 'click'],
  SVGElement: ['focus', 'blur'],
  MathMLElement: ['focus', 'blur'],
  Navigator: ['vibrate'],
  ScreenOrientation: ['lock', 'unlock'],
  Document: [
    'exitFullscreen',
    'exitPointerLock',
    'hasStorageAccess',
    'requestStorageAccess',
    'requestStorageAccessFor',
    'hasUnpartitionedCookieAccess',
    'hasPrivateToken',
    'hasRedemptionRecord',
  ],
}
const GLOBALS = [
  'alert',
  'confirm',
  'prompt',
  'print',
  'open',
  'close',
  'reportError',
  'focus',
  'blur',
  'stop',
  'moveTo',
  'moveBy',
  'resizeTo',
  'resizeBy',
]

/** Of a navigator, what needs nothing but the page. All else asks the browser, or a device that no document has. */
const KEPT_OF_NAVIGATOR = new Set([
  'constructor',
  'appCodeName',
  'appName',
  'appVersion',
  'cookieEnabled',
  'deviceMemory',
  'doNotTrack',
  'hardwareConcurrency',
  'javaEnabled',
  'language',
  'languages',
  'maxTouchPoints',
  'mimeTypes',
  'onLine',
  'pdfViewerEnabled',
  'platform',
  'plugins',
  'product',
  'productSub',
  'userActivation',
  'userAgent',
  'vendor',
  'vendorSub',
  'vibrate',
  'webdriver',
])

/** Bounds the calls, and removes what a page to be printed has no use for. */
export function limitMessages(): void {
  for (const name of GLOBALS) bound(globalThis, name)
  limitConsole()
  limitHistory()
  boundText(globalThis, 'name')
  boundText(prototypeOf('HTMLIFrameElement'), 'name')
  boundText(prototypeOf('Document'), 'title')
  for (const [owner, names] of Object.entries(BOUNDED)) {
    for (const name of names) bound(prototypeOf(owner), name)
  }
  for (const name of Object.getOwnPropertyNames(Navigator.prototype)) {
    if (!KEPT_OF_NAVIGATOR.has(name)) Reflect.deleteProperty(Navigator.prototype, name)
  }
  // What scripts throw is recorded for its author, and told to no console.
  onThrown(() => false)
  // Many pages call it without a look whether it is there.
  Object.defineProperty(Navigator.prototype, 'sendBeacon', {
    value: () => false,
    writable: true,
    configurable: true,
  })
}

/** Bounds what a worker throws: each error is told to its document and to the console. */
export function limitErrors(): void {
  bound(globalThis, 'reportError')
  onThrown(() => spend('calls', 1))
}

/** Has what scripts throw go no further unless `mayTell` says so; before the page's own listeners could stop that. */
function onThrown(mayTell: () => boolean): void {
  const handled = methodOf<void>(Event.prototype, 'preventDefault')
  const listener = (event: Event) => {
    if (!mayTell()) handled(event)
  }
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, listener, true)
}

/** Bounds messages to the console. */
export function limitConsole(): void {
  for (const name of Object.keys(console)) bound(console, name)
}

function prototypeOf(name: string): object | undefined {
  return propertyOf(globalThis, name)?.value?.prototype
}

function bound(owner: object | undefined, name: string): void {
  replaceCalls(owner, name, (real) => (self, values) => (spend('calls', 1) ? real(self, values) : undefined))
}

/** As `bound`, for a text to be set: a long one counts as several. */
function boundText(owner: object | undefined, name: string): void {
  replaceCalls(owner, name, (real) => (self, values) => {
    const text = `${values[0]}`
    return spend('calls', costOf(text.length)) ? real(self, [text]) : undefined
  })
}

/** An entry of the history is kept by the browser, with a state that has any size: it becomes what JSON can hold of it. */
function limitHistory(): void {
  for (const name of ['pushState', 'replaceState']) {
    replaceCalls(History.prototype, name, (real) => (self, values) => {
      const state = jsonOf(values[0])
      const url = values[2]
      const address = url === undefined || url === null ? null : `${url}`
      // The browser takes long to show a long address.
      if ((address?.length ?? 0) > LONG || !spend('calls', costOf(state.length))) return undefined
      return real(self, [fromJson(state), '', address])
    })
  }
}

function costOf(characters: number): number {
  return 1 + floor(characters / LONG)
}

function jsonOf(value: unknown): string {
  try {
    return toJson(value) ?? 'null'
  } catch {
    return 'null'
  }
}
