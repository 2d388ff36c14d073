/** `#/batches/bat_…`: how far a batch is, its tasks, and all files in one ZIP. */
import { useEffect } from 'preact/hooks'
import { Empty, Head, type PageProps } from '../shell/page'
import { Problem } from '../shell/problem'
import { Table } from '../shell/table'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import { taskColumns } from './task-columns'

const POLL_MS = 2000

export default function BatchPage({ session, rest: [id = ''] }: PageProps) {
  const found = useAnswer((signal) => session.platen.batch(id, { signal }), [session.key, id])
  const { value: batch, again } = found
  const { pending = 0, processing = 0, completed = 0, failed = 0 } = batch?.counts ?? {}
  const isUnderWay = pending + processing > 0
  useEffect(() => {
    if (!isUnderWay || !batch) return
    const timer = setTimeout(again, POLL_MS)
    return () => clearTimeout(timer)
  }, [batch, isUnderWay, again])
  const words = TEXTS.batches
  if (!id) return <Empty title={words.none} />
  return (
    <>
      <Head title={words.title} lead={id}>
        {batch?.download_url && (
          <a class="button" href={batch.download_url} download>
            {words.zip}
          </a>
        )}
      </Head>
      <Problem error={found.error} onRetry={again} />
      {batch && (
        <>
          <p role="status">{words.progress(completed, failed, batch.count)}</p>
          <progress max={batch.count} value={completed + failed} aria-label={words.title} />
          <Table
            caption={words.title}
            columns={taskColumns}
            rows={batch.tasks}
            keyOf={(task) => task.task_id}
          />
        </>
      )}
    </>
  )
}
