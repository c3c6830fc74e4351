import type { Locale, Words } from '@brigade/contract/locale.ts'
import type { TableColumn } from '../../platform/excel/table.ts'
import { areaNames } from '../../system/area/areas.ts'
import type { StoredCustomer } from '../customer.store.ts'

/** The columns of an import: those of a template, and the first of an export. */
export const importHeads = {
  name: { en: 'Name', zh: '客户名称' },
  parent: { en: 'Organisation', zh: '所属组织' },
  principal: { en: 'Person in charge', zh: '负责人' },
  contact: { en: 'Contact', zh: '联系方式' },
  province: { en: 'Province', zh: '省' },
  city: { en: 'City', zh: '市' },
  region: { en: 'Region', zh: '区县' },
  address: { en: 'Address', zh: '详细地址' },
  note: { en: 'Note', zh: '备注' },
} as const satisfies Readonly<Record<string, Words>>
export type ImportColumn = keyof typeof importHeads

/** Columns of an export only. An import recognises and ignores them, so that an exported file can be imported. */
export const exportHeads = {
  state: { en: 'State', zh: '状态' },
  devices: { en: 'Devices', zh: '设备数' },
  createdAt: { en: 'Added', zh: '添加时间' },
} as const satisfies Readonly<Record<string, Words>>

const enabledWords = { en: 'Enabled', zh: '已启用' }
const disabledWords = { en: 'Disabled', zh: '已停用' }

/** The columns of an export, with the names of areas and states in a language. */
export function customerColumns(locale: Locale): readonly TableColumn<StoredCustomer>[] {
  const text = (head: Words, value: (customer: StoredCustomer) => string): TableColumn<StoredCustomer> => ({
    head,
    type: 'text',
    value,
  })
  const area = (code: string) => areaNames(code, locale).at(-1) ?? code
  return [
    text(importHeads.name, ({ name }) => name),
    text(importHeads.parent, ({ parentName }) => parentName ?? ''),
    text(importHeads.principal, ({ principal }) => principal),
    text(importHeads.contact, ({ contact }) => contact),
    text(importHeads.province, ({ province }) => area(province)),
    text(importHeads.city, ({ city }) => area(city)),
    text(importHeads.region, ({ region }) => area(region)),
    text(importHeads.address, ({ address }) => address),
    text(importHeads.note, ({ note }) => note),
    text(exportHeads.state, ({ enabled }) => (enabled ? enabledWords : disabledWords)[locale]),
    { head: exportHeads.devices, type: 'number', value: ({ devices }) => devices },
    { head: exportHeads.createdAt, type: 'instant', value: ({ createdAt }) => createdAt },
  ]
}
