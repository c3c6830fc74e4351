import type { Words } from '../locale.ts'
import type { appTypes } from './app-user.model.ts'

export const appTypeWords = {
  android: { en: 'Android', zh: '安卓' },
  ios: { en: 'iOS', zh: '苹果' },
  harmony: { en: 'HarmonyOS', zh: '鸿蒙' },
  mini: { en: 'Mini program', zh: '小程序' },
} as const satisfies Record<(typeof appTypes)[number], Words>
