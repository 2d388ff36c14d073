/** The Worker: wiring only. */
import { app } from './app'
import { taskDatabase, taskDatabases } from './databases'
import { logFor } from './log'
import { watchService } from './metrics/watch'
import { backgroundDependencies } from './queue/background-dependencies'
import { dispatch } from './queue/dispatcher'
import { handleBatch } from './queue/queue-handler'
import { sweep } from './queue/sweep'

export { Account } from './accounts/account-object'
export { Pool } from './browser/pool'
export { Dispatcher } from './queue/dispatcher'
export { TaskRunner } from './queue/task-runner'

export default {
  fetch: app.fetch,
  async queue(batch, env) {
    await handleBatch(batch, {
      ...backgroundDependencies(env, logFor(batch.queue), env.DB),
      database: (taskId) => taskDatabase(env, taskId),
      dispatch: (queueClass, work) => dispatch(env, queueClass, work),
    })
  },
  async scheduled(_event, env) {
    const log = logFor('cron')
    const failed = (error: unknown) => log('sweep.failed', { error })
    await Promise.all(
      taskDatabases(env).map(async (db, database) => {
        const swept = await sweep(backgroundDependencies(env, log, db), failed)
        if (Object.values(swept).some((count) => count > 0)) log('sweep', { database, ...swept })
      }),
    )
    await watchService(env, log)
  },
} satisfies ExportedHandler<Env>
