import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { describeNumber } from '@brigade/contract/thing-model/describe-type.ts'
import type { NumberType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { breakingWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { ReactNode } from 'react'
import { DevicesOfProductLink } from '../../device/view/device-link.tsx'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords, type WordsOf } from '../../platform/locale.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { templatesHref } from '../model-address.ts'
import type { DifferenceRow } from './difference-rows.ts'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'

/** Shows why a change breaks and what it breaks; counts link to the affected devices. */
export function Concerned({ product, row }: { product: ProductDetail; row: DifferenceRow }) {
  const w = useWords(publishText)
  const locale = useLocale()
  const { breaking, use } = row
  if (breaking.length === 0) return <span className="dim">{w.noEffect}</span>
  const isOnlyRequired = breaking.every(({ reason }) => reason === 'required')
  const reasons = [...new Set(breaking.map(({ reason }) => breakingWords[reason][locale]))]
  return (
    <>
      <Text.p tone="bad" weight="550">
        {reasons.join(w.reasonMark)}
      </Text.p>
      {isOnlyRequired ? (
        <p className="dim">{w.mustHave}</p>
      ) : use === null ? null : (
        <>
          {use.devices === 0 && use.commands === 0 ? <p className="dim">{w.unused}</p> : null}
          <Line count={use.devices} words={devicesText(row, use.devices, w, locale)}>
            <DevicesOfProductLink kind={product.kind} seriesId={product.series.id} productId={product.id}>
              {formatNumber(use.devices)}
            </DevicesOfProductLink>
          </Line>
          <Line count={use.commands} words={w.commands({ count: use.commands })} />
          <Line count={use.templates} words={w.templates({ count: use.templates })}>
            <a href={templatesHref(product.id)}>{formatNumber(use.templates)}</a>
          </Line>
        </>
      )}
    </>
  )
}

function Line({ count, words, children }: { count: number; words: string; children?: ReactNode }) {
  if (count === 0) return null
  return (
    <Text.p tone="ink-2" className={css.use}>
      <b>{children ?? formatNumber(count)}</b> {words}
    </Text.p>
  )
}

/** The use of removed functions by the counted devices. */
function devicesText(row: DifferenceRow, count: number, w: WordsOf<typeof publishText>, locale: Locale): string {
  const has = (...reasons: readonly string[]): boolean => row.breaking.some(({ reason }) => reasons.includes(reason))
  if (row.kind === 'service') return w.called({ count })
  if (row.kind === 'event') return w.raised({ count })
  if (has('removed')) return w.usedIt({ count })
  if (row.breaking.length === 1 && has('readOnly')) return w.wereSet({ count })
  if (row.breaking.length === 1 && has('range') && !wasSettable(row)) return narrowed(row, count, w, locale)
  return wasSettable(row) ? w.unfitOrSet({ count }) : w.unfit({ count })
}

const wasSettable = ({ before }: DifferenceRow): boolean =>
  before !== undefined && 'accessMode' in before && before.accessMode === 'rw'

function narrowed(row: DifferenceRow, count: number, w: WordsOf<typeof publishText>, locale: Locale): string {
  const was = numberOf(row.before)
  const is = numberOf(row.after)
  if (was === undefined || is === undefined) return w.unfit({ count })
  const unit = is.unit === undefined || is.unit === '' ? '' : `\u00a0${is.unit}`
  const isLower = is.max < was.max
  const isHigher = is.min > was.min
  if (isLower && isHigher) {
    const to = locale === 'en' ? ' to ' : ' 至 '
    return w.outside({ count, bound: `${describeNumber(is.min)}${to}${describeNumber(is.max)}${unit}` })
  }
  return isLower
    ? w.above({ count, bound: `${describeNumber(is.max)}${unit}` })
    : w.below({ count, bound: `${describeNumber(is.min)}${unit}` })
}

const numberOf = (definition: DifferenceRow['before']): NumberType | undefined =>
  definition !== undefined && 'accessMode' in definition && isNumberType(definition.dataType)
    ? definition.dataType
    : undefined
