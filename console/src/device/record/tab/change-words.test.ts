import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTime } from '../../../platform/format.ts'
import { sayField, sayHeld } from './change-words.ts'

test('a change names its field in words, and a tag by its key', () => {
  assert.equal(sayField('boundUsers', 'zh'), '绑定用户')
  assert.equal(sayField('logAsked', 'en'), 'Device log')
  assert.equal(sayField('tags.room', 'en'), 'Tag room')
  assert.equal(sayField('tags.room', 'zh'), '标签 room')
})

test('the previous value of a field is written in words where it is stored as a choice or an instant', () => {
  assert.equal(sayHeld('logAsked', 'on', 'zh'), '开启')
  assert.equal(sayHeld('logAsked', 'off', 'en'), 'Off')
  assert.equal(sayHeld('channelType', 'distributor', 'zh'), '经销商')
  assert.equal(sayHeld('installedAt', '2025-05-21T01:05:00Z', 'en'), formatTime('2025-05-21T01:05:00Z'))
  assert.equal(sayHeld('installedAt', '', 'en'), '')
})

test('a text written by a person is shown unchanged, even if it looks like something else', () => {
  assert.equal(sayHeld('note', '2025-05-21T01:05:00Z', 'en'), '2025-05-21T01:05:00Z')
  assert.equal(sayHeld('tags.mode', 'on', 'zh'), 'on')
})
