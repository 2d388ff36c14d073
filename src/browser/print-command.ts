/** The command that prints a page, and the file that comes of it. */
import { CdpError } from './cdp'
import { templateParameters } from './header-footer-space'
import { DocumentError } from './page-errors'
import type { PrintRequest } from './print-request'
import type { CdpSession } from './session'

/** What is printed instead: `isTrial` only tells on which page something stands, and has no tags, header or footer. */
export type PartToPrint = {
  scale?: number
  pageRanges?: string
  preferCSSPageSize?: boolean
  isTrial?: boolean
}

const TRIAL = { generateTaggedPDF: false, generateDocumentOutline: false }

/** Prints as `request` says, but for `instead`; returns the file piece by piece. */
export async function printToPdf(
  session: CdpSession,
  request: PrintRequest,
  { isTrial = false, ...instead }: PartToPrint,
): Promise<AsyncGenerator<Uint8Array>> {
  const { stream } = await session
    .send('Page.printToPDF', {
      ...request.print,
      ...instead,
      ...(isTrial ? TRIAL : templateParameters(request)),
      transferMode: 'ReturnAsStream',
    })
    .catch((error: unknown) => {
      if (error instanceof CdpError && /page range/i.test(error.message)) {
        throw new DocumentError('`page_ranges` names no page of the document')
      }
      throw error
    })
  if (stream === undefined) throw new CdpError('Page.printToPDF returned no stream')
  return session.readStream(stream)
}
