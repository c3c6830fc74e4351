import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTime } from '../../platform/format.ts'
import { plainValue } from './plain-value.ts'

test('a logged time stands in the reader’s zone, yes and no in words, a list of words in a line, and anything else as it is', () => {
  const words = { yes: 'Yes', no: 'No' }
  const shown = (value: unknown) => plainValue(value, words)
  for (const time of ['2026-11-29T17:35:22.585+00:00', '2026-11-29T17:35:22Z', '2026-11-29T17:35:22.5+08:00']) {
    assert.equal(shown(time), formatTime(time))
    assert.match(shown(time) ?? '', /^2026-11-\d\d \d\d:\d\d:\d\d$/)
  }
  assert.deepEqual([shown(true), shown(false)], ['Yes', 'No'])
  assert.equal(shown(['platform', 'agent']), 'platform, agent')
  for (const text of ['2026-11-29', 'at 2026-11-29T17:35:22Z', 'Night shift']) assert.equal(shown(text), text)
  for (const other of [12, { a: 1 }, [1, 2], [['a']]]) assert.equal(shown(other), undefined)
})
