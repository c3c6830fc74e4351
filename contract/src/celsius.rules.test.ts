import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCelsius } from './celsius.rules.ts'

test('degrees Celsius are known by both of their spellings, and nothing else is', () => {
  for (const unit of ['°C', '℃', '° C']) assert.equal(isCelsius(unit), true, unit)
  for (const unit of ['°F', '℉', 'C', 'K', '%', '', undefined]) assert.equal(isCelsius(unit), false, String(unit))
})
