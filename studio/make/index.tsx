/** `#/make`: a gallery; `#/make/CATEGORY/NAME`: a form for the data of one template, and its page beside it. */
import type { PageProps } from '../shell/page'
import { Gallery } from './gallery'
import { MakeOne } from './make-one'

export default function Make({ session, rest, query }: PageProps) {
  if (rest.length === 0) return <Gallery session={session} query={query} />
  const id = rest.join('/')
  return <MakeOne key={id} session={session} id={id} isExample={query.has('example')} />
}
