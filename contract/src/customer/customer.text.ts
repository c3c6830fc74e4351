import { texts } from '../text.ts'

type InUse = { name: string; devices: number; accounts: number; others: number }

export const customerText = texts('customer', {
  unknown: { en: 'There is no such customer', zh: '客户不存在', status: 404 },
  unknownOrganisation: { en: 'There is no such organisation', zh: '组织不存在', status: 404 },
  nameTaken: { en: 'There is a customer of this name there already', zh: '该组织下已有同名客户', status: 422 },
  wrongParent: { en: 'A customer cannot stand under another customer', zh: '客户不能隶属于另一个客户', status: 422 },
  unknownParent: {
    en: 'There is no such organisation, or no customer may stand under it',
    zh: '上级组织不存在，或其下不能设客户',
  },
  ambiguousParent: {
    en: 'Several organisations have this name: give them different ones, or add the customer by hand',
    zh: '有多个组织使用该名称，请先区分名称，或手动新增该客户',
  },
  twiceInFile: {
    en: (p: { row: number }) => `Row ${p.row} of this file already has this name for the same organisation`,
    zh: (p: { row: number }) => `与本文件第 ${p.row} 行重复：同一组织下名称相同`,
  },
  unknownArea: { en: 'There is no such area, or several have this name', zh: '该地区不存在，或名称不唯一' },
  wrongZone: { en: 'Province, city and region do not fit together', zh: '省、市、区不匹配', status: 422 },
  changedSince: {
    en: 'Somebody has changed this customer since you opened it. Load it again to see the change',
    zh: '该客户已被他人修改，请重新载入后再编辑',
    status: 409,
  },
  own: {
    en: 'You cannot delete, disable or move the organisation you belong to',
    zh: '不能删除、停用或移动您所属的组织',
    status: 422,
  },
  // Of several in use it names the first; each one stands at its place in `fields`.
  inUse: {
    en: ({ name, devices, accounts, others }: InUse) =>
      `${name} still has ${[
        devices > 0 ? `${devices} ${devices === 1 ? 'device' : 'devices'}` : '',
        accounts > 0 ? `${accounts} ${accounts === 1 ? 'account' : 'accounts'}` : '',
      ]
        .filter(Boolean)
        .join(' and ')}${others > 0 ? `, and so have ${others} more. Nothing was deleted` : ''}`,
    zh: ({ name, devices, accounts, others }: InUse) =>
      `“${name}”名下还有 ${[devices > 0 ? `${devices} 台设备` : '', accounts > 0 ? `${accounts} 个账号` : '']
        .filter(Boolean)
        .join('、')}${others > 0 ? `，另有 ${others} 个客户也未清空，均未删除` : ''}`,
    status: 409,
  },
})
