/** `#/templates`: the list; `#/templates/CATEGORY/NAME`: one of them. */
import type { PageProps } from '../shell/page'
import { TemplateList } from './template-list'
import { TemplatePage } from './template-page'

export default function Templates({ session, rest }: PageProps) {
  const [category, name] = rest
  if (category === undefined || name === undefined) return <TemplateList session={session} />
  const id = `${category}/${name}`
  return <TemplatePage key={id} session={session} id={id} />
}
