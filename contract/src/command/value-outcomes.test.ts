import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CommandRow } from './command.model.ts'
import { valueOutcomeWords } from './value-outcomes.ts'

test('where the values of a command have different outcomes they are listed by outcome, in both languages', () => {
  const outcomes = { SetPoint: 'written', Light: 'unknown', Standby: 'notWritten', Label: 'written' } as const
  const en = ['Written: SetPoint, Label', 'Not written: Standby', 'Unknown: Light']
  assert.deepEqual(valueOutcomeWords(outcomes, 'en'), en)
  assert.deepEqual(valueOutcomeWords(outcomes, 'zh'), ['已写入：SetPoint、Label', '未写入：Standby', '未知：Light'])
})

test('where all values have one outcome, or none has any, nothing is listed', () => {
  const same: readonly CommandRow['valueOutcomes'][] = [
    { SetPoint: 'unknown' },
    { SetPoint: 'written', Light: 'written' },
    {},
    null,
  ]
  for (const alike of same) assert.deepEqual(valueOutcomeWords(alike, 'en'), [])
})
