import { pointsFit } from '@brigade/contract/letters/points.rules.ts'
import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { wordLimits, type LanguageTag, type ProductWords } from '@brigade/contract/product/language/language.model.ts'
import { useCallback, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept } from '../../platform/kept-work.ts'
import { call } from '../../platform/call.ts'
import { useSend } from '../../platform/query.ts'
import { mergeEdits } from '../../ui/form/merge-edits.ts'

/** Unsaved texts of one language are kept with the saved words that they are based on. */
export type TypedWords = Readonly<{ base: ProductWords; texts: Readonly<Record<string, string>> }>
type Clash = Readonly<{
  language: LanguageTag
  by: CallError
  now: ProductWords
  keys: readonly string[]
  texts: Readonly<Record<string, string>>
}>

const textsOf = ({ words }: ProductWords): Record<string, string> =>
  Object.fromEntries(words.map(({ key, text }) => [key, text]))
export const isTooLong = (text: string): boolean => !pointsFit(text.trim(), wordLimits.text)

/** Unsaved words of every language at once: going from one to another loses none. */
export function useTypedWords(productId: string) {
  const [typed, setTyped] = useKept<{ readonly [L in LanguageTag]?: TypedWords }>('product words', {})
  const [clash, setClash] = useState<Clash | null>(null)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { mutateAsync } = useSend(languageApi.saveLanguage, { quiet: true })

  const put = useCallback(
    (language: LanguageTag, next: TypedWords | undefined) => {
      setTyped(({ [language]: _old, ...others }) => (next === undefined ? others : { ...others, [language]: next }))
    },
    [setTyped],
  )
  const type = useCallback(
    (language: LanguageTag, words: ProductWords, key: string, text: string) => {
      setTyped((before) => {
        const { base, texts } = before[language] ?? { base: words, texts: {} }
        const { [key]: _old, ...others } = texts
        const isAsWas = (base.words.find((word) => word.key === key)?.text ?? '') === text
        const next = isAsWas ? others : { ...others, [key]: text }
        const { [language]: _typed, ...rest } = before
        return Object.keys(next).length === 0 ? rest : { ...rest, [language]: { base, texts: next } }
      })
    },
    [setTyped],
  )

  const send = (language: LanguageTag, { base, texts }: TypedWords) =>
    mutateAsync({ productId, language, texts, updatedAt: base.updatedAt })
  /** After a conflict, words that only one person changed are kept; for words that both changed, the person decides. */
  const meet = async (language: LanguageTag, mine: TypedWords, by: CallError): Promise<boolean> => {
    const now = await call(languageApi.languageWords, { productId, language }, { quiet: true })
    const [was, theirs] = [textsOf(mine.base), textsOf(now)]
    const known = Object.fromEntries(Object.entries(mine.texts).filter(([key]) => Object.hasOwn(theirs, key)))
    const { clashes } = mergeEdits(was, { ...was, ...known }, theirs)
    if (clashes.length > 0) {
      setClash({ language, by, now, keys: clashes, texts: known })
      return false
    }
    await send(language, { base: now, texts: known })
    return true
  }
  const save = async (language: LanguageTag): Promise<boolean> => {
    const mine = typed[language]
    if (mine === undefined || isBusy) return false
    setBusy(true)
    setRefused(null)
    try {
      const isSaved = await send(language, mine).then(
        () => true,
        (error: unknown) => {
          if (error instanceof CallError && error.key === 'product.changedMeanwhile') return meet(language, mine, error)
          throw error
        },
      )
      if (isSaved) put(language, undefined)
      return isSaved
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  /** Continues from the words that somebody else saved: for words that both changed, with mine or with theirs. */
  const decide = (keep: 'mine' | 'theirs'): void => {
    if (clash === null) return
    const { language, now, keys, texts } = clash
    const kept =
      keep === 'mine' ? texts : Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key)))
    put(language, Object.keys(kept).length === 0 ? undefined : { base: now, texts: kept })
    setClash(null)
  }
  const forget = (language: LanguageTag): void => {
    put(language, undefined)
    setRefused(null)
    setClash(null)
  }
  return { typed, type, save, forget, clash, decide, refused, isBusy }
}
