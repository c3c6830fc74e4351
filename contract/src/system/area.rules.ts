import type { Locale } from '../locale.ts'

type ZoneFilter = Readonly<{ province?: string | undefined; city?: string | undefined; region?: string | undefined }>

/** The codes of a zone filter: all within the narrowest given one. 330000 to 339999, 330100 to 330199, or 330106 alone. */
export function areaRange({ province, city, region }: ZoneFilter): { from: number; to: number } | undefined {
  const code = region ?? city ?? province
  if (code === undefined) return undefined
  const from = Number(code)
  return { from, to: from + (code.endsWith('0000') ? 9999 : code.endsWith('00') ? 99 : 0) }
}

type Codes = Readonly<{ province: string; city: string; region: string }>

/**
 * The codes of a zone whose names an address contains. Counties directly under their province have only a nominal city:
 * 429000.
 */
export function codesShown({ province, city, region }: Codes): readonly string[] {
  const isNoCity = city.slice(2, 4) === '90'
  return [province, isNoCity && region !== '' ? '' : city, region].filter((code) => code !== '')
}

/**
 * A place by the names of its levels, the widest first, and an address within it, as one line in the order of the language:
 * 浙江省杭州市西湖区文三路 477 号, or 477 Wensan Road, Xihu District, Hangzhou, Zhejiang.
 */
export function addressLine(locale: Locale, names: readonly string[], address = ''): string {
  // A municipality is a province and its own city: 北京市.
  const parts = [...names.filter((name, level) => name !== '' && name !== names[level - 1]), address].filter(Boolean)
  if (locale === 'en') return parts.toReversed().join(', ')
  // A comma follows a place abroad, unless it is written in Chinese.
  return parts.reduce(
    (line, part) => (line === '' || /\p{Script=Han}$/u.test(line) ? line + part : `${line}, ${part}`),
    '',
  )
}
