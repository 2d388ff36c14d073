/**
 * The pages of the Studio. To add one: a module with a default export that takes `PageProps` (`shell/page.tsx`), and one
 * line here. A page is fetched when it is first opened, stands at `#/path`, and gets what follows in the address:
 * `#/templates/invoice/mine?version=3` is `path: 'templates'`, `rest: ['invoice', 'mine']`, `query: version=3`.
 * - Its words stand in `texts.ts`, its label in `TEXTS.nav`. It begins with `<Head title lead />`.
 * - `session.platen` calls the API, `session.send` what the client has no method for. `useAnswer` reads when the page is
 *   shown; `<Problem error />` says what went wrong, `<Table>` lists, `<Empty>` stands where there is nothing yet,
 *   `toast()` tells, `deleteLater()` deletes so that it can be undone (all in `shell/`).
 * - Its styles are a file in `styles/`, named in `studio.css`. No `style` attribute: the policy forbids it.
 */
import type { Page } from './shell/page'
import { TEXTS } from './texts'

export type Route = {
  path: string
  label: string
  group: 'make' | 'see' | 'account' | 'hidden'
  load: () => Promise<{ default: Page }>
}

export const ROUTES: readonly Route[] = [
  { path: 'make', label: TEXTS.nav.make, group: 'make', load: () => import('./make') },
  {
    path: 'templates',
    label: TEXTS.nav.templates,
    group: 'make',
    load: () => import('./editor'),
  },
  {
    path: 'html',
    label: TEXTS.nav.html,
    group: 'make',
    load: () => import('./editor/html-page'),
  },
  { path: 'batch', label: TEXTS.nav.batch, group: 'make', load: () => import('./batch') },
  { path: 'qr', label: TEXTS.nav.qr, group: 'make', load: () => import('./qr') },
  { path: 'inspect', label: TEXTS.nav.inspect, group: 'make', load: () => import('./inspect') },
  { path: 'tasks', label: TEXTS.nav.tasks, group: 'see', load: () => import('./tasks') },
  { path: 'batches', label: TEXTS.nav.tasks, group: 'hidden', load: () => import('./tasks/batch') },
  { path: 'webhooks', label: TEXTS.nav.webhooks, group: 'see', load: () => import('./webhooks') },
  { path: 'usage', label: TEXTS.nav.usage, group: 'account', load: () => import('./account/usage') },
  { path: 'keys', label: TEXTS.nav.keys, group: 'account', load: () => import('./account/keys') },
  { path: 'brand', label: TEXTS.nav.brand, group: 'account', load: () => import('./brand') },
  { path: 'assets', label: TEXTS.nav.assets, group: 'account', load: () => import('./assets') },
]

/** Stands beside them: it asks for the operator's token in place of a key. */
export const OPERATOR = { path: 'operator', load: () => import('./operator') }
