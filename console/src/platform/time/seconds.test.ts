import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSeconds } from './seconds.ts'

test('seconds of a device are written exactly, without the parts that are 0', () => {
  const both = (seconds: number) => [formatSeconds(seconds, 'en'), formatSeconds(seconds, 'zh')]
  assert.deepEqual(both(5025), ['1 h 23 min 45 s', '1 小时 23 分 45 秒'])
  assert.deepEqual(both(120), ['2 min', '2 分钟'])
  assert.deepEqual(both(3600), ['1 h', '1 小时'])
  assert.deepEqual(both(0), ['0 s', '0 秒'])
})
