import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { languageTags, type LanguageTag } from '@brigade/contract/product/language/language.model.ts'
import type { TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { formatValue } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { wordsIn, type Said } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { phoneText } from './phone.text.ts'

export type PhoneLanguage = Locale | LanguageTag
type FunctionOf = ThingModel['properties' | 'services'][number]

/** How the drawn phone speaks: one language for the template, the functions it shows and the app around it. */
export type PreviewTexts = Readonly<{
  tag: PhoneLanguage
  dir: 'ltr' | 'rtl'
  /** The app's own words. */
  ui: Said<typeof phoneText>
  /** What an element of the template says. */
  say: (kind: TemplateKind, elementId: string, field: string, own: Words) => string
  name: (of: 'property' | 'service', one: FunctionOf) => string
  value: (property: Property, value: unknown) => string
}>

/** Words of a begun language are those of its draft; what is not translated is said in English, as the app does. */
export function usePreviewTexts(productId: string, tag: PhoneLanguage): PreviewTexts {
  const begun = languageTags.find((one) => one === tag)
  const { data } = useQuery({
    ...ask(languageApi.languageWords, { productId, language: begun ?? 'de' }, { quiet: true }),
    enabled: begun !== undefined,
  })
  return useMemo(() => {
    const locale: Locale = tag === 'zh' ? 'zh' : 'en'
    const texts = new Map((begun === undefined ? [] : (data?.words ?? [])).map(({ key, text }) => [key, text]))
    const said = (key: string, own: Words): string => texts.get(key) || own[locale]
    return {
      tag,
      dir: tag === 'ar' ? 'rtl' : 'ltr',
      ui: wordsIn(phoneText, locale),
      say: (kind, elementId, field, own) => said(`template.${kind}.${elementId}.${field}`, own),
      name: (of, { identifier, name }) => said(`${of}.${identifier}.name`, name),
      value: (property, value) => {
        const { identifier, dataType } = property
        const own = { en: formatValue(property, value, 'en'), zh: formatValue(property, value, 'zh') }
        const isNamed = dataType.type === 'bool' || dataType.type === 'enum'
        return isNamed ? said(`property.${identifier}.item.${String(value)}`, own) : own[locale]
      },
    }
  }, [begun, data, tag])
}
