/** One task: what it made, what it lost, and what can be done with it. */
import type { Task } from '../../clients/typescript/src/schemas'
import { go } from '../shell/address'
import { Copy } from '../shell/copy'
import { Facts } from '../shell/facts'
import { sentenceOf } from '../shell/fault-words'
import { saveDocument } from '../shell/file'
import { sizeOf, timeOf } from '../shell/format'
import { Head } from '../shell/page'
import { Picture } from '../shell/picture'
import { aboutError, Problem, wordsOf } from '../shell/problem'
import type { Session } from '../shell/session'
import { State } from '../shell/state'
import { deleteLater, toast } from '../shell/toast'
import { useAnswer } from '../shell/use-answer'
import { TEXTS } from '../texts'
import { CustomerLink } from './customer-link'

export function OneTask({ session, id }: { session: Session; id: string }) {
  const found = useAnswer((signal) => session.platen.task(id, { signal }), [session.key, id])
  const task = found.value
  const words = TEXTS.tasks
  const remove = () => {
    go('#/tasks')
    deleteLater(
      words.deleted,
      () => session.platen.deleteTask(id),
      () => go(`#/tasks/${id}`),
    )
  }
  const download = () =>
    session.platen
      .download({ task_id: id })
      .then((file) => saveDocument(file, 'document.pdf'))
      .catch((error) => toast(wordsOf(error), { isError: true }))
  return (
    <>
      <Head title={task ? (TEXTS.kinds[task.kind] ?? task.kind) : words.task} lead={id}>
        {task?.download_url && (
          <button type="button" onClick={download}>
            {words.download}
          </button>
        )}
        <Copy label={words.copyId} text={id} />
        {task && (
          <button type="button" class="quiet" onClick={remove}>
            {words.delete}
          </button>
        )}
      </Head>
      <Problem error={found.error} onRetry={found.again} />
      {task && <Shown session={session} task={task} />}
    </>
  )
}

function Shown({ session, task }: { session: Session; task: Task }) {
  const words = TEXTS.tasks
  const isPdf = task.status === 'completed' && task.pages !== undefined && task.download_url !== undefined
  return (
    <div class="two">
      <div>
        <Facts
          facts={[
            [words.status, <State key="state" state={task.status} />],
            [
              words.why,
              task.error && (
                <span key="why">
                  {task.error.message} <a href={aboutError(task.error.code)}>{TEXTS.aboutError}</a>
                </span>
              ),
            ],
            [words.made, timeOf(task.created_at)],
            [words.ended, task.completed_at && timeOf(task.completed_at)],
            [words.pages, task.pages],
            [words.size, task.bytes !== undefined ? sizeOf(task.bytes) : undefined],
            [words.credits, task.credits_charged],
            [words.conformance, task.conformance?.level],
            [words.eInvoice, task.factur_x],
            [words.kept, task.expires_at && timeOf(task.expires_at)],
            [
              words.batch,
              task.batch_id && (
                <a href={`#/batches/${task.batch_id}`}>
                  <code>{task.batch_id}</code>
                </a>
              ),
            ],
            [
              words.score,
              task.optimization &&
                words.scores(task.optimization.score.before, task.optimization.score.after),
            ],
          ]}
        />
        {task.warnings && task.warnings.length > 0 && (
          <section>
            <h2>{TEXTS.warnings}</h2>
            <ul class="plain-list">
              {task.warnings.map((warning) => (
                <li key={warning}>{sentenceOf(warning)}</li>
              ))}
            </ul>
          </section>
        )}
        {task.metadata && (
          <section>
            <h2>{words.metadata}</h2>
            <pre>{JSON.stringify(task.metadata, null, 2)}</pre>
          </section>
        )}
        {isShown(task) && <CustomerLink session={session} task={task} />}
      </div>
      {isPdf && (
        <Picture
          alt={TEXTS.page}
          ask={() => session.platen.pagePicture(task.task_id, 1, { width: 1000 })}
          on={[task.task_id]}
        />
      )}
    </div>
  )
}

/** Whether browsers show what it made: PDFs and pictures, but no ZIP. */
function isShown({ kind, download_url: url }: Task): boolean {
  return kind !== 'inspect' && kind !== 'invoice_check' && !!url && !/\.zip(?:\?|$)/.test(url)
}
