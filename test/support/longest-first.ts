/** The order of test files: as vitest has it, but those first that would end long after all others if they began late. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long and are small, for which vitest takes them to be short until it has run them. */
const LONGEST = [
  ...['upgrade/releases', 'exhaustive-e2e/deploy', 'oracles/description', 'worker/task-faults'],
  ...['browser/template-text', 'browser/transform/warnings', 'browser/transform/kept-tabs'],
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(`test/${name}.test.ts`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
