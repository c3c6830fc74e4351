import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTime } from '../../../platform/format.ts'
import { fieldText, heldText } from './change-words.ts'

test('a change names its field in words, and a tag by its key', () => {
  assert.equal(fieldText('boundUsers', 'zh'), '绑定用户')
  assert.equal(fieldText('logAsked', 'en'), 'Device log')
  assert.equal(fieldText('tags.room', 'en'), 'Tag room')
  assert.equal(fieldText('tags.room', 'zh'), '标签 room')
})

test('the previous value of a field is written in words where it is stored as a choice or an instant', () => {
  assert.equal(heldText('logAsked', 'on', 'zh'), '开启')
  assert.equal(heldText('logAsked', 'off', 'en'), 'Off')
  assert.equal(heldText('channelType', 'distributor', 'zh'), '经销商')
  assert.equal(heldText('installedAt', '2025-05-21T01:05:00Z', 'en'), formatTime('2025-05-21T01:05:00Z'))
  assert.equal(heldText('installedAt', '', 'en'), '')
})

test('a text written by a person is shown unchanged, even if it looks like something else', () => {
  assert.equal(heldText('note', '2025-05-21T01:05:00Z', 'en'), '2025-05-21T01:05:00Z')
  assert.equal(heldText('tags.mode', 'on', 'zh'), 'on')
})
