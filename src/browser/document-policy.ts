/** What the browser lets a document do, besides that it reaches nothing: its Content-Security-Policy. */

/** What every document may do: load files. No frames, forms, pop-ups or plug-ins. */
const FILES_ONLY = [
  // Without scripts in its sandbox it would show its `noscript`, as no browser of a reader does.
  'sandbox allow-scripts',
  "default-src 'none'",
  "style-src http: https: data: blob: 'unsafe-inline'",
  'img-src http: https: data: blob:',
  'font-src http: https: data: blob:',
  "frame-src 'none'; child-src 'none'; object-src 'none'; media-src 'none'",
  "form-action 'none'",
]
const WITH_SCRIPTS = [
  "script-src http: https: data: blob: 'unsafe-inline' 'unsafe-eval'",
  'connect-src http: https: data: blob:',
  // Of texts that begin with our lockdown (`in-page/workers.ts`).
  'worker-src blob:',
]

/**
 * The Content-Security-Policy of a document. Scripts run only in one that was made ready for them
 * (`prepareForScripts`): for any other no script-src is named, so that none runs, inline handlers and `javascript:`
 * addresses included, though one should be in it after all. Our own code comes by the protocol, which no policy binds.
 */
export function documentPolicy({ scripted }: { scripted: boolean }): string {
  return [...FILES_ONLY, ...(scripted ? WITH_SCRIPTS : ["worker-src 'none'"])].join('; ')
}
