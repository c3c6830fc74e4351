import { chanceOf, pick, wholeBetween } from '../random.ts'

/** Somebody with the app on a phone: who they are follows from the seed and their number alone. */
export type Person = Readonly<{ address: string; nickname: string; locale: 'en' | 'zh'; app: string }>

const english = ['Anna', 'Ben', 'Chloe', 'Dirk', 'Elif', 'Finn', 'Greta', 'Hugo', 'Iris', 'Jonas'] as const
const chinese = ['小林', '陈师傅', '阿芳', '王姐', '李大厨', '周周', '面包师小杨', '老吴'] as const
const apps = [
  'android/2.3.1 (Android 15)',
  'android/2.3.0 (Android 14)',
  'ios/2.3.1 (iOS 18.2)',
  'harmony/2.2.0 (HarmonyOS 5)',
  'mini/1.8.0 (WeChat 8)',
] as const

/** `.example` is nobody's: no message to these addresses ever reaches anybody. */
export function personOf(seed: string, number: number): Person {
  const chance = chanceOf(`phone ${seed} ${number}`)
  const isChinese = number % 2 === 1
  const name = isChinese ? pick(chance, chinese) : pick(chance, english)
  return {
    address: `phone-${seed}-${number}@simulated.example`,
    nickname: `${name}${wholeBetween(chance, 10, 99)}`,
    locale: isChinese ? 'zh' : 'en',
    app: pick(chance, apps),
  }
}
