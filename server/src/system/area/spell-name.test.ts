import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spellingOf } from './spell-name.ts'

const partsOf = (name: string, of: 'thing' | 'person' = 'thing') => {
  const [reading = '', initials = ''] = spellingOf(name, of).split('\u0001')
  return { syllables: reading.match(/[a-z]+/g)?.join(' ') ?? '', initials: initials.split(' ') }
}
const initialsOf = (name: string) => partsOf(name).initials
const readingOf = (name: string, of: 'thing' | 'person' = 'thing') => partsOf(name, of).syllables

test('a name without a Chinese character is not spelled', () => {
  for (const name of ['', 'Zeta', 'Łódź', '007', 'カフェ', '서울']) assert.equal(spellingOf(name), '', name)
})

test('initials leave out what is no letter, and keep letters and digits within a Chinese word', () => {
  assert.deepEqual(initialsOf('海底捞（浦东店）'), ['hdlpdd'])
  assert.deepEqual(initialsOf('Ａ8火锅'), ['a8hg'])
  assert.deepEqual(initialsOf('海底捞 Foods 火锅'), ['hdl', 'hg'])
})

test('a character of several readings gives the initials of each', () => {
  assert.deepEqual(initialsOf('重庆火锅').toSorted(), ['cqhg', 'zqhg'])
  assert.ok(initialsOf('长乐').includes('cl') && initialsOf('长乐').includes('zy'), initialsOf('长乐').join())
})

test('a name of sixty characters with several readings each has bounded initials', () => {
  const variants = initialsOf('重乐长行单'.repeat(12))
  assert.ok(variants.length <= 16, `${variants.length}`)
  assert.ok(variants.every((text) => text.length === 60))
})

test('a place is read as it calls itself, within a name too', () => {
  assert.equal(readingOf('重庆火锅'), 'chong qing huo guo')
  assert.equal(readingOf('乐清海鲜'), 'yue qing hai xian')
  assert.equal(readingOf('长春'), 'chang chun')
  assert.equal(readingOf('厦门'), 'xia men')
  assert.equal(readingOf('六安瓜片'), 'lu an gua pian')
  assert.equal(readingOf('番禺食堂'), 'pan yu shi tang')
  // The English name is not pinyin.
  assert.equal(readingOf('乌鲁木齐'), 'wu lu mu qi')
})

test('the first character of a person is read as a family name', () => {
  assert.equal(readingOf('单田', 'person'), 'shan tian')
  assert.equal(readingOf('曾国', 'person'), 'zeng guo')
})
