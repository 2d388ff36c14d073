/**
 * The functions that run inside the page, under one roof: they are sent as text, see nothing from outside themselves
 * and reach each other through the kit that is passed to them.
 */
import * as auditing from './audit'
import * as blocks from './blocks'
import * as columns from './columns'
import * as legible from './contrast'
import * as notebook from './finding-collector'
import * as bars from './fixed-elements'
import * as flow from './flow'
import * as geometry from './geometry'
import * as closed from './hidden-content'
import * as outline from './outline'
import * as wide from './overflow'
import * as torn from './page-breaks'
import * as harm from './regressions'
import * as repair from './repair'
import * as frames from './scroll-containers'
import * as memory from './state'
import * as tables from './tables'
import { UNCLOBBERED_DOCUMENT } from './unclobbered-document'
import * as survey from './walk-elements'

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
  return `(()=>{const __name=f=>f,document=${UNCLOBBERED_DOCUMENT},kit={${members.join(',\n')}};return kit.${name}(kit,${values})})()`
}
