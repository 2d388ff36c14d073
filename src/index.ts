/** The Worker: wiring only. */
import { app } from './app'
import { backgroundTools } from './jobs/background'
import { beginDelivery } from './jobs/errand'
import { joinLanes } from './jobs/lanes'
import { receive } from './jobs/queues'
import { sweep } from './jobs/sweep'
import { logFor } from './log'

export { Account } from './credits/account'
export { Errand } from './jobs/errand'
export { Lanes } from './jobs/lanes'
export { Pool } from './render/pool'

export default {
  fetch: app.fetch,
  async queue(batch, env) {
    await receive(batch, {
      ...backgroundTools(env, logFor(batch.queue)),
      enqueue: (tasks) => joinLanes(env, tasks),
      deliver: (deliveryId) => beginDelivery(env, deliveryId),
    })
  },
  async scheduled(_event, env) {
    const log = logFor('cron')
    const swept = await sweep(backgroundTools(env, log), (error) => log('sweep.failed', { error }))
    if (Object.values(swept).some((count) => count > 0)) log('sweep', swept)
  },
} satisfies ExportedHandler<Env>
