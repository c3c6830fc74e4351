import { useCallback } from 'react'
import { useLocale, wordsIn } from '../../../platform/locale.ts'
import { listPlaces, placeText } from './template.text.ts'

const mark = { en: ', ', zh: '，' } as const
const isList = (part: string): part is keyof typeof listPlaces => Object.hasOwn(listPlaces, part)
const isPlace = (part: string): part is keyof typeof placeText => Object.hasOwn(placeText, part)

/** A path of a template's content as a person finds it: `groups.0.items.3.label.en` is "Group 1, entry 4, label, English". */
export function useFieldPathLabels(): (path: string) => string {
  const locale = useLocale()
  return useCallback(
    (path) => {
      const lists = wordsIn(listPlaces, locale)
      const places = wordsIn(placeText, locale)
      const parts = path.split('.')
      const labels = parts.flatMap((part, index) => {
        const next = parts[index + 1] ?? ''
        if (isList(part) && /^\d+$/.test(next)) return [lists[part]({ n: Number(next) + 1 })]
        if (/^\d+$/.test(part) || !isPlace(part)) return []
        const word = places[part]
        return [index === 0 || locale === 'zh' ? word : lowered(word, part)]
      })
      return labels.join(mark[locale])
    },
    [locale],
  )
}

/** Inside a phrase a word begins with a small letter, except the name of a language. */
const lowered = (word: string, part: string): string =>
  part === 'en' || part === 'zh' ? word : word.slice(0, 1).toLowerCase() + word.slice(1)
