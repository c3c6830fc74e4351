import type { FaultCodeRow } from '@brigade/contract/fault/code.model.ts'
import { categoryNames, severityNames } from '@brigade/contract/fault/fault-words.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import type { TableColumn } from '../../../platform/excel/table.ts'

/** The columns of an import. A part in brackets at the end of a header is ignored (match-head.ts). */
export const importHeads = {
  productKey: { en: 'Product key', zh: '产品标识' },
  identifier: { en: 'Event', zh: '事件标识符' },
  code: { en: 'Code', zh: '故障码' },
  severity: { en: 'Severity', zh: '级别' },
  category: { en: 'Category', zh: '故障类型' },
  enName: { en: 'Name, English', zh: '英文名称' },
  name: { en: 'Name, Chinese', zh: '中文名称' },
  enReason: { en: 'Reason, English', zh: '英文原因' },
  reason: { en: 'Reason, Chinese', zh: '中文原因' },
  enRemedy: { en: 'What to do, English', zh: '英文处理建议' },
  remedy: { en: 'What to do, Chinese', zh: '中文处理建议' },
  partNumber: { en: 'Spare part', zh: '备件编号' },
} as const satisfies Readonly<Record<string, Words>>
export type ImportColumn = keyof typeof importHeads

/** A column of an export only. An import recognises and ignores it. */
export const exportHeads = { model: { en: 'Model', zh: '产品型号' } } as const satisfies Readonly<Record<string, Words>>

export type ExportedCode = FaultCodeRow & Readonly<{ productKey: string }>

export function codeColumns(locale: Locale): readonly TableColumn<ExportedCode>[] {
  const text = (head: Words, value: (row: ExportedCode) => string): TableColumn<ExportedCode> => ({
    head,
    type: 'text',
    value,
  })
  return [
    text(importHeads.productKey, ({ productKey }) => productKey),
    text(exportHeads.model, ({ product }) => product.name[locale]),
    text(importHeads.identifier, ({ identifier }) => identifier),
    text(importHeads.code, ({ code }) => code),
    text(importHeads.severity, ({ severity }) => severityNames[severity][locale]),
    text(importHeads.category, ({ category }) => categoryNames[category][locale]),
    text(importHeads.enName, ({ name }) => name.en),
    text(importHeads.name, ({ name }) => name.zh),
    text(importHeads.enReason, ({ reason }) => reason.en),
    text(importHeads.reason, ({ reason }) => reason.zh),
    text(importHeads.enRemedy, ({ remedy }) => remedy.en),
    text(importHeads.remedy, ({ remedy }) => remedy.zh),
    text(importHeads.partNumber, ({ partNumber }) => partNumber),
  ]
}
