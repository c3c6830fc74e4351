import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeMail } from './compose-mail.ts'
import { isAccepted, robotPost } from './robot-body.ts'
import { webhookHeaders } from './sign-webhook.ts'

test('a webhook is signed as the published vector of Standard Webhooks has it', () => {
  // The vector is from the libraries at github.com/standard-webhooks/standard-webhooks.
  const headers = webhookHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: 1_614_265_330_000,
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

const given = {
  address: 'https://robots.example.com/send?key=k1',
  content: 'Hello',
  phones: ['13812345678'],
  at: 1_700_000_000_123,
}
const secret = 'SEC0123456789abcdef'
/**
 * The signatures by the makers' published algorithms, computed outside our code:
 * printf '1700000000123\nSEC0123456789abcdef' | openssl dgst -sha256 -hmac SEC0123456789abcdef -binary | base64
 * printf '' | openssl dgst -sha256 -hmac "$(printf '1700000000\nSEC0123456789abcdef')" -binary | base64
 */
const signedBy = {
  dingtalk: 'V9VP5gL2WDsEZvZQHnbd9k4n+p56ibcLMh+WKMZRQas=',
  feishu: 'PiO7POLlSx/DM2qf8Dy/XCWeJK3exVnevp5G99LEN2M=',
}

test('a WeCom robot is sent its text with the phones it mentions, unsigned', () => {
  assert.deepEqual(robotPost({ ...given, maker: 'wecom', secret: undefined }), {
    url: given.address,
    body: { msgtype: 'text', text: { content: 'Hello', mentioned_mobile_list: ['13812345678'] } },
  })
})

test('a DingTalk robot is signed in the query, as its maker computes it', () => {
  const { url, body } = robotPost({ ...given, maker: 'dingtalk', secret })
  const query = new URL(url).searchParams
  assert.equal(query.get('key'), 'k1')
  assert.equal(query.get('timestamp'), '1700000000123')
  assert.equal(query.get('sign'), signedBy.dingtalk)
  assert.deepEqual(body, {
    msgtype: 'text',
    text: { content: 'Hello' },
    at: { atMobiles: ['13812345678'], isAtAll: false },
  })
})

test('a Feishu robot is signed in the body, with time and secret as the key of nothing', () => {
  const { url, body } = robotPost({ ...given, maker: 'feishu', secret })
  assert.equal(url, given.address)
  assert.deepEqual(body, {
    timestamp: '1700000000',
    sign: signedBy.feishu,
    msg_type: 'text',
    content: { text: 'Hello' },
  })
})

test('an error code in a body of status 200 is a failure, and a body of another kind is none of the maker’s', () => {
  assert.equal(isAccepted('wecom', '{"errcode":0,"errmsg":"ok"}'), true)
  assert.equal(isAccepted('wecom', '{"errcode":93000,"errmsg":"invalid webhook url"}'), false)
  assert.equal(isAccepted('dingtalk', '{"errcode":310000}'), false)
  assert.equal(isAccepted('feishu', '{"code":0}'), true)
  assert.equal(isAccepted('feishu', '{"StatusCode":0,"StatusMessage":"success"}'), true)
  assert.equal(isAccepted('feishu', '{"code":19021,"msg":"sign match fail"}'), false)
  for (const body of ['', 'OK', '{}', '<html>', '[]']) assert.equal(isAccepted('wecom', body), undefined, body)
})

test('text typed by a person makes neither markup nor a header of a mail', () => {
  const mail = composeMail({
    to: 'a@example.com',
    locale: 'zh',
    type: 'alarm',
    text: { title: 'Hot\r\nBcc: b@example.com', content: '<script>alert(1)</script>\n第二行' },
    key: '2026-11-01/7/9',
    host: 'example.com',
    consoleUrl: undefined,
  })
  assert.equal(mail.subject, '[告警] Hot Bcc: b@example.com')
  assert.ok(mail.html?.includes('<script>') === false)
  assert.ok(mail.text.includes('<script>alert(1)</script>\n第二行'))
  assert.equal(mail.messageId, '<2026-11-01.7.9@example.com>')
})
