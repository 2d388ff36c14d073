/** Where the table comes from: a file that is dropped or chosen, or an example. */
import { useRef, useState } from 'preact/hooks'
import { type DataTable, MAX_TEXT, readDataTable } from './table'
import { TEXTS } from './texts'

const EXAMPLE = `Number,Customer,Date,Item,Qty,Price,VAT
2026-101,Ada Lovelace,2026-11-25,Engine drawings,2,480,19
2026-101,Ada Lovelace,2026-11-25,Delivery,1,35,19
2026-102,Grace Hopper,2026-11-25,Compiler course,1,1200,19
2026-103,Alan Turing,2026-11-26,Proof reading,6,95.50,7
`

type DataStepProps = { table: DataTable | undefined; onTable: (table: DataTable) => void }

export function DataStep({ table, onTable }: DataStepProps) {
  const [problem, setProblem] = useState('')
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const take = (name: string, text: string) => {
    try {
      onTable(readDataTable(name, text))
      setProblem('')
    } catch (error) {
      setProblem(TEXTS.unreadable(name, error instanceof Error ? error.message : String(error)))
    }
  }
  const takeExample = () => {
    // The button is gone with it.
    chooser.current?.focus()
    take('example.csv', EXAMPLE)
  }
  const open = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_TEXT) setProblem(TEXTS.tooLong(file.name))
    else take(file.name, await file.text())
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void open(event.dataTransfer?.files[0])
  }
  return (
    <section aria-labelledby="batch-data">
      <h2 id="batch-data">{TEXTS.data}</h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way; the field inside is another */}
      <div
        class={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p class="drop-title" role="status">
          {table ? TEXTS.fileIs(table.name, table.rows.length, table.columns.length) : TEXTS.drop}
        </p>
        <div class="buttons">
          <label class="button plain file">
            {table ? TEXTS.otherFile : TEXTS.choose}
            <input
              ref={chooser}
              type="file"
              accept=".csv,.tsv,.txt,.json,.jsonl,text/csv,application/json"
              class="unseen"
              onChange={(event) => void open(event.currentTarget.files?.[0])}
            />
          </label>
          {!table && (
            <button type="button" class="quiet" onClick={takeExample}>
              {TEXTS.example}
            </button>
          )}
        </div>
      </div>
      <p class="bad-text" role="alert">
        {problem}
      </p>
    </section>
  )
}
