import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { languageTags, type LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import type { TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { formatValue } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { wordsIn, type WordsOf } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { phoneText } from './phone.text.ts'

export type PhoneLanguage = Locale | LanguageTag
type FunctionOf = ThingModel['properties' | 'services'][number]

/** The texts of the preview. The template, its functions and the app have one language. */
export type PreviewTexts = Readonly<{
  tag: PhoneLanguage
  dir: 'ltr' | 'rtl'
  /** The app's own words. */
  ui: WordsOf<typeof phoneText>
  /** The text of an element of the template. */
  ownText: (kind: TemplateKind, elementId: string, field: string, own: Words) => string
  name: (of: 'property' | 'service', one: FunctionOf) => string
  value: (property: Property, value: unknown) => string
}>

/** A language uses the words of its draft. A missing translation is replaced by English, as in the app. */
export function usePreviewTexts(productId: string, tag: PhoneLanguage): PreviewTexts {
  const begun = languageTags.find((one) => one === tag)
  const { data } = useQuery({
    ...ask(languageApi.languageWords, { productId, language: begun ?? 'de' }, { quiet: true }),
    enabled: begun !== undefined,
  })
  return useMemo(() => {
    const locale: Locale = tag === 'zh' ? 'zh' : 'en'
    const texts = new Map((begun === undefined ? [] : (data?.words ?? [])).map(({ key, text }) => [key, text]))
    const textOf = (key: string, own: Words): string => texts.get(key) || own[locale]
    return {
      tag,
      dir: tag === 'ar' ? 'rtl' : 'ltr',
      ui: wordsIn(phoneText, locale),
      ownText: (kind, elementId, field, own) => textOf(`template.${kind}.${elementId}.${field}`, own),
      name: (of, { identifier, name }) => textOf(`${of}.${identifier}.name`, name),
      value: (property, value) => {
        const { identifier, dataType } = property
        const own = { en: formatValue(property, value, 'en'), zh: formatValue(property, value, 'zh') }
        const isNamed = dataType.type === 'bool' || dataType.type === 'enum'
        return isNamed ? textOf(`property.${identifier}.item.${String(value)}`, own) : own[locale]
      },
    }
  }, [begun, data, tag])
}
