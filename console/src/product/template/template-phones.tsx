import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { languageTags } from '@brigade/contract/product/language/language.model.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { languageWords } from '@brigade/contract/product/product.text.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useCan } from '../../platform/can.ts'
import { languageNames, useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import type { PreviewProps } from './phone/preview-props.ts'
import { usePreviewTexts, type PhoneLanguage } from './phone/preview-texts.ts'
import css from './template.module.css'
import { templateText } from './field/template.text.ts'

type Props<T> = {
  product: ProductDetail
  Preview: ComponentType<PreviewProps<T>>
  typed: T
  published: T | null
  model: ThingModel
  at: string | null
  form: ReactNode
}

/** The form, and beside it the phone: with what is typed, with what is published, or both side by side. */
export function TemplatePhones<T>({ product, Preview, typed, published, model, at, form }: Props<T>) {
  const w = useWords(templateText)
  const locale = useLocale()
  const [shown, setShown] = useState<'typed' | 'published' | 'both'>('typed')
  const [chosen, setChosen] = useState<PhoneLanguage | null>(null)
  const language = chosen ?? locale
  const texts = usePreviewTexts(product.id, language)
  const shared = { model, texts, productName: product.name[language === 'zh' ? 'zh' : 'en'] }
  const isBoth = shown === 'both' && published !== null
  return (
    <div className={`${css.layout} ${isBoth ? css.withBoth : ''}`}>
      {form}
      <aside className={css.phones} aria-label={w.preview}>
        <div className={css.phoneBar}>
          <Segments
            size="small"
            label={w.show}
            options={[
              { value: 'typed' as const, label: w.asTyped },
              { value: 'published' as const, label: w.asPublished },
              { value: 'both' as const, label: w.both },
            ]}
            value={shown}
            onChange={setShown}
          />
          <LanguageSwitch productId={product.id} language={language} onChange={setChosen} />
        </div>
        <div className={css.phonePair}>
          {shown === 'published' ? null : (
            <figure>
              <Preview {...shared} content={typed} at={at} label={w.previewOf({ of: w.asTyped })} />
              {shown === 'both' ? <figcaption>{w.asTyped}</figcaption> : null}
            </figure>
          )}
          {shown === 'typed' ? null : published === null ? (
            <p className={css.noPhone}>{w.notPublishedYet}</p>
          ) : (
            <figure>
              <Preview
                {...shared}
                content={published}
                at={isBoth ? at : null}
                label={w.previewOf({ of: w.asPublished })}
              />
              {shown === 'both' ? <figcaption>{w.asPublished}</figcaption> : null}
            </figure>
          )}
        </div>
      </aside>
    </div>
  )
}

type SwitchProps = { productId: string; language: PhoneLanguage; onChange: (language: PhoneLanguage) => void }

/** English, Chinese, and whichever languages were begun. */
function LanguageSwitch({ productId, language, onChange }: SwitchProps) {
  const w = useWords(templateText)
  const can = useCan()
  const { data } = useQuery({
    ...ask(languageApi.listLanguages, { productId, pageSize: 80, sort: 'language' }, { quiet: true }),
    enabled: can('product-language:view'),
  })
  const begun = data?.list.map((row) => row.language) ?? []
  return (
    <span className={css.languages}>
      <Segments
        size="small"
        label={w.language}
        options={[
          { value: 'en' as const, label: 'EN', lang: 'en' },
          { value: 'zh' as const, label: languageNames.zh, lang: 'zh' },
        ]}
        value={language === 'en' || language === 'zh' ? language : null}
        onChange={onChange}
      />
      {begun.length === 0 ? null : (
        <span className={css.otherLanguage}>
          <SelectField
            bare
            label={w.otherLanguage}
            placeholder={w.otherLanguage}
            options={begun.map((tag) => ({ value: tag, label: languageWords[tag].own }))}
            value={language === 'en' || language === 'zh' ? null : language}
            onChange={(tag) => {
              const found = languageTags.find((one) => one === tag)
              if (found !== undefined) onChange(found)
            }}
          />
        </span>
      )}
    </span>
  )
}
