import { alertTypes, faultCategories } from '@brigade/contract/fault/record.model.ts'
import { alertTypeNames, categoryNames } from '@brigade/contract/fault/fault-words.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { ownFaultApi } from '@brigade/contract/fault/own-fault.endpoints.ts'
import { faultCauseApi } from '@brigade/contract/fault/cause.endpoints.ts'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import {
  acknowledge,
  assign,
  close,
  eliminate,
  listAssignees,
  note,
  reopen,
  shelve,
  undo,
  unshelve,
  visit,
} from './act/act-on-faults.ts'
import { listCauseOptions } from './cause/fault-cause.store.ts'
import { addCause, listCauses, removeCauses, updateCause } from './cause/fault-causes.ts'
import { listCodeOptions } from './code/fault-code.store.ts'
import { downloadCodes, downloadCodeTemplate, startCodeExport } from './code/transfer/export-codes.ts'
import { startCodeCheck, startCodeImport } from './code/transfer/import-codes.ts'
import { listCodes, listUndescribed, removeCodes, saveCode } from './code/fault-codes.ts'
import { downloadExport, startExport } from './list/export-faults.ts'
import { getFault, listAlarms, listFaults, readFaultTotals } from './list/list-faults.ts'
import { listUrgent } from './list/list-urgent.ts'
import { watchFaults } from './list/watch-faults.ts'
import { listOwnFaults } from './phone/own-faults.ts'

export const faultRoutes = [
  ...implement(ownFaultApi, { own: listOwnFaults }),
  ...implement(faultCodeApi, {
    codes: listCodes,
    undescribed: listUndescribed,
    exportCodes: downloadCodes,
    startCodeExport,
    codeTemplate: (ctx, { query }) => downloadCodeTemplate(ctx, query.format),
    checkCodeImport: (ctx, { upload }) => startCodeCheck(ctx, upload),
    importCodes: (ctx, { body }) => startCodeImport(ctx, body.checkedJobId),
    saveCode,
    removeCodes,
  }),
  ...implement(faultCauseApi, {
    causes: listCauses,
    causeOptions: ({ db }) => listCauseOptions(db),
    addCause,
    updateCause,
    removeCauses,
  }),
  ...implement(faultApi, {
    page: listFaults,
    alarms: listAlarms,
    detail: getFault,
    totals: readFaultTotals,
    urgent: listUrgent,
    live: watchFaults,
    export: downloadExport,
    startExport,
    assignees: listAssignees,
    acknowledge,
    assign,
    visit,
    note,
    eliminate,
    close,
    reopen,
    shelve,
    unshelve,
    undo,
    errorTypes: () => faultCategories.map((value) => ({ value, name: categoryNames[value] })),
    faultCodes: (ctx) => listCodeOptions(ctx.db, 'oven'),
    coolerFaultCodes: (ctx) => listCodeOptions(ctx.db, 'cooler'),
    alertTypes: () => alertTypes.map((value) => ({ value, name: alertTypeNames[value] })),
  }),
]
