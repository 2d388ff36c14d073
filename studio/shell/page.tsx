/** What every page is given, and how it begins. */
import type { ComponentChildren, ComponentType } from 'preact'
import type { Session } from './session'

export type PageProps = { session: Session; rest: readonly string[]; query: URLSearchParams }
export type Page = ComponentType<PageProps>

/** The heading of a page, a sentence, and beside them what can be done. */
export function Head({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children?: ComponentChildren
}) {
  return (
    <div class="head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {children && <div class="head-actions">{children}</div>}
    </div>
  )
}

/** What stands where there is nothing yet: a sentence, and the one thing to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}
