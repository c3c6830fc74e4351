import type { Locale } from '@brigade/contract/locale.ts'
import { useState } from 'react'
import { languageNames, useLocale, useWords, wordsIn } from '../../platform/locale.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { PhoneFrame } from '../../ui/phone/phone-frame.tsx'
import css from '../message.module.css'
import { messageText, taskFormText } from '../message.text.ts'
import type { TypedTask } from './task-typed.ts'

const tags: Readonly<Record<Locale, string>> = { en: 'en', zh: 'zh-CN' }
const frameWords = { back: '', cancel: '', ok: '' }

/** The message as a phone shows it, in each language; a language without a text shows the other. */
export function PushPreview({ typed }: { typed: TypedTask }) {
  const w = useWords(taskFormText)
  const [locale, setLocale] = useState<Locale>(useLocale())
  const own = typed[locale]
  const other = typed[locale === 'en' ? 'zh' : 'en']
  const { title, content } = own.title === '' ? other : own
  const shown = wordsIn(taskFormText, locale)
  const types = wordsIn(messageText, locale)
  return (
    <Stack gap="12" justifyItems="center">
      <Segments
        label={w.preview}
        value={locale}
        onChange={setLocale}
        options={[
          { value: 'en', label: languageNames.en, lang: 'en' },
          { value: 'zh', label: languageNames.zh, lang: 'zh' },
        ]}
      />
      <PhoneFrame
        label={w.previewOf({ language: languageNames[locale] })}
        texts={{ tag: tags[locale], dir: 'ltr', ui: frameWords }}
        title={shown.appTitle}
      >
        <Text.div padding="12" radius="m" ground="paper" border="line" tone="ink" className={css.card}>
          <Text.small tone="ink-3">
            {types[`type-${typed.type}`]} · {shown.justNow}
          </Text.small>
          <Text.b block anywhere>
            {title === '' ? shown.noText : title}
          </Text.b>
          <Text.p preWrap anywhere>
            {content}
          </Text.p>
        </Text.div>
      </PhoneFrame>
    </Stack>
  )
}
