/** Drop a PDF: what is in it, and which standards it keeps. */
import { useState } from 'preact/hooks'
import type { Inspection } from '../../clients/typescript/src/schemas'
import { Drop } from '../shell/drop'
import { Head, type PageProps } from '../shell/page'
import { Problem } from '../shell/problem'
import { TEXTS } from '../texts'
import { InvoiceView } from './invoice-view'
import { Report } from './report'

const STANDARDS = ['PDF/A-2b', 'PDF/A-3b', 'PDF/UA-1'] as const
const words = TEXTS.inspect

export default function Inspect({ session }: PageProps) {
  const [standard, setStandard] = useState('')
  const [name, setName] = useState('')
  const [report, setReport] = useState<Inspection>()
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const inspect = async (file: File) => {
    setName(file.name)
    setBusy(true)
    setProblem(undefined)
    setReport(undefined)
    try {
      const conformance = STANDARDS.filter((one) => one === standard)
      setReport(await session.platen.inspect(file, conformance.length > 0 ? { conformance } : {}))
      session.refresh()
    } catch (error) {
      setProblem(error)
    }
    setBusy(false)
  }
  return (
    <>
      <Head title={words.title} lead={words.lead} />
      <div class="filters">
        <label>
          <span>{words.standard}</span>
          <select value={standard} onChange={(event) => setStandard(event.currentTarget.value)}>
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
      <Problem error={problem} />
      {report && (
        <article aria-label={name}>
          <h2 class="file-name">{name}</h2>
          <Report report={report} />
          {report.invoice && <InvoiceView report={report.invoice} />}
        </article>
      )}
    </>
  )
}
