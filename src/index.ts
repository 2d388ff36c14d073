/** The Worker: wiring only. */
import { app } from './app'
import { backgroundTools } from './jobs/background'
import { dispatch } from './jobs/dispatcher'
import { receive } from './jobs/queues'
import { sweep } from './jobs/sweep'
import { logFor } from './log'

export { Account } from './credits/account'
export { Dispatcher } from './jobs/dispatcher'
export { TaskRunner } from './jobs/task-runner'
export { Pool } from './render/pool'

export default {
  fetch: app.fetch,
  async queue(batch, env) {
    await receive(batch, {
      ...backgroundTools(env, logFor(batch.queue)),
      dispatch: (queueClass, work) => dispatch(env, queueClass, work),
    })
  },
  async scheduled(_event, env) {
    const log = logFor('cron')
    const swept = await sweep(backgroundTools(env, log), (error) => log('sweep.failed', { error }))
    if (Object.values(swept).some((count) => count > 0)) log('sweep', swept)
  },
} satisfies ExportedHandler<Env>
