/** Reports of tasks that former releases stored, as they are shown. */
import { expect, test } from 'vitest'
import { taskResponse, taskView } from '../../src/http/task-response'
import { EMPTY_RECORD, type TaskRecord } from '../../src/tasks/record'

const record: TaskRecord = {
  ...EMPTY_RECORD,
  task_id: 'tsk_1',
  account_id: 'acc_1',
  kind: 'transform',
  mode: 'live',
  created_at: 0,
  started_at: 0,
}

test('findings that a former release named otherwise have the names of the description', () => {
  const report = {
    optimization: {
      score: { before: 60, after: 90 },
      found: { torn_row: 2, lost_link: 1, too_wide: 1 },
      repaired: ['torn_row', 'too_wide'],
      left: { lost_link: 1 },
      findings: [{ kind: 'lonely_heading', place: 'torn_figure', measure: 1 }],
      cut_texts: ['torn_row'],
      model: 'not_needed',
    },
  }
  const view = taskView({ ...record, report: JSON.stringify(report) }, undefined)
  expect(view.optimization).toEqual({
    ...report.optimization,
    found: { split_row: 2, unprinted_link: 1, too_wide: 1 },
    repaired: ['split_row', 'too_wide'],
    left: { unprinted_link: 1 },
    findings: [{ kind: 'stranded_heading', place: 'torn_figure', measure: 1 }],
  })
  expect(taskResponse.safeParse(view).success).toBe(true)
})

test('a report without findings stays as it is', () => {
  expect(taskView({ ...record, report: '{"factur_x":"EN 16931"}' }, undefined).factur_x).toBe('EN 16931')
})
