/**
 * `npm run deploy -- --env NAME`: brings the service to an environment of the Cloudflare account that wrangler is logged
 * in to, step by step (`deploy/pipeline.mjs`). It may be repeated at any time, and goes on where an interrupted run
 * stood. `docs/operate/deploy.md` has the rest.
 */
import './require-node.mjs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './browser.mjs'
import { environmentNamed } from './deploy/environments.mjs'
import { DeploymentFailed, deploy } from './deploy/pipeline.mjs'
import { createTools } from './deploy/tools.mjs'

const USAGE = `npm run deploy -- --env NAME

  --env NAME       the environment, as listed in scripts/deploy/environments.mjs
  --url ADDRESS    where the service is reached, if it has no domain and was first deployed from another machine
  --watch MINUTES  how long a new version is watched at 5 % of the traffic; default 5
  --no-check       leave out types and lint, which CI has checked`

/** Minutes that a new version is watched at a small share of the traffic. */
const WATCH_MINUTES = '5'

process.exitCode = await main()

async function main() {
  try {
    const { values } = parseArgs({
      options: {
        env: { type: 'string' },
        url: { type: 'string' },
        watch: { type: 'string', default: WATCH_MINUTES },
        'no-check': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) {
      console.log(USAGE)
      return 0
    }
    const { env, url } = values
    const environment = environmentNamed(env)
    const watchMinutes = Number(values.watch)
    if (!(watchMinutes >= 0)) throw new Error(`--watch ${values.watch} is no number of minutes`)
    const folder = process.env.PLATEN_DEPLOY_FOLDER ?? root
    const tools = createTools({ env, environment, url, check: !values['no-check'], folder })
    try {
      welcome(await deploy({ env, environment, tools, watchMinutes }))
    } finally {
      tools.close()
    }
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (!(error instanceof DeploymentFailed))
      console.error('\nNothing is lost: repair the cause and run the same command again.')
    return 1
  }
}

/** @param {import('./deploy/pipeline.mjs').Deployment} deployment */
function welcome({ env, url, candidate, tools }) {
  const secrets = path.relative(root, tools.keptSecrets) || tools.keptSecrets
  console.log(`
Platen ${env} is up at ${url} (version ${candidate})

  Account    . ${secrets}; ADMIN_TOKEN=$ADMIN_TOKEN PLATEN_URL=${url} npm run platen -- account create --name Acme --plan Pro --credits 500
  Try it     curl -sS ${url}/v1/transform -H 'X-API-Key: plt_live_…' -H 'Content-Type: application/json' -d '{"html":"<h1>Hello, paper</h1><p>Printed by Platen.</p>"}' -o hello.pdf
  API        ${url}/openapi.json
`)
}
