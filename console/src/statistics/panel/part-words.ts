import { channelTypeWords } from '@brigade/contract/customer/channel.text.ts'
import { severityNames } from '@brigade/contract/fault/fault-words.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import type { SplitBy } from '@brigade/contract/statistics/statistics.model.ts'

/** Words of parts that are no rows with names of their own. */
export const partWords: Readonly<Partial<Record<SplitBy, Readonly<Record<string, Words>>>>> = {
  kind: { oven: { en: 'Ovens', zh: '烤箱' }, cooler: { en: 'Refrigeration', zh: '制冷设备' } },
  warranty: {
    in: { en: 'In warranty', zh: '保内' },
    over: { en: 'Out of warranty', zh: '已过保' },
    unregistered: { en: 'Unregistered', zh: '未登记' },
  },
  channel: channelTypeWords,
  severity: severityNames,
  language: recipeLanguageWords,
  appType: {
    android: { en: 'Android', zh: '安卓' },
    ios: { en: 'iOS', zh: '苹果' },
    harmony: { en: 'HarmonyOS', zh: '鸿蒙' },
    mini: { en: 'Mini program', zh: '小程序' },
  },
}
/** The remaining parts are named and never dropped, so that all parts add up. */
export const restKeys: ReadonlySet<string> = new Set(['elsewhere', 'unknown', 'others'])
