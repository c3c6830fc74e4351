import { formatNumber, formatShare } from '../../platform/format.ts'
import { StateShape, type StateShapeName } from '../icon/state-shape.tsx'
import css from './list-page.module.css'

export type Total = {
  key: string
  label: string
  shape?: StateShapeName
  /** Undefined while it is being counted. */
  count: number | undefined
  /** The share is a fraction of this value; without it, and of none, no share is shown. */
  of?: number | undefined
  /** It is read, and filters nothing. */
  isStill?: boolean
}

type Props = { label: string; totals: readonly Total[]; active: string | null; onChoose: (key: string) => void }

/** Many stand in two rows of like length. */
const mostInRow = 10

/** Totals are buttons that set the filter; the active one is tinted and underlined. */
export function TotalsStrip({ label, totals, active, onChoose }: Props) {
  const cells = totals.length > mostInRow ? Math.ceil(totals.length / 2) : totals.length
  return (
    <div className={css.strip} role="group" aria-label={label} style={{ '--cells': cells }}>
      {totals.map((total) =>
        total.isStill === true ? (
          <div key={total.key} className={`${css.cell} ${css.still}`}>
            <Content {...total} />
          </div>
        ) : (
          <button
            key={total.key}
            type="button"
            className={css.cell}
            aria-pressed={total.key === active}
            onClick={() => onChoose(total.key)}
          >
            <Content {...total} />
          </button>
        ),
      )}
    </div>
  )
}

function Content({ label, shape, count, of }: Total) {
  return (
    <>
      <span className={css.name}>
        {shape === undefined ? null : <StateShape name={shape} />}
        <span>{label}</span>
      </span>
      <span className={css.figure}>
        {count === undefined ? <span className={css.bone} /> : formatNumber(count)}{' '}
        {count === undefined || of === undefined || of === 0 ? null : <small>{formatShare(count, of)}</small>}
      </span>
    </>
  )
}
