import { formatNumber, formatShare } from '../../platform/format.ts'
import { StateShape, type StateShapeName } from '../icon/state-shape.tsx'
import css from './list-page.module.css'

export type Total = {
  key: string
  label: string
  shape?: StateShapeName
  /** Undefined while it is being counted. */
  count: number | undefined
  /** Of what the share is; without it none is shown. */
  of?: number | undefined
}

type Props = { label: string; totals: readonly Total[]; active: string | null; onChoose: (key: string) => void }

/** Totals are buttons that set the filter; the active one is tinted and underlined. */
export function TotalsStrip({ label, totals, active, onChoose }: Props) {
  return (
    <div className={css.strip} role="group" aria-label={label} style={{ '--cells': totals.length }}>
      {totals.map(({ key, label: name, shape, count, of }) => (
        <button
          key={key}
          type="button"
          className={css.cell}
          aria-pressed={key === active}
          onClick={() => onChoose(key)}
        >
          <span className={css.name}>
            {shape === undefined ? null : <StateShape name={shape} />}
            <span>{name}</span>
          </span>
          <span className={css.figure}>
            {count === undefined ? <span className={css.bone} /> : formatNumber(count)}
            {count === undefined || of === undefined ? null : <small>{formatShare(count, of)}</small>}
          </span>
        </button>
      ))}
    </div>
  )
}
