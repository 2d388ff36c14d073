/** Drop a PDF: what is in it, and which standards it keeps. */
import { useRef, useState } from 'preact/hooks'
import type { Inspection } from '../../clients/typescript/src/schemas'
import { Drop } from '../shell/drop'
import { Head, type PageProps } from '../shell/page'
import { Problem } from '../shell/problem'
import { useKept } from '../shell/use-kept'
import { useWork } from '../shell/use-work'
import { TEXTS } from '../texts'
import { InvoiceView } from './invoice-view'
import { PageViewer } from './page-viewer'
import { Report } from './report'

const STANDARDS = ['PDF/A-2b', 'PDF/A-3b', 'PDF/UA-1'] as const
const words = TEXTS.inspect

export default function Inspect({ session }: PageProps) {
  const [{ standard }, keep] = useKept('inspect', { standard: '' })
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<Inspection>()
  const { isBusy, problem, run } = useWork()
  const latest = useRef<File>(undefined)
  const inspect = (file: File) =>
    run(async () => {
      latest.current = file
      setFile(file)
      setReport(undefined)
      const conformance = STANDARDS.filter((one) => one === standard)
      const told = await session.platen.inspect(file, conformance.length > 0 ? { conformance } : {})
      // Another file may have been dropped meanwhile.
      if (latest.current === file) setReport(told)
      session.refresh()
    })
  return (
    <>
      <Head title={words.title} lead={words.lead} />
      <div class="filters">
        <label>
          <span>{words.standard}</span>
          <select value={standard} onChange={(event) => keep({ standard: event.currentTarget.value })}>
            <option value="">{words.claimed}</option>
            {STANDARDS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Drop label={isBusy ? words.busy : words.drop} accept="application/pdf" onFile={inspect} />
      <p class="unseen" role="status">
        {isBusy ? words.busy : report && words.read}
      </p>
      <Problem error={problem} />
      {file && (
        <div class="inspected">
          <article aria-label={file.name}>
            <h2 class="file-name">{file.name}</h2>
            {report && <Report report={report} />}
            {report?.invoice && <InvoiceView report={report.invoice} />}
          </article>
          <PageViewer file={file} />
        </div>
      )}
    </>
  )
}
