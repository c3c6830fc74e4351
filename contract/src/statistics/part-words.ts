import { appTypeWords } from '../app-user/app-type.text.ts'
import { channelTypeWords } from '../customer/channel.text.ts'
import { warrantyWords } from '../device/warranty.text.ts'
import { noCause, severityNames } from '../fault/fault-words.ts'
import type { Locale, Words } from '../locale.ts'
import { recipeLanguageWords } from '../recipe/recipe-language.text.ts'
import { undescribedName } from './code-key.rules.ts'
import type { Part, SplitBy, TopOf } from './statistics.model.ts'

/** Names of the parts of figures on the screen, in the table view and in the export. */

export const kindWords = {
  oven: { en: 'Ovens', zh: '烤箱' },
  cooler: { en: 'Refrigeration', zh: '制冷设备' },
} as const satisfies Record<string, Words>

/** The remaining parts are named and never dropped, so that all parts add up. */
export const restWords = {
  elsewhere: { en: 'Elsewhere', zh: '其他国家和地区' },
  unknown: { en: 'Not given', zh: '未填写' },
  others: { en: 'Others', zh: '其他' },
} as const satisfies Record<string, Words>

export const isRestKey = (key: string): key is keyof typeof restWords => Object.hasOwn(restWords, key)

/** Parts that are not rows with names of their own. */
const words: Readonly<Partial<Record<SplitBy | TopOf, Readonly<Record<string, Words>>>>> = {
  kind: kindWords,
  warranty: warrantyWords,
  channel: channelTypeWords,
  severity: severityNames,
  language: recipeLanguageWords,
  appType: appTypeWords,
  cause: {
    none: noCause,
    open: { en: 'Not closed yet', zh: '尚未关闭' },
    uncounted: { en: 'From before causes were counted', zh: '开始统计原因之前' },
  },
}

/** A part by its own name, in the other language if this one has none; otherwise by the word for its key. */
export function partName({ key, name }: Pick<Part, 'key' | 'name'>, by: SplitBy | TopOf, locale: Locale): string {
  if (isRestKey(key)) return restWords[key][locale]
  const own = name[locale] || name.en || name.zh
  if (own !== '') return own
  if (by === 'code' || by === 'codes') return undescribedName(key)
  return words[by]?.[key]?.[locale] ?? key
}
