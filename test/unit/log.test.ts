import { expect, it } from 'vitest'
import { loggedPath } from '../../src/log'

it.each([
  ['/files/tsk_1/Dismissal of A. Person.pdf', '/files/tsk_1'],
  ['/files/tsk_1/a/b.pdf', '/files/tsk_1'],
  ['/files/A. Person.pdf', '/files'],
  ['/files', '/files'],
  ['/v1/status/tsk_1', '/v1/status/tsk_1'],
  ['/v1/keys/plt_live_Abc123/rotate', '/v1/keys/plt_live_…/rotate'],
  ['/docs/whsec_abc+/x', '/docs/whsec_…/x'],
])('The log names %s as %s: the names of files are the callers’ own.', (path, logged) => {
  expect(loggedPath(path)).toBe(logged)
})
