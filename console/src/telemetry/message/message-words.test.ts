import assert from 'node:assert/strict'
import { test } from 'node:test'
import { downTopics, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { gatewayUpTopics, lifecycleDownTopics } from '@brigade/contract/link/gateway.topics.ts'
import { locales } from '@brigade/contract/locale.ts'
import { codeText, topicText } from './message-words.ts'

const patterns = [
  ...Object.values(upTopics),
  ...Object.values(downTopics),
  ...Object.values(gatewayUpTopics),
  ...Object.values(lifecycleDownTopics),
].map(({ pattern }) => pattern)

test('each topic of the link has a description of its messages in both languages', () => {
  assert.ok(patterns.length > 60)
  const untranslated = patterns
    .map((pattern) => pattern.replaceAll(/\{\w+\}/g, 'some'))
    .filter((name) => locales.some((locale) => topicText(name, locale) === ''))
  assert.deepEqual(untranslated, [])
  assert.equal(topicText('/some/some/user/own', 'en'), '')
})

test('a topic has its own description and not that of a shorter topic', () => {
  assert.equal(topicText('/sys/pk/dn/thing/event/property/pack/post_reply', 'zh'), '网关打包上报')
  assert.equal(topicText('/sys/pk/dn/thing/list/found', 'zh'), '发现子设备')
  assert.equal(topicText('/sys/pk/dn/thing/job/get', 'zh'), '设备任务')
  assert.equal(topicText('/ext/error/pk/dn', 'zh'), '错误通知')
})

test('a code on the topics of the shadow has the meaning of the shadow', () => {
  const [post, shadow] = ['/sys/pk/dn/thing/event/property/post', '/shadow/update/pk/dn']
  assert.equal(codeText({ topic: post, code: 400 }, 'en'), '400 · internal error')
  assert.equal(codeText({ topic: shadow, code: 400 }, 'en'), '400 · not valid JSON')
  assert.equal(codeText({ topic: shadow, code: 409 }, 'zh'), '409 · version 不高于影子的当前版本')
  assert.equal(codeText({ topic: shadow, code: 200 }, 'zh'), '200 · 成功')
  assert.equal(codeText({ topic: post, code: 6401 }, 'zh'), '6401 · 未挂接在该网关下')
})

test('a code that is specific to a device is shown alone', () => {
  assert.equal(codeText({ topic: '/sys/pk/dn/thing/service/property/set_reply', code: 100_042 }, 'en'), '100042')
  assert.equal(codeText({ topic: '/sys/pk/dn/thing/event/property/post', code: null }, 'en'), '')
})
