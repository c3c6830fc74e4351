import { z } from 'zod'
import { endpoints, get, noInput, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import { FaultCauseChange, FaultCauseDraft, FaultCauseOption, FaultCauseRow, FaultCauseSearch } from './cause.model.ts'

/** The causes with which faults are closed. */
export const faultCauseApi = endpoints('fault', {
  causes: get('/web/fault/cause/page', {
    access: 'fault-code:view',
    summary: { en: 'Causes of faults', zh: '故障原因列表' },
    query: FaultCauseSearch,
    reply: pageOf(FaultCauseRow),
  }),
  causeOptions: get('/web/fault/cause/select', {
    access: 'fault:view',
    summary: { en: 'Causes to choose from', zh: '可选故障原因' },
    description: 'All in their order, retired ones too: these only filter.',
    query: noInput,
    reply: z.array(FaultCauseOption),
  }),
  addCause: post('/web/fault/cause/add', {
    access: 'fault-code:update',
    summary: { en: 'Add a cause', zh: '新增故障原因' },
    body: FaultCauseDraft,
    reply: z.object({ id: Id }),
  }),
  updateCause: post('/web/fault/cause/update', {
    access: 'fault-code:update',
    summary: { en: 'Rename, retire or move a cause', zh: '修改故障原因' },
    description: 'Closed records keep the name that it had. At least one stays in use.',
    body: FaultCauseChange,
    reply: nothing,
  }),
  removeCauses: post('/web/fault/cause/delete', {
    access: 'fault-code:remove',
    summary: { en: 'Delete causes', zh: '删除故障原因' },
    description: 'One with which records were closed cannot be deleted, but retired.',
    body: z.strictObject({ ids: z.array(Id).min(1).max(80) }),
    reply: nothing,
  }),
})
