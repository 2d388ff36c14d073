/**
 * Imported first by what people start by hand: a Node that lacks what this code is written in ends in one sentence, and
 * not in a stack trace. `npm start` and the other npm scripts run on the Node that `npm ci` brings, whatever the machine has.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 11)) {
  console.error(
    `Platen needs Node 20.11 or later, and this is Node ${process.versions.node}: after "npm ci", "npm start" runs on the Node 24 that it brings.`,
  )
  process.exit(1)
}
