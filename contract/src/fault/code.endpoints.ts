import { z } from 'zod'
import { download, endpoints, get, noInput, nothing, post, upload } from '../endpoint.ts'
import { Id } from '../field.ts'
import { JobStarted, TableFormat, tableLimits, tableMediaTypes } from '../job/job.model.ts'
import { pageOf } from '../paging.ts'
import { FaultCodeDraft, FaultCodeExport, FaultCodeRow, FaultCodeSearch, UndescribedCode } from './code.model.ts'

/** Meanings of event codes, by product. */
export const faultCodeApi = endpoints('fault', {
  codes: get('/web/fault/code/page', {
    access: 'fault-code:view',
    summary: { en: 'Fault codes', zh: '故障码列表' },
    query: FaultCodeSearch,
    reply: pageOf(FaultCodeRow),
  }),
  undescribed: get('/web/fault/code/undescribed', {
    access: 'fault-code:view',
    summary: { en: 'Codes that are not described', zh: '未说明的故障码' },
    description:
      'Codes of open records and of those raised in the last 30 days: at most 200, those with most records first.',
    query: noInput,
    reply: z.array(UndescribedCode),
  }),
  exportCodes: download('/web/fault/code/export', {
    access: 'fault-code:export',
    summary: { en: 'Export fault codes at once', zh: '直接导出故障码' },
    query: FaultCodeExport,
    mediaTypes: Object.values(tableMediaTypes),
  }),
  startCodeExport: post('/web/fault/code/export', {
    access: 'fault-code:export',
    summary: { en: 'Export fault codes as a job', zh: '导出故障码' },
    body: FaultCodeExport,
    reply: JobStarted,
  }),
  codeTemplate: download('/web/fault/code/import/template', {
    access: 'fault-code:import',
    summary: { en: 'Template of an import of fault codes', zh: '故障码导入模板' },
    query: z.strictObject({ format: TableFormat.default('xlsx') }),
    mediaTypes: Object.values(tableMediaTypes),
  }),
  checkCodeImport: upload('/web/fault/code/import/check', {
    access: 'fault-code:import',
    summary: { en: 'Check an import of fault codes, as a job', zh: '校验故障码导入文件' },
    description: 'A file as the export writes it. Nothing is changed; the job reports what importing would do.',
    body: z.strictObject({}),
    reply: JobStarted,
    maxBytes: tableLimits.maxBytes,
    perMinute: 30,
  }),
  importCodes: post('/web/fault/code/import', {
    access: 'fault-code:import',
    summary: { en: 'Import the fault codes of a checked file, as a job', zh: '导入故障码' },
    description:
      'A code that is described already takes the words of the row; its picture and the condition that ends it stay. Refused rows are listed with their reasons.',
    body: z.strictObject({ checkedJobId: Id }),
    reply: JobStarted,
  }),
  saveCode: post('/web/fault/code/save', {
    access: 'fault-code:update',
    summary: { en: 'Save a fault code', zh: '保存故障码' },
    body: FaultCodeDraft,
    reply: z.object({ id: Id }),
  }),
  removeCodes: post('/web/fault/code/delete', {
    access: 'fault-code:remove',
    summary: { en: 'Delete fault codes', zh: '删除故障码' },
    description: 'Records of these codes stay.',
    body: z.strictObject({ ids: z.array(Id).min(1).max(80) }),
    reply: nothing,
  }),
})
