import { faultCauseApi } from '@brigade/contract/fault/cause.endpoints.ts'
import {
  FaultCauseChange,
  FaultCauseDraft,
  FaultCauseSearch,
  type FaultCauseRow,
} from '@brigade/contract/fault/cause.model.ts'
import { faultText } from '@brigade/contract/fault/fault.text.ts'
import { entity } from '../../shell/entity/entity.ts'
import { bothNames } from '../../shell/entity/field.ts'
import { rowNow } from '../../shell/entity/row-now.ts'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { addCause } from './cause-act.ts'
import { causeText } from './cause.text.ts'

/** Why faults are closed. */
export const causeEntity = entity({
  name: 'fault.cause',
  words: causeText,
  refusals: faultText,
  isPlatforms: true,
  list: faultCauseApi.causes,
  schemas: { search: FaultCauseSearch, add: FaultCauseDraft, update: FaultCauseChange },
  addAct: addCause,
  add: faultCauseApi.addCause,
  update: faultCauseApi.updateCause,
  read: rowNow(faultCauseApi.causes),
  edits: (row: FaultCauseRow) => row,
  clash: 'fault.causeChanged',
  rowName: ({ name }, locale) => name[locale],
  typedName: ({ name }, locale) => name[locale],
  typed: (row: FaultCauseRow | null) => ({ name: row?.name ?? { en: '', zh: '' }, enabled: row?.enabled ?? true }),
  fields: ({ w, locale }) => [
    bothNames({ en: 'name.en', zh: 'name.zh' }, { en: w.nameEn, zh: w.nameZh }, locale),
    {
      kind: 'check',
      at: 'enabled',
      label: w.inUse,
      hint: w.inUseHint,
      put: (enabled) => ({ enabled }),
    },
  ],
  // The list has no pages, because it is ordered by hand.
  filters: () => [],
  columns: ({ w, locale }) => [
    { key: 'name', title: w.name, width: 240, identifies: true, cell: (row) => row.name[locale] },
    {
      key: 'otherName',
      title: w.otherName,
      width: 240,
      dim: true,
      cell: (row) => row.name[locale === 'en' ? 'zh' : 'en'],
    },
    {
      key: 'state',
      onPhone: 'state',
      title: w.state,
      width: 140,
      cell: (row) => (row.enabled ? w.inUse : w.retired),
    },
    momentColumn('updatedAt', w.changed, { width: 164, dim: true }),
  ],
  remove: {
    call: faultCauseApi.removeCauses,
    body: (rows) => ({ ids: rows.map(({ id }) => id) }),
    whyNot: ({ isUsed }, w) => (isUsed ? w.stays : undefined),
  },
})
