/**
 * The functions that run inside the page, under one roof: they are sent as text, see nothing from outside themselves
 * and reach each other through the kit that is passed to them.
 */
import * as auditing from './audit'
import * as bars from './bars'
import * as blocks from './blocks'
import * as closed from './closed'
import * as columns from './columns'
import * as flow from './flow'
import * as frames from './frames'
import * as geometry from './geometry'
import * as harm from './harm'
import * as legible from './legible'
import * as memory from './memory'
import * as notebook from './notebook'
import * as outline from './outline'
import * as repair from './repair'
import * as survey from './survey'
import * as tables from './tables'
import * as torn from './torn'
import * as wide from './wide'

const kit = {
  ...auditing,
  ...bars,
  ...blocks,
  ...closed,
  ...columns,
  ...flow,
  ...frames,
  ...geometry,
  ...harm,
  ...legible,
  ...memory,
  ...notebook,
  ...outline,
  ...repair,
  ...survey,
  ...tables,
  ...torn,
  ...wide,
}
export type Kit = typeof kit

/** What can be asked of the page: functions whose first argument is the kit. */
type Question = 'audit' | 'attempt' | 'undo' | 'outline'
type Rest<Function> = Function extends (kit: Kit, ...rest: infer Arguments) => unknown ? Arguments : never

/** The text that runs one of them; bundlers wrap functions in `__name`, which a page does not have. */
export function inKit<Name extends Question>(name: Name, ...args: Rest<Kit[Name]>): string {
  const members = Object.entries(kit).map(([key, value]) => `${key}:${value}`)
  const values = args.map((arg) => JSON.stringify(arg)).join(',')
  return `(()=>{const __name=f=>f;const kit={${members.join(',\n')}};return kit.${name}(kit,${values})})()`
}
