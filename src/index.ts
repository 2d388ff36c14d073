/** The Worker: wiring only. */
import { app } from './app'
import { sweep } from './jobs/sweep'
import { logFor } from './log'

export { Account } from './credits/account'
export { Pool } from './render/pool'

export default {
  fetch: app.fetch,
  async scheduled(_event, env) {
    const swept = await sweep(env, Date.now())
    if (swept > 0) logFor('cron')('sweep', { tasks: swept })
  },
} satisfies ExportedHandler<Env>
