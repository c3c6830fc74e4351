import { faultCauseApi } from '@brigade/contract/fault/cause.endpoints.ts'
import type { Act } from '../../shell/acts/act.ts'
import { causeText } from './cause.text.ts'

export const addCause = {
  key: 'fault-cause.add',
  icon: 'plus',
  label: { en: 'Add cause of faults', zh: '新增故障原因' },
  button: causeText.add,
  code: faultCauseApi.addCause.access,
  isPlatforms: true,
  href: '/fault/cause',
} as const satisfies Act
