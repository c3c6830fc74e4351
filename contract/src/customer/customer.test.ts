import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatText } from '../text.ts'
import { areaRange } from '../system/area.rules.ts'
import { CustomerDraft } from './customer.model.ts'
import { zoneFault } from './customer.rules.ts'
import { customerText } from './customer.text.ts'
import { deepestDepartment } from './organisation.rules.ts'

test('a zone is wrong at the first level that does not lie within the one above', () => {
  const fault = (province: string, city: string, region: string) => zoneFault({ province, city, region })
  assert.equal(fault('', '', ''), undefined)
  assert.equal(fault('330000', '330100', '330106'), undefined)
  assert.equal(fault('330100', '', ''), 'province')
  assert.equal(fault('', '330100', '330106'), 'city')
  assert.equal(fault('330000', '330106', ''), 'city')
  assert.equal(fault('330000', '320500', '330106'), 'city')
  assert.equal(fault('330000', '330100', '330203'), 'region')
  assert.equal(fault('330000', '', '330106'), 'region')
})

test('a form reports a wrong zone at its field', () => {
  const { error } = CustomerDraft.safeParse({ name: 'Grand Quay Hotel', province: '330000', city: '320500' })
  assert.deepEqual(
    error?.issues.map(({ path, message }) => [path, message]),
    [[['city'], 'customer.wrongZone']],
  )
})

test('a zone filter matches everything within the narrowest code given', () => {
  assert.equal(areaRange({}), undefined)
  assert.deepEqual(areaRange({ province: '330000' }), { from: 330000, to: 339999 })
  assert.deepEqual(areaRange({ province: '330000', city: '330100' }), { from: 330100, to: 330199 })
  assert.deepEqual(areaRange({ city: '330100', region: '330106' }), { from: 330106, to: 330106 })
})

test('the deepest department given decides', () => {
  assert.equal(deepestDepartment({}), undefined)
  assert.deepEqual(deepestDepartment({ department1: '1', department3: '7' }), { field: 'department3', id: '7' })
})

test('a customer in use is named with the records it still has', () => {
  const refusalTexts = (devices: number, accounts: number, others: number, below = 0) =>
    (['en', 'zh'] as const).map((locale) =>
      formatText(customerText['customer.inUse'], locale, { name: 'Grand Quay', devices, accounts, below, others }),
    )
  assert.deepEqual(refusalTexts(1, 0, 0), ['Grand Quay still has 1 device', '“Grand Quay”名下还有 1 台设备'])
  assert.deepEqual(refusalTexts(2, 1, 0), [
    'Grand Quay still has 2 devices and 1 account',
    '“Grand Quay”名下还有 2 台设备、1 个账号',
  ])
  assert.deepEqual(refusalTexts(0, 3, 2), [
    'Grand Quay still has 3 accounts, and so do 2 more. Nothing was deleted',
    '“Grand Quay”名下还有 3 个账号，另有 2 个也未清空，均未删除',
  ])
  assert.deepEqual(refusalTexts(1, 1, 0, 2), [
    'Grand Quay still has 1 device, 1 account and 2 organisations below it',
    '“Grand Quay”名下还有 1 台设备、1 个账号、2 个下级组织',
  ])
})
