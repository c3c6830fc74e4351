import type { Words } from '@brigade/contract/locale.ts'
import { areaNames } from '../../system/area/areas.ts'

/** The city of a place, or its province if no more is known; without a name for places that are administered directly. */
export function placeOf(area: number | null): { code: string; name: Words } | null {
  if (area === null) return null
  const code = String(area)
  const [zh, en] = [areaNames(code, 'zh'), areaNames(code, 'en')]
  if (zh.length === 0) return null
  // For counties without a city, the second name contains only that fact.
  const at = zh.length === 1 ? 0 : /直辖县级/.test(zh[1] ?? '') ? zh.length - 1 : 1
  return {
    code: at === 0 ? code : at === 1 ? `${code.slice(0, 4)}00` : code,
    name: { en: en[at] ?? code, zh: short(zh[at] ?? code) },
  }
}

/** 杭州 for 杭州市: the spoken form, if it stays clear. */
const short = (name: string): string => (name.length > 2 ? name.replace(/市$/, '') : name)

/** 广东 for 广东省, 内蒙古 for 内蒙古自治区: the form used on maps. */
export function provinceName(code: string): Words {
  const zh = areaNames(code, 'zh')[0] ?? code
  const en = areaNames(code, 'en')[0] ?? code
  return { en, zh: zh.replace(/(壮族|回族|维吾尔)?自治区$|特别行政区$|[省市]$/, '') }
}
