import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import type { Act } from '../../shell/acts/act.ts'
import { modelsPath } from '../firmware-address.ts'
import { modelText } from './model.text.ts'

export const addModel = {
  key: 'firmware-model.add',
  icon: 'plus',
  label: { en: 'Add firmware model', zh: '新增固件型号' },
  button: modelText.add,
  code: firmwareApi.addModel.access,
  isPlatforms: true,
  href: modelsPath,
} as const satisfies Act
