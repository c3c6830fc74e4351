import { chanceOf, pick } from '../random.ts'

/** A person with the app, whose properties are derived only from the seed and the number. */
export type Person = Readonly<{ address: string; nickname: string; locale: 'en' | 'zh'; app: string }>

const english = [
  'Anna Lindqvist',
  'Ben Okafor',
  'Chloé',
  'Dirk Janssen',
  'Elif',
  'Finn',
  'Greta Hofer',
  'Hugo Marchand',
  'Iris',
  'Jonas K.',
  'Kaja',
  'Luca Moretti',
  'Marit',
  'Noor',
  'Oskar Holm',
  'Pauline',
] as const
const chinese = [
  '小林',
  '陈师傅',
  '阿芳',
  '王姐',
  '李大厨',
  '周周',
  '杨小麦',
  '老吴',
  '蒸包子的阿强',
  '许老师',
  '阿梅点心',
  '黄记',
  '糖水小妹',
  '大勇',
  '欧包慢慢烤',
  '郑厨',
] as const
const apps = [
  'android/2.3.1 (Android 15)',
  'android/2.3.0 (Android 14)',
  'ios/2.3.1 (iOS 18.2)',
  'harmony/2.2.0 (HarmonyOS 5)',
  'mini/1.8.0 (WeChat 8)',
] as const

/** Addresses under `.example` belong to nobody: no message to them ever reaches anybody. */
export function personOf(seed: string, number: number): Person {
  const chance = chanceOf(`phone ${seed} ${number}`)
  const isChinese = number % 2 === 1
  const names = isChinese ? chinese : english
  // One after another, so that few people have a namesake.
  const name = names[Math.floor(number / 2) % names.length] ?? names[0]
  return {
    address: `phone-${seed}-${number}@simulated.example`,
    nickname: name,
    locale: isChinese ? 'zh' : 'en',
    app: pick(chance, apps),
  }
}
