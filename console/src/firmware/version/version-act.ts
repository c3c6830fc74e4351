import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import type { Act } from '../../shell/acts/act.ts'
import { versionsPath } from '../firmware-address.ts'
import { versionText } from './version.text.ts'

export const addVersion = {
  key: 'firmware-version.add',
  icon: 'upload',
  label: { en: 'Add firmware version', zh: '新增固件版本' },
  button: versionText.add,
  code: firmwareApi.addVersion.access,
  isPlatforms: true,
  href: versionsPath,
} as const satisfies Act
