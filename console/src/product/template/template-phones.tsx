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
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
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

/** The form beside the phone, which shows the input, the published template, or both side by side. */
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
    <Grid gap="24" padding="16 gutter 24" align="start" className={`${css.layout} ${isBoth ? css.withBoth : ''}`}>
      {form}
      <Stack.aside gap="12" justifyItems="center" shrink className={css.phones} aria-label={w.preview}>
        <Row gap="8" justify="center" wrap>
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
        </Row>
        <Row gap="16" justify="center" wrap>
          {shown === 'published' ? null : (
            <figure>
              <Preview {...shared} content={typed} at={at} label={w.previewOf({ of: w.asTyped })} />
              {shown === 'both' ? (
                <Text.figcaption marginTop="4" textAlign="center" tone="ink-3" size="xs">
                  {w.asTyped}
                </Text.figcaption>
              ) : null}
            </figure>
          )}
          {shown === 'typed' ? null : published === null ? (
            <Stack.p align="center" justifyItems="center" tone="ink-3" className={css.noPhone}>
              {w.notPublishedYet}
            </Stack.p>
          ) : (
            <figure>
              <Preview
                {...shared}
                content={published}
                at={isBoth ? at : null}
                label={w.previewOf({ of: w.asPublished })}
              />
              {shown === 'both' ? (
                <Text.figcaption marginTop="4" textAlign="center" tone="ink-3" size="xs">
                  {w.asPublished}
                </Text.figcaption>
              ) : null}
            </figure>
          )}
        </Row>
      </Stack.aside>
    </Grid>
  )
}

type SwitchProps = { productId: string; language: PhoneLanguage; onChange: (language: PhoneLanguage) => void }

/** English, Chinese, and each language that was begun. */
function LanguageSwitch({ productId, language, onChange }: SwitchProps) {
  const w = useWords(templateText)
  const can = useCan()
  const { data } = useQuery({
    ...ask(languageApi.listLanguages, { productId, pageSize: 80, sort: 'language' }, { quiet: true }),
    enabled: can('product-language:view'),
  })
  const begun = data?.list.map((row) => row.language) ?? []
  return (
    <Row.span gap="8" align="center">
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
        <span className={`${css.otherLanguage} spoken-label`}>
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
    </Row.span>
  )
}
