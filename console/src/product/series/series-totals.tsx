import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import type { DeviceKind, SeriesTop } from '@brigade/contract/product/product.model.ts'
import { deviceKindWords } from '@brigade/contract/product/product.text.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { modelsHref } from '../product-address.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import css from './series-totals.module.css'
import { seriesText } from './series.text.ts'

type Props = { kind: DeviceKind | undefined; onChoose: (kind: DeviceKind | undefined) => void }

/**
 * Shows series, models and devices by category, each as a shortcut to its filter, and the series with the most devices.
 */
export function SeriesTotalsStrip({ kind, onChoose }: Props) {
  const w = useWords(seriesText)
  const locale = useLocale()
  const { data } = useQuery(askPage(productApi.seriesTotals, {}, { quiet: true }))
  const { data: top = [] } = useQuery(askPage(productApi.topSeries, {}, { quiet: true }))
  return (
    <div className={css.strip}>
      <div className={css.kinds} role="group" aria-label={w.totals}>
        {(['all', 'oven', 'cooler'] as const).map((key) => {
          const counts = data?.[key]
          return (
            <button
              key={key}
              type="button"
              className={css.kind}
              aria-pressed={key === (kind ?? 'all')}
              onClick={() => onChoose(key === 'all' ? undefined : key)}
            >
              <Row.span inline gap="6" align="center" size="xs" line="16" tone="ink-2">
                {key === 'all' ? null : <Icon name={key === 'oven' ? 'oven' : 'fridge'} size="small" />}
                {key === 'all' ? w.all : deviceKindWords[key][locale]}
              </Row.span>
              <span className={css.figure}>
                {counts === undefined ? <span className={css.bone} /> : formatNumber(counts.series)}
              </span>
              <small>
                {counts === undefined
                  ? ' '
                  : w.within({ products: formatNumber(counts.products), devices: formatNumber(counts.devices) })}
              </small>
            </button>
          )
        })}
      </div>
      {top.length === 0 ? null : <Top top={top} />}
    </div>
  )
}

/** The first ones are enough here; the list sorted by devices shows the rest. */
const maxShown = 6
const rowsOfTop = 3

/** Bars against the first: all its devices, and in a stronger ink those online. */
function Top({ top }: { top: readonly SeriesTop[] }) {
  const w = useWords(seriesText)
  const nameOf = useNameOf()
  const most = Math.max(1, ...top.map(({ devices }) => devices))
  return (
    <section className={css.top} aria-label={w.top}>
      <h2>{w.top}</h2>
      <ol style={{ '--columns': Math.ceil(Math.min(top.length, maxShown) / rowsOfTop) }}>
        {top.slice(0, maxShown).map(({ id, name, devices, online }) => (
          <li key={id}>
            <a href={modelsHref(id)} data-tip={w.online({ online: formatNumber(online) })}>
              <Text cut>{nameOf(name)}</Text>
              <span className={css.bar} aria-hidden="true">
                <i style={{ width: `${(devices / most) * 100}%` }} />
                <b style={{ width: `${(online / most) * 100}%` }} />
              </span>
              <span className={css.count}>{formatNumber(devices)}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
