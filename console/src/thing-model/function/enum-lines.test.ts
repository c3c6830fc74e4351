import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemsInLines } from './enum-lines.ts'

const read = (text: string, taken: { value: string; en: string; zh: string }[] = []) =>
  itemsInLines(
    text,
    taken.map((item, index) => ({ key: String(index), ...item })),
  ).map(({ value, en, zh }) => [value, en, zh])

test('reads value, English and Chinese from a line, whatever the separator', () => {
  assert.deepEqual(read('0,Standby,待机\n1\tPreheating\t预热\n2；Cooking；烹饪\n-1：Off：关机'), [
    ['0', 'Standby', '待机'],
    ['1', 'Preheating', '预热'],
    ['2', 'Cooking', '烹饪'],
    ['-1', 'Off', '关机'],
  ])
})

test('puts the two languages where they belong, and one label into both', () => {
  assert.deepEqual(read('0,待机,Standby\n1,Eco'), [
    ['0', 'Standby', '待机'],
    ['1', 'Eco', 'Eco'],
  ])
})

test('continues counting from the existing values if a line has no value', () => {
  assert.deepEqual(read('Rinse,冲洗\nDry,烘干', [{ value: '4', en: 'Wash', zh: '清洗' }]), [
    ['5', 'Rinse', '冲洗'],
    ['6', 'Dry', '烘干'],
  ])
})

test('leaves out empty lines, and values that are there already', () => {
  assert.deepEqual(read('\n4,Again,再次\n\n5,New,新\n5,Twice,两次\n', [{ value: '4', en: 'Wash', zh: '清洗' }]), [
    ['5', 'New', '新'],
  ])
})
