import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { isPartLink, type Part } from '@brigade/contract/system/parts/parts.model.ts'
import { locales, type Locale } from '@brigade/contract/locale.ts'
import { useState } from 'react'
import { useFileAddress } from '../../ui/picture/use-file-address.ts'
import { languageNames, useLocale, useWords, wordsIn } from '../../platform/locale.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { PhoneFrame } from '../../ui/phone/phone-frame.tsx'
import type { Models } from '../../product/products-select.tsx'
import css from './parts-phone.module.css'
import { partsText, phonePartsText } from './parts.text.ts'

type Props = { parts: readonly Part[]; productId: string | null; models: Models }

/** The list as a person sees it who has a device of the chosen model. */
export function PartsPhone({ parts, productId, models }: Props) {
  const w = useWords(partsText)
  const own = useLocale()
  const [chosen, setChosen] = useState<Locale | null>(null)
  const locale = chosen ?? own
  const ui = wordsIn(phonePartsText, locale)
  const shown = parts.filter(
    ({ enabled, productIds }) =>
      enabled && (productId === null || productIds.length === 0 || productIds.includes(productId)),
  )
  return (
    <Stack.aside gap="12" justifyItems="center" shrink className={css.side} aria-label={w.preview}>
      <Row gap="8" align="center" className={css.bar}>
        <Segments
          size="small"
          label={w.language}
          options={locales.map((value) => ({ value, label: languageNames[value], lang: value }))}
          value={locale}
          onChange={setChosen}
        />
        <Text tone="ink-3" size="xs" textAlign="right" cut grow shrink data-cut="">
          {productId === null ? w.allModels : models.names.get(productId)}
        </Text>
      </Row>
      <PhoneFrame label={w.preview} texts={{ tag: locale, dir: 'ltr', ui }} title={ui.title}>
        {shown.length === 0 ? (
          <Text.p tone="ink-3" textAlign="center" className={css.nothing}>
            {ui.nothing}
          </Text.p>
        ) : null}
        <Stack.ul gap="8">
          {shown.map((part) => (
            <PhonePart key={part.id} part={part} locale={locale} />
          ))}
        </Stack.ul>
      </PhoneFrame>
    </Stack.aside>
  )
}

function PhonePart({ part, locale }: { part: Part; locale: Locale }) {
  const ui = wordsIn(phonePartsText, locale)
  const picture = useFileAddress(fileApi.read, part.imageFileId)
  return (
    <Grid.li align="center" radius="m" ground="paper" className={css.part}>
      <Stack.span
        align="center"
        justifyItems="center"
        overflow="hidden"
        radius="s"
        ground="canvas"
        tone="ink-4"
        className={css.picture}
        aria-hidden="true"
      >
        {picture === undefined ? <Icon name="box" /> : <img src={picture} alt="" />}
      </Stack.span>
      <Stack.span gap="2" shrink anywhere>
        <Text.b weight="600">{part.name[locale].trim() || '-'}</Text.b>
        {part.number.trim() === '' ? null : (
          <Text.small tone="ink-3" size="xs">
            {ui.number({ number: part.number })}
          </Text.small>
        )}
        {part.priceNote.trim() === '' ? null : <Text tone="ink-2">{part.priceNote}</Text>}
      </Stack.span>
      {isPartLink(part.link.trim()) ? (
        <a className={css.buy} href={part.link.trim()} target="_blank" rel="noopener noreferrer">
          {ui.buy}
        </a>
      ) : (
        <span className={`${css.buy} ${css.noLink}`}>{ui.buy}</span>
      )}
    </Grid.li>
  )
}
