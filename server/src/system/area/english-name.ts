import { pinyin } from 'pinyin-pro'
import { stems, syllables, wholeNames } from './area-spellings.ts'

/** The endings of names by kind of division, with their English words. A city has its bare name. */
const kinds: readonly (readonly [ending: string, word: string])[] = [
  ['自治州', 'Prefecture'],
  ['自治县', 'County'],
  ['自治旗', 'Banner'],
  ['地区', 'Prefecture'],
  ['盟', 'League'],
  ['林区', 'Forestry District'],
  ['矿区', 'Mining District'],
  ['特区', 'Special District'],
  ['新区', 'New Area'],
  ['区', 'District'],
  ['县', 'County'],
  ['旗', 'Banner'],
  ['市', ''],
]

const kindless = ['', ''] as const

/** The peoples that an autonomous division or a district is named with; some names leave 族 out. */
const people =
  /(?:各族|(?:蒙古|哈萨克|柯尔克孜|塔吉克|锡伯)族?|(?:满|回|朝鲜|土家|苗|瑶|侗|壮|仫佬|毛南|黎|羌|彝|藏|仡佬|布依|水|哈尼|傣|拉祜|佤|布朗|纳西|白|普米|傈僳|独龙|怒|裕固|东乡|保安|撒拉|土|畲|景颇|达斡尔)族)$/

/**
 * A division's name as an English reader expects it: pinyin in one word with the kind after it (Xihu District), a city bare
 * (Hangzhou), a name of one syllable together with its kind (Yixian County), the people of an autonomous division left out.
 */
export function englishName(name: string): string {
  const whole = wholeNames.get(name)
  if (whole !== undefined) return whole
  // A name has two characters before a kind of two: 清新区 is the district Qingxin, 浦东新区 the new area Pudong.
  const [ending, word] =
    kinds.find(([end]) => name.endsWith(end) && name.length - end.length >= Math.min(end.length, 2)) ?? kindless
  const stem = withoutPeople(name.slice(0, name.length - ending.length), ending)
  const base = stems.get(stem) ?? spell(stem)
  if (stem.length === 1 && ending === '县') return `${base}xian County`
  return word === '' ? base : `${base} ${word}`
}

function withoutPeople(stem: string, ending: string): string {
  if (!ending.startsWith('自治') && ending !== '区') return stem
  const rest = stem.replace(people, '')
  // Dongxiang is named by its people alone.
  if (rest === '') return stem.replace(/族$/, '')
  return rest === stem ? stem : withoutPeople(rest, ending)
}

/** One word, with an apostrophe before an inner vowel: Xi'an. */
function spell(chinese: string): string {
  const read = pinyin(chinese, { toneType: 'none', v: true, type: 'array' })
  const joined = [...chinese]
    .map((character, at) => (syllables.get(character) ?? read[at] ?? '').replace(/^([ln])v/, '$1ü'))
    .reduce((word, syllable) => word + (word !== '' && /^[aeo]/.test(syllable) ? "'" : '') + syllable, '')
  return joined.charAt(0).toUpperCase() + joined.slice(1)
}
