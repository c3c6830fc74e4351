import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { endpoints, get, nothing, post, type ReplyOf, type RequestOf } from './endpoint.ts'
import { allEndpoints } from './catalogue.ts'
import { Email, Flag, Password, Phone, filter, largestInteger } from './field.ts'
import { messagesByPath } from './field-message.ts'
import { pickLocale } from './locale.ts'
import { defaultPageSize, pageOf, searchOf } from './paging.ts'
import { formatText, texts } from './text.ts'
import { matchTopic, topic, topicName } from './topic.ts'

const Row = z.object({ id: z.string(), name: z.string() })
const Search = searchOf({ keyword: filter(z.string()), online: filter(Flag) }, ['name'])
const api = endpoints('sample', {
  list: get('/web/sample/page', {
    access: 'sample:view',
    summary: { en: 'List', zh: '列表' },
    query: Search,
    reply: pageOf(Row),
  }),
  remove: post('/web/sample/delete', {
    access: 'sample:delete',
    summary: { en: 'Delete', zh: '删除' },
    body: z.strictObject({ id: z.string() }),
    reply: nothing,
  }),
})

test('an endpoint knows its domain, its name and its full path', () => {
  assert.deepEqual(
    [api.list.domain, api.list.name, api.list.path, api.list.method],
    ['sample', 'list', '/api/web/sample/page', 'GET'],
  )
})

const Shape = z.object({
  properties: z
    .record(
      z.string(),
      z.object({
        type: z.unknown().optional(),
        maximum: z.number().optional(),
        enum: z.array(z.number()).optional().catch(undefined),
      }),
    )
    .optional(),
})

test('a whole number in a request has a limit that the database can hold', () => {
  const given = allEndpoints.flatMap(({ domain, name, query, body }) =>
    [query, body].flatMap((schema) => {
      const { properties = {} } = Shape.parse(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
      return Object.entries(properties)
        .filter(([, { type }]) => type === 'integer')
        .map(([field, { maximum, enum: some = [Infinity] }]) => ({
          field: `${domain}.${name} ${field}`,
          maximum: maximum ?? Math.max(...some),
        }))
    }),
  )
  assert.ok(given.length > 20, `${given.length} found`)
  assert.deepEqual(
    given.filter(({ maximum }) => maximum > largestInteger),
    [],
  )
})

test('a misspelt filter does not compile, and is refused', () => {
  const requested: RequestOf<typeof api.list> = { keyword: 'oven', pageNum: 2 }
  // @ts-expect-error -- there is no such filter
  const misspelt: RequestOf<typeof api.list> = { keywrod: 'oven' }
  assert.ok(Search.safeParse(requested).success)
  assert.ok(!Search.safeParse(misspelt).success)
})

test('a reply of another shape does not compile', () => {
  const page: ReplyOf<typeof api.list> = { list: [{ id: '1', name: 'Pass oven' }], total: 1, pageNum: 1, pageSize: 10 }
  // @ts-expect-error -- a row has a name
  const wrong: ReplyOf<typeof api.list> = { list: [{ id: '1' }], total: 1, pageNum: 1, pageSize: 10 }
  assert.notDeepEqual(page, wrong)
})

test('a text without one of the languages, or with other parameters in one, does not compile', () => {
  const words = texts('sample', {
    hello: { en: 'Hello', zh: '你好' },
    left: { en: (p: { n: number }) => `${p.n} left`, zh: (p: { n: number }) => `剩余 ${p.n}` },
  })
  assert.equal(formatText(words['sample.left'], 'zh', { n: 3 }), '剩余 3')
  // @ts-expect-error -- Chinese is missing
  texts('sample', { hello: { en: 'Hello' } })
  // @ts-expect-error -- the languages take different parameters
  texts('sample', { left: { en: (p: { n: number }) => `${p.n} left`, zh: (p: { m: string }) => `剩余 ${p.m}` } })
})

test('page sizes are 10, 25, 50 and 80, the default 10 from page 1; others are refused (spec 9)', () => {
  assert.deepEqual(Search.parse({}), { pageNum: 1, pageSize: defaultPageSize })
  for (const pageSize of [10, 25, 50, 80]) assert.equal(Search.parse({ pageSize: String(pageSize) }).pageSize, pageSize)
  for (const pageSize of [0, 11, 100, 1000]) assert.ok(!Search.safeParse({ pageSize }).success)
  assert.ok(!Search.safeParse({ pageNum: 0 }).success)
})

test('a list is ordered by the columns it names, either way, and by no other', () => {
  assert.ok(Search.safeParse({ sort: 'name' }).success && Search.safeParse({ sort: '-name' }).success)
  assert.ok(!Search.safeParse({ sort: 'password' }).success)
})

test('an empty filter in a URL is none', () => {
  assert.deepEqual(Search.parse({ keyword: '', online: '' }), {
    pageNum: 1,
    pageSize: 10,
    keyword: undefined,
    online: undefined,
  })
  assert.equal(Search.parse({ online: 'false' }).online, false)
})

test('a phone number has 11 digits, starts with 1, its second digit 3 to 9 (spec 5)', () => {
  for (const phone of ['13800138000', '19912345678']) assert.ok(Phone.safeParse(phone).success, phone)
  for (const phone of ['12800138000', '1380013800', '138001380001', '+8613800138000', '1380013800a'])
    assert.ok(!Phone.safeParse(phone).success, phone)
})

test('an e-mail address may be left out, but not be malformed (spec 5)', () => {
  for (const email of ['', 'lin.wei@example.com']) assert.ok(Email.safeParse(email).success, email)
  for (const email of ['lin.wei', 'a@b', '@example.com', 'a b@example.com'])
    assert.ok(!Email.safeParse(email).success, email)
})

test('a password has 6 to 14 letters or digits and nothing else (spec 5)', () => {
  for (const password of ['abcdef', 'ABCdef12345678']) assert.ok(Password.safeParse(password).success, password)
  for (const password of ['abcde', 'abcdefghijklmno', 'abc def', 'abcdef!', '密码密码密码'])
    assert.ok(!Password.safeParse(password).success, password)
})

test('a refused field has its reason in the caller’s language, at its path', () => {
  const Draft = z.strictObject({ name: z.string().min(1).max(5), phone: Phone, size: z.number() })
  const issues =
    Draft.safeParse({ name: 'too long a name', phone: '1', extra: 1 }, { reportInput: true }).error?.issues ?? []
  assert.deepEqual(messagesByPath(issues, 'en'), {
    name: 'Use at most 5 characters',
    phone: 'Enter an 11-digit mobile number that starts with 13 to 19',
    size: 'This cannot be empty',
    extra: 'Not known here: extra',
  })
  assert.equal(messagesByPath(issues, 'zh')['size'], '不能为空')
})

test('the language is the caller’s first one that we support, otherwise English (spec 9)', () => {
  assert.equal(pickLocale('zh-CN,zh;q=0.9,en;q=0.8'), 'zh')
  assert.equal(pickLocale('de-DE,de;q=0.9,zh;q=0.4,en;q=0.5'), 'en')
  assert.equal(pickLocale('zh;q=0,en;q=0.1'), 'en')
  assert.equal(pickLocale('fr'), 'en')
  assert.equal(pickLocale(undefined), 'en')
})

test('a topic is made from its places and recognised by them', () => {
  const reply = topic('up', '/sys/{productKey}/{deviceName}/thing/service/{service}_reply', z.unknown())
  const at = { productKey: 'a1', deviceName: 'oven', service: 'Start' }
  assert.equal(topicName(reply, at), '/sys/a1/oven/thing/service/Start_reply')
  assert.deepEqual(matchTopic(reply, topicName(reply, at)), at)
  for (const other of [
    '/sys/a1/oven/thing/service/Start',
    '/sys/a1/oven/thing/service/_reply',
    '/sys/a1/oven/x/thing/service/Start_reply',
    '',
  ]) {
    assert.equal(matchTopic(reply, other), null, other)
  }
})
