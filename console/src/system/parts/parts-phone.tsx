import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { isPartLink, type Part } from '@brigade/contract/system/parts/parts.model.ts'
import { locales, type Locale } from '@brigade/contract/locale.ts'
import { useState } from 'react'
import { useFileAddress } from '../../ui/picture/use-file-address.ts'
import { languageNames, useLocale, useWords, wordsIn } from '../../platform/locale.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { PhoneFrame } from '../../ui/phone/phone-frame.tsx'
import type { Models } from './models.ts'
import css from './parts-phone.module.css'
import { partsText, phonePartsText } from './parts.text.ts'

type Props = { parts: readonly Part[]; productId: string | null; models: Models }

/** The list as somebody sees it who has a device of the chosen model. */
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
    <aside className={css.side} aria-label={w.preview}>
      <div className={css.bar}>
        <Segments
          size="small"
          label={w.language}
          options={locales.map((value) => ({ value, label: languageNames[value], lang: value }))}
          value={locale}
          onChange={setChosen}
        />
        <span data-cut="">{productId === null ? w.allModels : models.names.get(productId)}</span>
      </div>
      <PhoneFrame label={w.preview} texts={{ tag: locale, dir: 'ltr', ui }} title={ui.title}>
        {shown.length === 0 ? <p className={css.nothing}>{ui.nothing}</p> : null}
        <ul className={css.parts}>
          {shown.map((part) => (
            <PhonePart key={part.id} part={part} locale={locale} />
          ))}
        </ul>
      </PhoneFrame>
    </aside>
  )
}

function PhonePart({ part, locale }: { part: Part; locale: Locale }) {
  const ui = wordsIn(phonePartsText, locale)
  const picture = useFileAddress(fileApi.read, part.imageFileId)
  return (
    <li className={css.part}>
      <span className={css.picture} aria-hidden="true">
        {picture === undefined ? <Icon name="box" /> : <img src={picture} alt="" />}
      </span>
      <span className={css.words}>
        <b>{part.name[locale].trim() || '-'}</b>
        {part.number.trim() === '' ? null : <small>{ui.number({ number: part.number })}</small>}
        {part.priceNote.trim() === '' ? null : <span className={css.price}>{part.priceNote}</span>}
      </span>
      {isPartLink(part.link.trim()) ? (
        <a className={css.buy} href={part.link.trim()} target="_blank" rel="noopener noreferrer">
          {ui.buy}
        </a>
      ) : (
        <span className={`${css.buy} ${css.noLink}`}>{ui.buy}</span>
      )}
    </li>
  )
}
