/** What time ends: files and tasks that are past the retention of their plan. Called by cron, once a minute. */

/** Tasks removed at a time; the next minute takes the next ones. */
const BATCH = 500

/** Removes what has expired at `now`; answers how many tasks that were. */
export async function sweep(env: Pick<Env, 'DB' | 'FILES'>, now: number): Promise<number> {
  const { results } = await env.DB.prepare(
    'SELECT task_id, file_key FROM tasks WHERE expires_at <= ? AND file_key IS NOT NULL LIMIT ?',
  )
    .bind(now, BATCH)
    .all<{ task_id: string; file_key: string }>()
  if (results.length === 0) return 0
  await env.FILES.delete(results.map(({ file_key }) => file_key))
  // The row stays as a tombstone without what the caller gave, so that the task's id goes on answering 410 (`expires_at` says why).
  const forget = env.DB.prepare(
    'UPDATE tasks SET file_key = NULL, file_name = NULL, metadata = NULL, warnings = NULL, report = NULL WHERE task_id = ?',
  )
  await env.DB.batch(results.map(({ task_id }) => forget.bind(task_id)))
  return results.length
}
