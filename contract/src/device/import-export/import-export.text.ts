import { texts } from '../../text.ts'

/** Why a row of an import is refused. */
export const importExportText = texts('device', {
  otherDevice: {
    en: 'This SN belongs to a device that cannot be changed here: of another kind, another list or another organisation',
    zh: '该 SN 对应的设备不能在此修改：类型、列表或所属组织不同',
  },
  otherProduct: {
    en: 'This SN is registered with another product',
    zh: '该 SN 已登记在其他产品下',
  },
  snTwiceInFile: {
    en: (p: { row: number }) => `Row ${p.row} of this file already has this SN`,
    zh: (p: { row: number }) => `与本文件第 ${p.row} 行的 SN 重复`,
  },
  ambiguousOrganisation: {
    en: 'Several organisations have this name: enter it with the one above it, as in “A / B”',
    zh: '有多个组织使用该名称，请连同上级一起填写，如“上级 / 本级”',
  },
  ambiguousChannel: {
    en: 'Several distributors or agents have this name: enter it with the one above it, as in “A / B”',
    zh: '有多个经销商或代理商使用该名称，请连同上级一起填写，如“上级 / 本级”',
  },
  wrongTime: {
    en: 'Enter a date or time, such as 2026-03-01 or 2026-03-01 09:30',
    zh: '请填写日期或时间，如 2026-03-01 或 2026-03-01 09:30',
  },
  wrongDays: {
    en: (p: { max: number }) => `Whole days, 0 to ${p.max}`,
    zh: (p: { max: number }) => `请填写 0 至 ${p.max} 的整数天数`,
  },
  wrongChannelType: {
    en: 'Use direct, distributor, agent or online',
    zh: '请填写直销、经销商、代理商或线上',
  },
})
