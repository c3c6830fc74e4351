import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coloursOf } from './curve-plan.ts'

test('chamber, core and cabinet keep their colours whatever is drawn beside them, in whatever order', () => {
  const alone = coloursOf(['ChamberTemp', 'CoreTemp'])
  const among = coloursOf(['Rssi', 'CoreTemp', 'PowerDraw', 'ChamberTemp', 'SetTemp', 'CabinetTemp'])
  for (const identifier of ['ChamberTemp', 'CoreTemp']) assert.equal(among.get(identifier), alone.get(identifier))
  assert.deepEqual([alone.get('ChamberTemp'), among.get('CabinetTemp')], ['--heat', '--cold'])
  assert.equal(new Set(among.values()).size, 6)
})
