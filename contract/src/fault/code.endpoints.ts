import { z } from 'zod'
import { endpoints, get, noInput, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import { FaultCodeDraft, FaultCodeRow, FaultCodeSearch, UndescribedCode } from './code.model.ts'

/** What the codes of events mean, by product. */
export const faultCodeApi = endpoints('fault', {
  codes: get('/web/fault/code/page', {
    access: 'fault-code:view',
    summary: { en: 'Fault codes', zh: '故障码列表' },
    query: FaultCodeSearch,
    reply: pageOf(FaultCodeRow),
  }),
  undescribed: get('/web/fault/code/undescribed', {
    access: 'fault-code:view',
    summary: { en: 'Codes of open records that are not described', zh: '未说明的故障码' },
    description: 'At most 200, those with most open records first.',
    query: noInput,
    reply: z.array(UndescribedCode),
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
